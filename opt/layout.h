/* opt/layout.h - how opt stores a matrix: sliced ELL by color (SELL-C).
 *
 *   A = D + L + U + H    D diagonal; L columns of earlier colors, U columns of
 *                        later colors; H halo columns
 *
 * The rows of a color are consecutive. They are divided into slices of `height`
 * rows: on the CPU SLICE rows, which are two or four SIMD vectors; on a GPU one
 * warp, so that each thread has one row. The last slice of a color may be partial.
 * L and U of a slice are stored separately, each as `width` slice columns with one
 * entry of each row:
 *
 *   slice column      0    1    2   ...  width-1
 *   slice row 0     | a    a    a         a |   Entry (r, k) is stored at
 *   slice row 1     | a    a    a         0 |   value_start + k * stride + r: a
 *   ...             | a    a    0         0 |   slice column is contiguous.
 *   slice row 31    | a    a    a         0 |   A shorter row is padded with zeros.
 *                    implicit |   explicit
 *
 *   value                      val[part], number value_start + k * stride + r
 *   its column, k < implicit   base + step(r) + offset[offset_start + k]
 *   its column, k >= implicit  col[part][index_start + (k - implicit) * stride + r]
 *
 * On a device, INTERLEAVED = 4 slice columns are stored together, row by row, so that
 * a thread loads the four values of its row at once (storage.h, entry_at). The
 * implicit columns of a slice are grouped among themselves, the explicit ones, too.
 *
 * An implicit slice column stores one offset for all its rows (implicit_columns.c).
 * Its step(r) is r; in a transfer operator, which has no D, it is r, 2 r or r / 2
 * (rounded down). Equal lists of offsets are stored once. The column of a padding
 * zero is one that may be read at any time: of an earlier color in L, of a later
 * one in U.
 *
 *   layout     stride                implicit slice columns
 *   ell        rows of the color     none; all slices of a color are equally wide
 *   sell       rows of the slice     none
 *   implicit   rows of the slice     those that fit at least half of the rows
 *
 * A matrix without sweeps has one color and all its entries in D, U and H; if its
 * rows and columns are different unknowns (a transfer operator), there is no D
 * either.
 *
 * The interior slices come first, by color; their rows do not depend on halo
 * values, directly or through rows of earlier colors. The boundary slices follow,
 * by color. A sweep may update all interior slices first because the pattern of the
 * local block is symmetric: if a boundary row reads row j of a later color, then row j
 * reads the boundary row, and is in a boundary slice itself. H is a small CSR matrix of the boundary rows (rows with entries in halo
 * columns).
 */
#ifndef MEMWALL_LAYOUT_H
#define MEMWALL_LAYOUT_H
#include <coded_values.h>
#include "format.h"
#include "graph.h"
#include "tree_options.h"
#include "kernel_macros.h"
#include "matrix.h"
#include <storage.h>
#include <stddef.h>

enum {
    SLICE = 32, /* = device_warp() of the CPU */
    GROUP = 64  /* slices whose squares are summed together */
};
enum part { LOWER, UPPER, PARTS };

enum step { STEP_ONE, STEP_TWO, STEP_HALF };

struct slice {
    int row, rows; /* positions row .. row+rows-1: rows, or indices of row_order */
    int stride;
    int base; /* implicit columns are counted from here; = row, if there is a D */
    enum step step;
    int boundary;        /* its rows of H: this one up to that of the next slice */
    int implicit[PARTS]; /* the first slice columns are implicit ... */
    int width[PARTS];    /* ... of so many */
    int offset_start[PARTS];
    size_t value_start[PARTS], index_start[PARTS];
};

struct halo_part { /* H, by slice */
    int rows;
    int *row;       /* [rows] number of the row in A */
    int *slice_row; /* [rows] its number within the slice */
    int *start;     /* [rows+1] */
    int *col;       /* counted from the first halo column */
    struct values val;
    double *product; /* [rows] H z, during a sweep */
    size_t entries;
};

struct coarse_part { /* the coarse points of a level, by slice, for restriction */
    int slices;
    int *slice,
        *start; /* [slices] slices with coarse points, [slices+1] their first */
    int *slice_row, *point; /* row within the slice, row of the coarse level */
    int halo_rows;          /* rows of H that are coarse points: */
    int *halo_row, *halo_point;
    size_t values, indices; /* stored in U of these slices */
};

/* U of a symmetric matrix, which is not stored (half_storage.h). All arrays are in host
 * memory. Ranges of slices are those of color_start. */
struct chunk {
    int first, last; /* slices first .. last-1 */
};

struct half_part {
    int on; /* 0: U is stored, and the other members are not used */
    int chunks, batches;
    struct chunk *chunk; /* [chunks] */
    int *batch;          /* [batches+1] the first chunk of each batch */
    int *color_batch;    /* [2 colors + 1] the first batch of each range */

    /* What a kernel leaves to the next one: U z, or (L + U) x, in acc. */
    void *upper;        /* [n] */
    const void *z;      /* data of this z, as sweep_zero_guess has computed it */
    double *correction; /* [coarse points] what prolongation has added to z since */
    size_t coarse_values; /* stored in L of the slices with coarse points */
    int corrected, kept;  /* if it has; z was not changed by anything else */
};

/* color_start is in host memory, all other arrays are in device memory. */
struct layout {
    enum layout_kind kind;
    int slices, colors, height;
    int interior;        /* slices 0 .. interior-1 are interior slices */
    struct slice *slice; /* [slices+1], the last one empty */
    int *color_start; /* [2 colors + 1] slices by color: interior, then boundary */
    int *
        by_region; /* if REGIONS, [slices]: the interior slices by their first row in
                         natural order, then the boundary slices. NULL otherwise */
    int *row_order; /* rows by wavefront, for natural order; NULL: rows by color */
    int *offset;
    int *col[PARTS];
    struct values val[PARTS];
    struct values diag; /* by row; coded: by slice and slice row. count = 0: no D */
    struct halo_part halo;
    struct coarse_part coarse;
    struct half_part half;
    void *product;   /* [n] A z, for --fuse=off */
    double *squares; /* [slice_groups] sums of squares, for norms */

    int *color_start_device; /* for sweeps on a GPU, and their captured graphs */
    struct graphs sweeps[3];

    int offsets; /* numbers of stored offsets and indices */
    size_t indices[PARTS];
    size_t implicit_columns, slice_columns; /* of all slices */
};

/* Where the entry of slice row r in slice column k is stored, one of `columns`
 * successive slice columns of a slice. Whole groups of INTERLEAVED columns are stored
 * row by row, the columns behind them and those of ELL one by one. */
DEVICE ptrdiff_t entry_at(const struct layout *layout, int columns,
                          ptrdiff_t stride, int k, int r)
{
    const int group = k / INTERLEAVED * INTERLEAVED;
    if (layout->kind == LAYOUT_ELL || columns - group < INTERLEAVED)
        return k * stride + r;
    return group * stride + r * INTERLEAVED + (k - group);
}

/* D of slice row r of slice s is this number of a coded `diag`. */
DEVICE ptrdiff_t coded_diagonal(const struct layout *layout, const struct slice *s,
                                int r)
{
    return (s - layout->slice) * layout->height + r;
}

/* The index of slice s in coarse->slice, -1 if it has no coarse points. */
DEVICE int coarse_slice(const struct coarse_part *coarse, int s)
{
    int first = 0, last = coarse->slices;
    while (first < last) {
        const int middle = first + (last - first) / 2;
        if (coarse->slice[middle] < s)
            first = middle + 1;
        else
            last = middle;
    }
    return first < coarse->slices && coarse->slice[first] == s ? first : -1;
}

/* Slices g * GROUP .. group_end(layout, g)-1 form group g. */
DEVICE int slice_groups(const struct layout *layout)
{
    return (layout->slices + GROUP - 1) / GROUP;
}

DEVICE int group_end(const struct layout *layout, int g)
{
    return (g + 1) * GROUP < layout->slices ? (g + 1) * GROUP : layout->slices;
}

DEVICE int stepped(enum step step, int r)
{
    return step == STEP_ONE ? r : step == STEP_TWO ? 2 * r : r / 2;
}

/* layout_bytes.c: the bytes that kernels read if a number of A has a_size bytes, unless it
 * is coded, and a number of x has x_size: some values; L or U; the descriptions of the
 * slices and D; H and the halo entries of x; all of A and x. */
double values_bytes(const struct values *v, size_t count, size_t a_size);
double part_bytes(const struct matrix *A, enum part part, size_t a_size);
double slice_bytes(const struct matrix *A, size_t a_size);
double halo_bytes(const struct matrix *A, size_t a_size, size_t x_size);
double product_bytes(const struct matrix *A, size_t a_size, size_t x_size);

/* The flops of A x. */
double product_flops(const struct matrix *A);
#endif
