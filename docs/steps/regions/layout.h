/* docs/steps/regions/layout.h - how opt stores a matrix: sliced ELL by color.
 *
 *   A = D + L + U    D   diagonal
 *                    L   columns of earlier colors
 *                    U   columns of later colors, and halo columns
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
 * The slices are sorted by zone (exchange.h), in a zone by region (regions.c), and in a
 * region by color: a sweep reads them in this order. The entries of U in halo columns are
 * stored apart, in a CSR matrix H of the rows that have any: their columns are in no regular
 * order. A matrix that is not used for sweeps has one color,
 * whose entries are all in U. D is stored if the matrix is square. The arrays of
 * regions are in host memory, all others in device memory.
 */
#ifndef MEMWALL_LAYOUT_H
#define MEMWALL_LAYOUT_H
#include <columns.h>
#include <exchange.h>
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
    size_t values;      /* stored numbers, with the padding */
    double index_bytes; /* of their columns */
};

struct halo_rows { /* H */
    int rows;
    int *row;            /* [rows] number of the row within its slice */
    int *start, *column; /* CSR; columns are counted from the first halo column */
    int entries;
    struct values value;
};

/* Where the points of the next coarser level are. They are of one color in a box. */
struct coarse_slices {
    int *first, *end;       /* [regions] the slices that may contain points */
    struct part_size upper; /* U of these slices */
};

struct layout {
    int slices, colors;
    int first_region[ZONES + 1]; /* the number of its first region for each zone */
    int *start; /* [regions * colors + 1] the first slice of a region and color */
    int *complete;       /* [regions] (regions.c) */
    struct slice *slice; /* [slices + 1] the last one has no rows */
    struct stored_columns column;
    struct values value, diagonal; /* of L and U; of D, [rows] */
    type_i8 *exponent; /* [rows] of the scales of the rows; NULL without i8 */
    struct part_size size[PARTS];
    struct halo_rows halo;
    int *point; /* [rows] row of the next coarser level, or -1 */
    struct coarse_slices coarse;
};

/* The number of colors, and the first row of color c, or the number of rows for the
 * color behind the last one. In natural order each row is a color of its own: a slow
 * way to sweep that needs much memory, and is meant for small tests. */
int layout_colors(const struct matrix *A);
int layout_color_row(const struct matrix *A, int c);

/* Sorts the slices, which are sorted by color, by zone and color: start[zone * colors + c]
 * is the first slice of a zone and color (zones.c). */
void sort_by_zone(const struct matrix *A, const struct csr *E,
                  struct layout *layout);
#endif
