/* opt/slices.h - the division of rows into slices, used while a layout is created.
 *
 * A wavefront is a set of rows that do not depend on each other: a color, or, in
 * natural order, a level set of the dependence graph. In the order of colors a
 * wavefront is a color.
 */
#ifndef MEMWALL_SLICES_H
#define MEMWALL_SLICES_H
#include <layout.h>
#include "csr.h"

struct slicing {
    int wavefronts;
    const int *start;  /* [wavefronts+1] positions of each wavefront */
    int *row;          /* row at each position, NULL: the same; becomes row_order */
    int *wavefront_of; /* [n] of each row; NULL if row is NULL */
    int *own_start;    /* start, if it belongs to this struct */
    int columns, sweeps, square; /* of the matrix */
    int half;                    /* 1: U is not stored (half_storage.h) */
    uint8_t *alike; /* [n] what rows_alike returns for the row at each position; 0:
                       not known yet. NULL: not stored, because the result depends
                       on the step of the slice */
    size_t entries[PARTS]; /* stored in L and U; columns_choose counts them */
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

/* implicit_columns.c: width, implicit columns and step of each slice; counts entries. */
void columns_choose(struct layout *layout, const struct csr *entries,
                    struct slicing *slicing);

/* The number of the row at a position. */
static inline int row_at(const struct slicing *slicing, int position)
{
    return slicing->row ? slicing->row[position] : position;
}

/* The entries of slice row r. */
static inline struct stored_row entries_of(const struct csr *A,
                                           const struct slicing *slicing,
                                           const struct slice *s, int r)
{
    return csr_row(A, row_at(slicing, s->row + r));
}

/* slices.c: the wavefront of slice s, and its first position; how many rows of the
 * slice, from slice row r on, have the same entries: entry k of each row is in the same
 * part and has the same offset. */
int slice_wavefront(const struct slicing *slicing, const struct slice *s);
int wavefront_start(const struct slicing *slicing, const struct slice *s);
int rows_alike(const struct csr *A, const struct slicing *slicing,
               const struct slice *s, int r);

/* slices.c: the first local column in the rows of the slice, 0 if there is none. */
int first_column(const struct csr *A, const struct slice *slice);

/* implicit_columns.c: the index of `offset` in list[0 .. count-1], -1 if it is not there.
 * The search begins at *hint: most rows of a slice have the same offsets in the same
 * order. */
int offset_find(const int *list, int count, int *hint, int offset);

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
