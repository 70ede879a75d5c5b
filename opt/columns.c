/* opt/columns.c - stores the columns of L and U, one byte for an entry where possible. */
#include <arrange.h>
#include "csr.h"
#include "device.h"
#include "memory.h"
#include <omp.h>
#include <string.h>

/* Counts the slice columns of each part of each slice, and those before them. Returns
 * the slice columns of all slices, of either kind. */
static struct slice_part count_columns(const struct matrix *A, const struct csr *E,
                                       struct layout *L, struct arrangement *work)
{
#pragma omp parallel for schedule(static)
    for (int s = 0; s < L->slices; s++) {
        struct arrangement *a = &work[omp_get_thread_num()];
        arrange(A, E, &L->slice[s], a);
        for (int part = 0; part < PARTS; part++) {
            const struct slice_columns *c = &a->columns[part];
            L->slice[s].part[part].narrow = c->narrow;
            L->slice[s].part[part].wide = c->count - c->narrow;
        }
    }
    struct slice_part all = {0};
    for (int part = 0; part < PARTS; part++)
        for (int s = 0; s < L->slices; s++) {
            struct slice_part *p = &L->slice[s].part[part];
            p->first_narrow = all.narrow;
            p->first_wide = all.wide;
            all.narrow += p->narrow;
            all.wide += p->wide;
        }
    return all;
}

/* Stores the columns of one part of a slice. */
static void store_part(struct stored_columns *C, const struct slice_part *p,
                       const struct slice_column *column)
{
    int *base = C->base + p->first_narrow,
        *index = C->index + (size_t)p->first_wide * SLICE;
    unsigned char *distance = C->distance + (size_t)p->first_narrow * SLICE;
    for (int k = 0; k < p->narrow; k++, distance += SLICE) {
        const int *j = column[k].j;
        base[k] = j[0];
        for (int r = 1; r < SLICE; r++)
            base[k] = j[r] < base[k] ? j[r] : base[k];
        for (int r = 0; r < SLICE; r++)
            distance[r] = (unsigned char)(j[r] - base[k]);
    }
    for (int k = p->narrow; k < p->narrow + p->wide; k++, index += SLICE)
        memcpy(index, column[k].j, sizeof column[k].j);
}

/* Stores the values of a slice. */
static void store_values(const struct csr *E, const struct slice *s,
                         const struct arrangement *a, double *value)
{
    double *to[PARTS];
    for (int part = 0; part < PARTS; part++) {
        const struct slice_part *p = &s->part[part];
        to[part] = value + (size_t)(p->first_narrow + p->first_wide) * SLICE;
        memset(to[part], 0, (size_t)slice_part_width(p) * SLICE * sizeof *value);
    }
    const size_t first = E->ptr[s->row];
    for (int r = 0; r < s->rows; r++)
        for (size_t e = E->ptr[s->row + r]; e < E->ptr[s->row + r + 1]; e++)
            if (a->part[e - first] != PARTS)
                to[a->part[e - first]][a->k[e - first] * SLICE + r] = E->val[e];
}

double *columns_store(const struct matrix *A, const struct csr *E, struct layout *L)
{
    struct stored_columns *C = &L->column;
    const int threads = omp_get_max_threads();
    struct arrangement *work = arrangements_create(E, L, threads);
    /* To find out how many slice columns there are takes an arrangement of all slices.
     * It is made again to store them: it would need more memory than the layout. */
    const struct slice_part all = count_columns(A, E, L, work);
    const size_t narrow = (size_t)all.narrow, wide = (size_t)all.wide;
    C->base = NEW(int, narrow, "columns");
    C->distance = NEW(unsigned char, narrow *SLICE, "columns");
    C->index = NEW(int, wide *SLICE, "columns");
    double *value = NEW(double, (narrow + wide) * SLICE, "matrix values");
#pragma omp parallel for schedule(static)
    for (int s = 0; s < L->slices; s++) {
        struct arrangement *a = &work[omp_get_thread_num()];
        arrange(A, E, &L->slice[s], a);
        for (int part = 0; part < PARTS; part++)
            store_part(C, &L->slice[s].part[part], a->columns[part].column);
        store_values(E, &L->slice[s], a, value);
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

int slice_part_width(const struct slice_part *p)
{
    return p->narrow + p->wide;
}

double slice_part_bytes(const struct slice_part *p)
{
    return p->narrow * (double)(sizeof(int) + SLICE) +
           p->wide * (double)(sizeof(int) * SLICE);
}

size_t columns_cost(size_t entries)
{
    return mem_cost(entries, 1) + mem_cost(entries / SLICE, sizeof(int));
}
