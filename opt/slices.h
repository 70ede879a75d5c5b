/* opt/slices.h - the division of rows into slices, used while a layout is created.
 *
 * A wavefront is a set of rows that do not depend on each other: a color, or, in
 * natural order, a level set of the dependence graph. In the order of colors a
 * wavefront is a color.
 */
#ifndef MEMWALL_SLICES_H
#define MEMWALL_SLICES_H
#include <layout.h>

struct slicing {
    int wavefronts;
    const int *start; /* [wavefronts+1] positions of each wavefront */
    int *row;         /* row at each position, NULL: the same; becomes row_order */
    int *wavefront_of, *slice_of; /* [n] of each row */
    int *own_start;               /* start, if it belongs to this struct */
    int columns, sweeps, square;  /* of the matrix */
    int half;                     /* 1: U is not stored (half_storage.h) */
};

/* slices.c, in the order of their calls */
struct slicing slicing_create(const struct matrix *A, const struct csr *entries,
                              struct layout *layout);
void slices_order(const struct csr *entries, const struct slicing *slicing,
                  struct layout *layout);
void slices_sort_by_region(const struct matrix *A, const struct slicing *slicing,
                           struct layout *layout);
void slicing_free(struct slicing *slicing);

/* slices_fill.c: stores L and U, coded if possible and `coded`. */
void slices_fill(struct layout *layout, const struct csr *entries,
                 const struct slicing *slicing, format_set need, int coded);

/* implicit_columns.c: width, implicit columns and step of each slice. */
void columns_choose(struct layout *layout, const struct csr *entries,
                    const struct slicing *slicing);

/* The index of `offset` in list[0 .. count-1], -1 if it is not there. The search begins at
 * *hint: most rows of a slice have the same offsets in the same order. */
static inline int offset_find(const int *list, int count, int *hint, int offset)
{
    if (*hint < count && list[*hint] == offset)
        return (*hint)++;
    for (int k = 0; k < count; k++)
        if (list[k] == offset) {
            *hint = k + 1;
            return k;
        }
    return -1;
}

/* The number of the row at a position. */
static inline int row_at(const struct slicing *slicing, int position)
{
    return slicing->row ? slicing->row[position] : position;
}

/* The first position of the wavefront of slice s. */
static inline int wavefront_start(const struct slicing *slicing,
                                  const struct slice *s)
{
    return slicing->start[slicing->wavefront_of[row_at(slicing, s->row)]];
}

/* The part of entry (i, j), PARTS if it is in D or H, or not stored. `start` is the first
 * position of the wavefront of row i. In order of colors the columns of earlier colors are
 * those before `start`. */
static inline enum part part_of(const struct slicing *slicing, int i, int start,
                                int j)
{
    if (j >= slicing->columns || (slicing->square && j == i))
        return PARTS;
    if (!slicing->sweeps && !slicing->half)
        return UPPER;
    const int *wavefront = slicing->wavefront_of;
    const int lower = slicing->row      ? wavefront[j] < wavefront[i]
                      : slicing->sweeps ? j < start
                                        : j < i;
    return lower ? LOWER : slicing->half ? PARTS : UPPER;
}
#endif
