/* opt/layout.h - how opt stores a matrix: sliced ELL by color.
 *
 *   A = D + L + U + H    D   diagonal
 *                        L   columns of earlier colors
 *                        U   columns of later colors
 *                        H   halo columns
 *
 * The rows of a color are consecutive and are divided into slices of SLICE rows. L and
 * U of a slice are stored apart, each as slice columns with one entry of each row.
 * Rows with fewer entries, and the last slice of a color, are padded with zeros:
 *
 *   slice column      0    1    2   ...  width-1
 *   slice row 0     | a    a    a         a |   The value in row r and slice column k
 *   slice row 1     | a    a    a         0 |   is number (first + k) * SLICE + r of
 *   ...             | a    a    0         0 |   `value`, where `first` counts the
 *   slice row 31    | a    a    a         0 |   slice columns before this part.
 *
 * columns.h describes how the columns of these entries are stored. A kernel multiplies
 * a padding zero by x at a column of another entry of this slice column: a number that
 * a row of the slice needs, so that it has been computed.
 *
 * A kernel computes whole slices. It loads SLICE numbers of each vector, also for the
 * last slice of a color, which may have fewer rows, and stores only those of its rows.
 * Arrays may be read beyond their end (memory.h).
 *
 *   slices    | interior, by color | boundary, by color |
 *
 * The rows of interior slices do not depend on halo values, neither directly nor
 * through rows of earlier colors. They are computed during the halo exchange. The
 * pattern of a matrix that is used for sweeps is symmetric: otherwise a boundary row
 * could need the old value of an interior row of a later color (order.h).
 *
 * H is a CSR matrix of the rows that have halo columns. A matrix that is not used for
 * sweeps has one color, whose entries are all in U and H. D is stored if the matrix is
 * square. Arrays that kernels read are in device memory.
 */
#ifndef MEMWALL_LAYOUT_H
#define MEMWALL_LAYOUT_H
#include <columns.h>
#include <values.h>
#include "matrix.h"

enum { SLICE = 32 };

struct slice {
    int row, rows; /* rows row .. row+rows-1, at most SLICE */
    int color;
    int halo; /* its first row of H; those of the next slice begin at slice[1].halo */
    struct slice_part part[PARTS];
};

struct part_size {      /* of L or U, in several slices */
    size_t width;       /* slice columns */
    double index_bytes; /* of their columns */
};

struct halo_rows { /* H */
    int rows;
    int *row;            /* [rows] number of the row within its slice */
    int *start, *column; /* CSR; columns are counted from the first halo column */
    int entries;
    struct values value;
    double *product; /* [rows] H x, while a kernel runs; in i8 without scales */
};

struct coarse_slices { /* the slices with points of the next coarser level */
    int slices, interior;
    int *slice;             /* [slices] the interior ones first */
    int *point;             /* [slices * SLICE] row of the coarser level, or -1 */
    struct part_size upper; /* U of these slices */
};

struct layout {
    int slices, colors, interior, square; /* square: D is stored */
    int *start;          /* [2 colors + 1] slices by color: interior, then boundary;
                            in host memory */
    struct slice *slice; /* [slices + 1] the last one has no rows */
    struct stored_columns column;
    struct values value, diagonal; /* of L and U; of D, SLICE for each slice */
    void *scale; /* [slices * SLICE] of the rows in i8, in bf16; NULL without i8 */
    struct part_size size[PARTS];
    struct halo_rows halo;
    struct coarse_slices coarse;
};

/* The number of colors, and the first row of color c, or the number of rows for the
 * color behind the last one. In natural order each row is a color of its own: a slow
 * way to sweep that needs much memory, and is meant for small tests. */
int layout_colors(const struct matrix *A);
int layout_color_row(const struct matrix *A, int c);
#endif
