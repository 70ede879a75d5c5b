/* tests/labs/columns-answer/layout.h - CSR, and slices with implicit columns.
 *
 *   row i has the entries e = ptr[i] .. ptr[i+1]-1: value[f][e] in column col[e]
 *
 * The values are stored once for each format f that is needed. If the matrix is
 * used for Gauss-Seidel sweeps, its rows are also sorted by wavefront (schedule.h):
 *
 *   wavefront w has the rows
 *       wavefront_row[wavefront_start[w] .. wavefront_start[w+1]-1]
 *
 * For y = A x the rows are stored a second time, in slices of SLICE rows. Slice s
 * has implicit slice columns, whose entries are in column row + offset, and then
 * explicit ones, which store an index for each row. For slice column k of a slice:
 *
 *   value    ell_value[f][(offset_start[s] + col_start[s] + k) * SLICE + lane]
 *   offset   offset[offset_start[s] + k]                     of an implicit one
 *   index    ell_col[(col_start[s] + k) * SLICE + lane]      of an explicit one
 *
 * All arrays but wavefront_start are in device memory.
 */
#ifndef MEMWALL_LAYOUT_H
#define MEMWALL_LAYOUT_H
#include "format.h"
#include <stddef.h>

enum { SLICE = 16 };

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
    int *offset_start; /* [slices+1] implicit slice columns before slice s */
    int *col_start;    /* [slices+1] explicit slice columns before slice s */
    size_t offsets, indices,
        ell_entries; /* lengths of offset, ell_col, ell_value */
    int *offset, *ell_col;
    void *ell_value[FORMATS]; /* [ell_entries], NULL where not needed */
};
#endif
