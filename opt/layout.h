/* opt/layout.h - how opt stores a matrix: slices of rows of one colour.
 *
 *   A = D + L + U + H   D diagonal; L columns of earlier colours, U of later ones;
 *                       H halo columns
 *
 * Rows of a colour are cut into slices of `height` rows: SLICE, two or four vectors of the
 * host's, or on a device its warp, so that a lane has a row. A slice keeps its part of L and
 * its part of U apart, each as slots: slot k holds one entry of each row, a zero where
 * the row has none (and then a column that is safe to read: of an earlier colour in L,
 * of a later one in U).
 *
 *   value of slot k, row r     val[part][f][at + k * stride + r]
 *   column, first `runs` slots base + step r + offset[run_at + k]    one index a slice
 *   column, the other slots    col[part][col_at + (k - runs) * stride + r]
 *
 *   layout   stride              which slots are runs
 *   ell      rows of the colour  none; all slices of a colour have the same slots
 *   sell     rows of the slice   none
 *   runs     rows of the slice   those whose columns run on for most of the rows
 *
 * A level without sweeps is all of one colour: D and U, any column in U; where its rows
 * and columns are not the same things (a transfer between levels), there is no D either.
 *
 * The runs of a slice step through the columns one by one; in a transfer between levels,
 * which has no D, by two or by a half (rounded down), whichever leaves fewer slots.
 *
 * Equal lists of offsets are stored once. Slices stand colour after colour, twice: first
 * the early ones, which no halo value can reach within a sweep, not even by way of other
 * rows; then the late ones. H is a small CSR of the boundary rows.
 */
#ifndef MEMWALL_LAYOUT_H
#define MEMWALL_LAYOUT_H
#include "csr.h"
#include "format.h"
#include "graph.h"
#include "tuning.h"
#include "words.h"
#include <stddef.h>

enum {
    SLICE = 32 /* = device_warp() of the CPU */,
    GROUP = 64 /* slices whose squares are summed together */
};
enum part { LOWER, UPPER, PARTS };

enum step { STEP_ONE, STEP_TWO, STEP_HALF };

struct slice {
    int row, rows; /* rows row .. row+rows-1, through `natural` if that is set */
    int stride;
    int base; /* what the columns of runs are counted from: row, where there is a D */
    enum step step;
    int boundary; /* its boundary rows: from this one to the next slice's first */
    int runs[PARTS], slots[PARTS], run_at[PARTS];
    size_t at[PARTS], col_at[PARTS];
};

struct halo_part { /* H */
    int rows;
    int *row;   /* [rows] rows of a slice together, in slice order */
    int *lane;  /* [rows] which row of its slice */
    int *first; /* [rows+1] */
    int *col;   /* counted from the first halo column */
    void *val[FORMATS];
    double *product; /* [rows] H x, while a kernel is under way */
    size_t entries;
};

struct coarse_part { /* which rows restriction wants, slice by slice */
    int slices;
    int *slice, *first; /* [slices], [slices+1] into: */
    int *lane, *point;  /* row of the slice, row of the coarse level */
    int halo_rows;      /* boundary rows that are coarse points: */
    int *halo_row, *halo_point;
};

/* color_first is the host's, all other arrays are in device memory. */
struct layout {
    enum layout_kind kind;
    int slices, colors, height;
    struct slice *slice; /* [slices+1], the last one empty */
    int *color_first;    /* [2 colors + 1] slices: the early ones' colours, the late's */
    int *list_first;     /* the same, for kernels */
    int *natural;        /* rows in the order of the fronts; NULL: rows by colour */
    int *offset;
    int *col[PARTS];
    void *val[PARTS][FORMATS];
    void *diag[FORMATS]; /* NULL: no D */
    struct halo_part halo;
    struct coarse_part coarse;
    void *product;           /* [n] A z, with --fuse=off only */
    double *squares;         /* [groups of slices], for norms */
    struct graphs sweeps[3]; /* launches from zero, of early slices, of late ones */
    /* What is stored, for the report and the byte model. */
    int offsets;
    size_t values[PARTS], indices[PARTS];
    size_t run_slots, all_slots; /* of full slices and others alike */
    size_t coarse_values, coarse_indices;
};

DEVICE int step_by(enum step step, int r)
{
    return step == STEP_ONE ? r : step == STEP_TWO ? 2 * r : r / 2;
}

DEVICE int slice_groups(const struct layout *L)
{
    return (L->slices + GROUP - 1) / GROUP;
}

/* Used while the layout is made. */
struct cut { /* rows into fronts (colours), fronts into slices */
    int slices, fronts;
    const int *first;         /* [fronts+1] rows of a front are consecutive ... */
    int *row, *place;         /* ... after row[]; place[] is its inverse; or both NULL */
    int *front_of, *slice_of; /* of a row */
    int columns, sweeps, square;
};
void slots_create(struct layout *L, const struct csr *A, const struct cut *cut);
void slots_fill(struct layout *L, const struct csr *A, const struct cut *cut,
                unsigned need);
#endif
