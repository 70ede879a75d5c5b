/* opt/implicit/columns.c - stores no column where those of a slice are consecutive. */
#include <arrange.h>
#include "csr.h"
#include "device.h"
#include "memory.h"
#include <omp.h>
#include <string.h>

/* The columns that rows of color c may read at any time in this part: those of earlier
 * colors in L, those of later ones in U. */
struct range {
    int first, last;
};

static struct range readable(const struct matrix *A, const struct slice *s,
                             int part)
{
    if (!A->sweeps)
        return (struct range){0, A->columns - 1};
    if (part == LOWER)
        return (struct range){0, layout_color_row(A, s->color) - 1};
    return (struct range){layout_color_row(A, s->color + 1), A->columns - 1};
}

/* The column of row 0 if slice column k of `a` has its entries in consecutive columns
 * and if rows without an entry may read theirs; else -1. */
static int implicit_base(const struct arrangement *a, int k, const struct slice *s,
                         struct range readable)
{
    int first = 0;
    while (!(a->rows[k] >> first & 1))
        first++;
    const int base = a->column[k][first] - first;
    for (int r = first; r < s->rows; r++)
        if (a->rows[k] >> r & 1 && a->column[k][r] != base + r)
            return -1;
    return base >= readable.first && base + s->rows - 1 <= readable.last ? base
                                                                         : -1;
}

/* Numbers the slice columns with the implicit ones first: number[k] of slice column k.
 * Returns how many are implicit. */
static int sort_implicit(const struct slice *s, struct range range,
                         struct arrangement *a)
{
    int implicit = 0, explicit = 0;
    for (int k = 0; k < a->narrow; k++)
        a->number[k] = implicit_base(a, k, s, range) >= 0 ? implicit++ : -1;
    for (int k = 0; k < a->columns; k++)
        if (k >= a->narrow || a->number[k] < 0)
            a->number[k] = implicit + explicit ++;
    return implicit;
}

/* As in opt/columns.c. */
static struct slice_part count_columns(const struct matrix *A, const struct csr *E,
                                       struct layout *L, struct arrangement *work)
{
#pragma omp parallel for schedule(static)
    for (int s = 0; s < L->slices; s++) {
        struct slice *slice = &L->slice[s];
        struct arrangement *a = work + PARTS * omp_get_thread_num();
        arrange(A, E, slice, a);
        for (int part = 0; part < PARTS; part++) {
            struct slice_part *p = &slice->part[part];
            p->implicit = sort_implicit(slice, readable(A, slice, part), &a[part]);
            p->narrow = a[part].narrow - p->implicit;
            p->wide = a[part].columns - a[part].narrow;
        }
    }
    struct slice_part all = {0};
    for (int part = 0; part < PARTS; part++)
        for (int s = 0; s < L->slices; s++) {
            struct slice_part *p = &L->slice[s].part[part];
            p->first_base = all.implicit + all.narrow;
            p->first_narrow = all.narrow;
            p->first_wide = all.wide;
            all.implicit += p->implicit;
            all.narrow += p->narrow;
            all.wide += p->wide;
        }
    return all;
}

/* Stores the columns and the values of one part of a slice. */
static void store_part(const struct csr *E, struct stored_columns *C,
                       const struct slice *s, const struct slice_part *p,
                       struct range range, struct arrangement *a, double *value)
{
    sort_implicit(s, range, a);
    int *base = C->base + p->first_base,
        *index = C->index + (size_t)p->first_wide * SLICE;
    unsigned char *distance = C->distance + (size_t)p->first_narrow * SLICE;
    for (int k = 0; k < a->columns; k++) {
        const int *column = a->column[k], to = a->number[k];
        if (k >= a->narrow) {
            memcpy(index, column, SLICE * sizeof *index);
            index += SLICE;
        } else if (to < p->implicit) {
            base[to] = implicit_base(a, k, s, range);
        } else {
            base[to] = column[0];
            for (int r = 1; r < SLICE; r++)
                base[to] = column[r] < base[to] ? column[r] : base[to];
            for (int r = 0; r < SLICE; r++)
                *distance++ = (unsigned char)(column[r] - base[to]);
        }
    }
    value += (size_t)(p->first_base + p->first_wide) * SLICE;
    memset(value, 0, (size_t)a->columns * SLICE * sizeof *value);
    for (int n = 0; n < a->entries; n++) {
        const struct arranged *entry = &a->entry[n];
        value[a->number[entry->k] * SLICE + entry->r] = E->val[entry->e];
    }
}

double *columns_store(const struct matrix *A, const struct csr *E, struct layout *L)
{
    struct stored_columns *C = &L->column;
    const int threads = omp_get_max_threads();
    struct arrangement *work = arrangements_create(E, L, threads);
    const struct slice_part all = count_columns(A, E, L, work);
    const size_t narrow = (size_t)all.narrow, wide = (size_t)all.wide,
                 columns = (size_t)all.implicit + narrow + wide;
    C->base = NEW(int, columns - wide, "columns");
    C->distance = NEW(unsigned char, narrow *SLICE, "columns");
    C->index = NEW(int, wide *SLICE, "columns");
    double *value = NEW(double, columns *SLICE, "matrix values");
#pragma omp parallel for schedule(static)
    for (int s = 0; s < L->slices; s++) {
        const struct slice *slice = &L->slice[s];
        struct arrangement *a = work + PARTS * omp_get_thread_num();
        arrange(A, E, slice, a);
        for (int part = 0; part < PARTS; part++)
            store_part(E, C, slice, &slice->part[part], readable(A, slice, part),
                       &a[part], value);
    }
    arrangements_free(work, threads);
    return value;
}

void columns_free(struct stored_columns *c)
{
    mem_free(c->base);
    mem_free(c->distance);
    mem_free(c->index);
}

int slice_part_width(const struct slice_part *p)
{
    return p->implicit + p->narrow + p->wide;
}

double slice_part_bytes(const struct slice_part *p)
{
    return (p->implicit + p->narrow) * (double)sizeof(int) +
           p->narrow * (double)SLICE + p->wide * (double)(sizeof(int) * SLICE);
}

size_t columns_cost(size_t entries)
{
    return mem_cost(entries / SLICE, sizeof(int));
}
