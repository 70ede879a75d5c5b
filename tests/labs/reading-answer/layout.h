/* tests/labs/reading-answer/layout.h - CSR with the entries of L first in each row.
 *
 *   row i has the entries e = ptr[i] .. ptr[i+1]-1: value[f][e] in column col[e]
 *
 * The values are stored once for each format f that is needed. If the matrix is
 * used for Gauss-Seidel sweeps, its rows are also sorted by wavefront (schedule.h):
 *
 *   wavefront w has the rows
 *       wavefront_row[wavefront_start[w] .. wavefront_start[w+1]-1]
 *
 * The first lower[i] entries of row i are those of L: local columns j < i. All
 * arrays but wavefront_start are in device memory.
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
    int *wavefront_start;  /* [wavefronts+1], in host memory */
    int *wavefront_row;    /* [n] */
    void *product;         /* NULL: restriction needs no A z */
    int *lower;            /* [n] entries of L of each row; NULL without sweeps */
    size_t lower_nonzeros; /* their sum */
};
#endif
