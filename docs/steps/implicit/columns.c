/* docs/steps/implicit/columns.c - stores no column where those of a slice are consecutive. */
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

/* The column of row 0 if the slice column has its entries in consecutive columns and if
 * rows without an entry may read theirs; else -1. */
static int implicit_base(const struct slice_column *column, const struct slice *s,
                         struct range readable)
{
    int first = 0;
    while (!(column->rows >> first & 1))
        first++;
    const int base = column->j[first] - first;
    for (int r = first; r < s->rows; r++)
        if (column->rows >> r & 1 && column->j[r] != base + r)
            return -1;
    return base >= readable.first && base + s->rows - 1 <= readable.last ? base
                                                                         : -1;
}

/* Puts the implicit slice columns first. Returns how many there are. */
static int sort_implicit(const struct slice *s, struct range range, int part,
                         struct arrangement *a)
{
    struct slice_columns *c = &a->columns[part];
    int implicit = 0, others = 0;
    for (int k = 0; k < c->count; k++)
        c->number[k] = k < c->narrow && implicit_base(&c->column[k], s, range) >= 0
                           ? implicit++
                           : -1;
    for (int k = 0; k < c->count; k++)
        if (c->number[k] < 0)
            c->number[k] = implicit + others++;
    if (others > 0)
        arrange_again(a, part);
    return implicit;
}

/* As in opt/columns.c. */
static struct slice_part count_columns(const struct matrix *A, const struct csr *E,
                                       struct layout *layout,
                                       struct arrangement *work)
{
#pragma omp parallel for schedule(static)
    for (int s = 0; s < layout->slices; s++) {
        struct slice *slice = &layout->slice[s];
        struct arrangement *a = &work[omp_get_thread_num()];
        arrange(A, E, slice, a);
        for (int part = 0; part < PARTS; part++) {
            struct slice_part *p = &slice->part[part];
            p->implicit = sort_implicit(slice, readable(A, slice, part), part, a);
            p->narrow = a->columns[part].narrow - p->implicit;
            p->wide = a->columns[part].count - a->columns[part].narrow;
        }
    }
    struct slice_part all = {0};
    for (int part = 0; part < PARTS; part++)
        for (int s = 0; s < layout->slices; s++) {
            struct slice_part *p = &layout->slice[s].part[part];
            p->first_base = all.implicit + all.narrow;
            p->first_narrow = all.narrow;
            p->first_wide = all.wide;
            all.implicit += p->implicit;
            all.narrow += p->narrow;
            all.wide += p->wide;
        }
    return all;
}

/* Stores the columns of one part of a slice. */
static void store_part(struct stored_columns *C, const struct slice *s,
                       const struct slice_part *p, struct range range,
                       const struct slice_column *column)
{
    int *base = C->base + p->first_base,
        *index = C->index + (size_t)p->first_wide * SLICE;
    unsigned char *distance = C->distance + (size_t)p->first_narrow * SLICE;
    const int wide = p->implicit + p->narrow;
    for (int k = 0; k < p->implicit; k++)
        base[k] = implicit_base(&column[k], s, range);
    for (int k = p->implicit; k < wide; k++) {
        const int *j = column[k].j;
        base[k] = j[0];
        for (int r = 1; r < SLICE; r++)
            base[k] = j[r] < base[k] ? j[r] : base[k];
        for (int r = 0; r < SLICE; r++)
            *distance++ = (unsigned char)(j[r] - base[k]);
    }
    for (int k = wide; k < wide + p->wide; k++, index += SLICE)
        memcpy(index, column[k].j, sizeof column[k].j);
}

double *columns_store(const struct matrix *A, const struct csr *E,
                      struct layout *layout)
{
    struct stored_columns *C = &layout->column;
    const int threads = omp_get_max_threads();
    struct arrangement *work = arrangements_create(E, layout, threads);
    const struct slice_part all = count_columns(A, E, layout, work);
    const size_t narrow = (size_t)all.narrow, wide = (size_t)all.wide,
                 columns = (size_t)all.implicit + narrow + wide;
    C->base = NEW(int, columns - wide, "columns");
    C->distance = NEW(unsigned char, narrow *SLICE, "columns");
    C->index = NEW(int, wide *SLICE, "columns");
    double *value = NEW(double, columns *SLICE, "matrix values");
#pragma omp parallel for schedule(static)
    for (int s = 0; s < layout->slices; s++) {
        const struct slice *slice = &layout->slice[s];
        struct arrangement *a = &work[omp_get_thread_num()];
        arrange(A, E, slice, a);
        double *to[PARTS];
        for (int part = 0; part < PARTS; part++) {
            const struct slice_part *p = &slice->part[part];
            const struct range range = readable(A, slice, part);
            sort_implicit(slice, range, part, a);
            store_part(C, slice, p, range, a->columns[part].column);
            to[part] = value + (size_t)(p->first_base + p->first_wide) * SLICE;
        }
        arrange_values(E, slice, a, to);
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
