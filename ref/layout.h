/* ref/layout.h - how ref stores a matrix: compressed sparse rows (CSR).
 *
 *   row i has the entries e = ptr[i] .. ptr[i+1]-1: value[f][e] in column col[e]
 *
 * The values are stored once for each format f that is needed. In i8 they are integers,
 * which scale[i] multiplies (row_scale.h). If the matrix is
 * used for Gauss-Seidel sweeps, its rows are also sorted by wavefront (schedule.h):
 *
 *   wavefront w has the rows
 *       wavefront_row[wavefront_start[w] .. wavefront_start[w+1]-1]
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
    void *scale;             /* [n] in bf16, of the rows in i8; NULL likewise */
    int wavefronts;
    int *wavefront_start; /* [wavefronts+1], in host memory */
    int *wavefront_row;   /* [n] */
    void *product; /* [n] A z, stored by restriction by injection (restrict.c) */
};
#endif
