/* docs/steps/ell/layout.h - how ell stores a matrix: sliced ELL by color.
 *
 * The rows of a color are consecutive and are divided into slices of SLICE rows. A slice
 * is stored as slice columns. Slice column k contains entry k of each row, so that the
 * numbers of neighboring rows are side by side in memory. A slice has as many slice
 * columns as its longest row has entries; the other rows are padded with zeros:
 *
 *   slice column      0    1    2   ...  width-1
 *   slice row 0     | a    a    a         a |   Entry k of row r has the number
 *   slice row 1     | a    a    a         0 |   (first + k) * SLICE + r in `value` and in
 *   ...             | a    a    0         0 |   `column`, where `first` counts the slice
 *   slice row 31    | a    a    a         0 |   columns before this slice.
 *
 * A padding zero has the column that the longest row has in this slice column. The last
 * slice of a color may have fewer rows than SLICE.
 *
 * The entries are those of A, with diagonal and halo columns. The diagonal is stored
 * a second time, because sweeps divide by it. Arrays that kernels read are in device memory.
 */
#ifndef MEMWALL_LAYOUT_H
#define MEMWALL_LAYOUT_H
#include <values.h>
#include "matrix.h"

enum { SLICE = 32 };

struct slice {
    int row, rows;    /* rows row .. row+rows-1, at most SLICE */
    int first, width; /* its slice columns, and those before it */
};

struct layout {
    int slices, colors;
    int *start;             /* [colors + 1] the first slice of each color */
    struct slice *slice;    /* [slices] */
    size_t entries;         /* with the padding */
    int *column;            /* [entries] */
    struct values value;    /* [entries] */
    struct values diagonal; /* [rows], if the matrix is square */
    type_i8 *exponent;      /* [rows] of the scales of the rows; NULL without i8 */
    int *point;             /* [rows] row of the next coarser level, or -1 */
};

/* The number of colors, and the first row of color c, or the number of rows for the
 * color after the last one. In natural order each row is a color of its own. */
int layout_colors(const struct matrix *A);
int layout_color_row(const struct matrix *A, int c);

/* Finds the width of each slice and stores the entries of E (columns.c). */
void columns_store(const struct csr *E, struct layout *layout, format_set need,
                   const type_i8 *exponent);
#endif
