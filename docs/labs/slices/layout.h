/* docs/labs/slices/layout.h - CSR, and ELL for products: where lab 1 starts.
 *
 *   row i has the entries e = ptr[i] .. ptr[i+1]-1: value[f][e] in column col[e]
 *
 * The values are stored once for each format f that is needed. If the matrix is
 * used for Gauss-Seidel sweeps, its rows are also sorted by wavefront (schedule.h):
 *
 *   wavefront w has the rows
 *       wavefront_row[wavefront_start[w] .. wavefront_start[w+1]-1]
 *
 * For y = A x the rows are stored a second time, side by side (ELL). Every row has
 * `width` entries, those of the longest row; shorter rows are padded with zeros:
 *
 *   entry k of row i:  ell_value[f][k * n + i] in column ell_col[k * n + i]
 *
 * All arrays but wavefront_start are in device memory.
 */
#ifndef MEMWALL_LAYOUT_H
#define MEMWALL_LAYOUT_H
#include "format.h"
#include <stddef.h>

struct layout {
    size_t *ptr;             /* [n+1] */
    int *col;                /* [nonzeros] */
    void *value[FORMATS];    /* [nonzeros], NULL where the format is not needed */
    void *diagonal[FORMATS]; /* [n], of a square matrix; NULL likewise */
    int wavefronts;
    int *wavefront_start; /* [wavefronts+1], in host memory */
    int *wavefront_row;   /* [n] */
    void *product; /* [n] A z, stored by restriction by injection (restrict.c) */
    int width;     /* entries of the longest row */
    int *ell_col;  /* [width * n] */
    void *ell_value[FORMATS]; /* [width * n], NULL where not needed */
};
#endif
