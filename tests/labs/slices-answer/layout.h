/* tests/labs/slices-answer/layout.h - CSR, and sliced ELL for products.
 *
 *   row i has the entries e = ptr[i] .. ptr[i+1]-1: value[f][e] in column col[e]
 *
 * The values are stored once for each format f that is needed. If the matrix is
 * used for Gauss-Seidel sweeps, its rows are also sorted by wavefront (schedule.h):
 *
 *   wavefront w has the rows
 *       wavefront_row[wavefront_start[w] .. wavefront_start[w+1]-1]
 *
 * For y = A x the rows are stored a second time, in slices of SLICE rows. The rows
 * of slice s are padded with zeros to the longest row of the slice only:
 *
 *   entry k of row s * SLICE + lane:  ell_value[f][e] in column ell_col[e],
 *                                     e = slice_start[s] + k * SLICE + lane
 *
 * All arrays but wavefront_start are in device memory.
 */
#ifndef MEMWALL_LAYOUT_H
#define MEMWALL_LAYOUT_H
#include "format.h"
#include <stddef.h>

enum { SLICE = 8 };

struct layout {
    size_t *ptr;             /* [n+1] */
    int *col;                /* [nonzeros] */
    void *value[FORMATS];    /* [nonzeros], NULL where the format is not needed */
    void *diagonal[FORMATS]; /* [n], of a square matrix; NULL likewise */
    int wavefronts;
    int *wavefront_start; /* [wavefronts+1], in host memory */
    int *wavefront_row;   /* [n] */
    void *product; /* [n] A z, stored by restriction by injection (restrict.c) */
    int slices;    /* n / SLICE, rounded up */
    size_t *slice_start;      /* [slices+1] */
    size_t ell_entries;       /* slice_start[slices], with padding */
    int *ell_col;             /* [ell_entries] */
    void *ell_value[FORMATS]; /* [ell_entries], NULL where not needed */
};
#endif
