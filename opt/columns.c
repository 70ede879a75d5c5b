/* opt/columns.c - stores the columns of L and U, one byte for an entry where possible. */
#include <arrange.h>
#include "csr.h"
#include "device.h"
#include "memory.h"
#include <omp.h>
#include <string.h>

/* Counts the slice columns of each part of each slice, and those before them. */
static void count_columns(const struct matrix *A, const struct csr *E,
                          struct layout *L, struct arrangement *work)
{
#pragma omp parallel for schedule(static)
    for (int s = 0; s < L->slices; s++) {
        struct arrangement *a = work + PARTS * omp_get_thread_num();
        arrange(A, E, &L->slice[s], a);
        for (int part = 0; part < PARTS; part++) {
            L->slice[s].part[part].narrow = a[part].narrow;
            L->slice[s].part[part].wide = a[part].columns - a[part].narrow;
        }
    }
    int narrow = 0, wide = 0;
    for (int part = 0; part < PARTS; part++)
        for (int s = 0; s < L->slices; s++) {
            struct slice_part *p = &L->slice[s].part[part];
            p->first_narrow = narrow;
            p->first_wide = wide;
            narrow += p->narrow;
            wide += p->wide;
            L->width[part] += (size_t)(p->narrow + p->wide);
            L->column.wide[part] += (size_t)p->wide;
        }
}

/* Stores the columns and the values of one part of a slice. */
static void store_part(const struct csr *E, struct stored_columns *C,
                       const struct slice_part *p, const struct arrangement *a,
                       double *value)
{
    int *base = C->base + p->first_narrow,
        *index = C->index + (size_t)p->first_wide * SLICE;
    unsigned char *distance = C->distance + (size_t)p->first_narrow * SLICE;
    for (int k = 0; k < p->narrow; k++, distance += SLICE) {
        base[k] = a->column[k][0];
        for (int r = 1; r < SLICE; r++)
            base[k] = a->column[k][r] < base[k] ? a->column[k][r] : base[k];
        for (int r = 0; r < SLICE; r++)
            distance[r] = (unsigned char)(a->column[k][r] - base[k]);
    }
    for (int k = p->narrow; k < a->columns; k++, index += SLICE)
        memcpy(index, a->column[k], sizeof a->column[k]);

    value += (size_t)(p->first_narrow + p->first_wide) * SLICE;
    memset(value, 0, (size_t)a->columns * SLICE * sizeof *value);
    for (int n = 0; n < a->entries; n++)
        value[a->entry[n].k * SLICE + a->entry[n].r] = E->val[a->entry[n].e];
}

double *columns_store(const struct matrix *A, const struct csr *E, struct layout *L)
{
    struct stored_columns *C = &L->column;
    const int threads = omp_get_max_threads();
    struct arrangement *work = arrangements_create(E, L, threads);
    count_columns(A, E, L, work);
    const size_t wide = C->wide[LOWER] + C->wide[UPPER],
                 columns = L->width[LOWER] + L->width[UPPER],
                 narrow = columns - wide;
    C->base = NEW(int, narrow, "columns");
    C->distance = NEW(unsigned char, narrow *SLICE, "columns");
    C->index = NEW(int, wide *SLICE, "columns");
    double *value = NEW(double, columns *SLICE, "matrix values");
#pragma omp parallel for schedule(static)
    for (int s = 0; s < L->slices; s++) {
        struct arrangement *a = work + PARTS * omp_get_thread_num();
        arrange(A, E, &L->slice[s], a);
        for (int part = 0; part < PARTS; part++)
            store_part(E, C, &L->slice[s].part[part], &a[part], value);
    }
    arrangements_free(work, threads);
    C->base = device_upload(C->base, narrow, sizeof *C->base, "columns");
    C->distance = device_upload(C->distance, narrow * SLICE, 1, "columns");
    C->index = device_upload(C->index, wide * SLICE, sizeof *C->index, "columns");
    return value;
}

void columns_free(struct stored_columns *c)
{
    device_free(c->base);
    device_free(c->distance);
    device_free(c->index);
}

double columns_bytes(const struct layout *L, enum part part)
{
    const double wide = (double)L->column.wide[part],
                 narrow = (double)L->width[part] - wide;
    return narrow * (SLICE + sizeof(int)) + wide * SLICE * sizeof(int);
}

size_t columns_cost(size_t entries)
{
    return mem_cost(entries, 1) + mem_cost(entries / SLICE, sizeof(int));
}
