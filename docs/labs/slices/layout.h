/* docs/labs/slices/layout.h - CSR, and the rows side by side for products.
 *
 *   row i has the entries e = ptr[i] .. ptr[i+1]-1: value[f][e] in column col[e]
 *
 * The values are stored once for each format f that is needed. If the matrix is
 * used for Gauss-Seidel sweeps, its rows are also sorted by wavefront (schedule.h):
 *
 *   wavefront w has the rows
 *       wavefront_row[wavefront_start[w] .. wavefront_start[w+1]-1]
 *
 * For y = A x the rows are stored a second time (side_by_side.h). All arrays but
 * wavefront_start are in device memory.
 */
#ifndef MEMWALL_LAYOUT_H
#define MEMWALL_LAYOUT_H
#include <side_by_side.h>

struct layout {
    size_t *ptr;             /* [n+1] */
    int *col;                /* [nonzeros] */
    void *value[FORMATS];    /* [nonzeros], NULL where the format is not needed */
    void *diagonal[FORMATS]; /* [n], of a square matrix; NULL likewise */
    int wavefronts;
    int *wavefront_start; /* [wavefronts+1], in host memory */
    int *wavefront_row;   /* [n] */
    void *product; /* [n] A z, stored by restriction by injection (restrict.c) */
    struct side_by_side product_rows;
};
#endif
