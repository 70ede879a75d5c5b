/* tests/labs/columns-answer/side_by_side.h - slices with implicit columns.
 *
 * There are slices of SLICE rows. Slice s has implicit slice columns, whose entries
 * are in column row + offset, and then explicit ones, which store an index for each
 * row. For slice column k of a slice:
 *
 *   value    value[f][(offset_start[s] + col_start[s] + k) * SLICE + lane]
 *   offset   offset[offset_start[s] + k]                 of an implicit one
 *   index    col[(col_start[s] + k) * SLICE + lane]      of an explicit one
 */
#ifndef MEMWALL_SIDE_BY_SIDE_H
#define MEMWALL_SIDE_BY_SIDE_H
#include "csr.h"
#include "matrix.h"
#include <stddef.h>

#define SIDE_BY_SIDE "implicit columns"

enum { SLICE = 16 };

struct side_by_side {
    int slices;        /* n / SLICE, rounded up */
    int *offset_start; /* [slices+1] implicit slice columns before slice s */
    int *col_start;    /* [slices+1] explicit slice columns before slice s */
    size_t offsets, indices, entries; /* lengths of offset, col, value */
    int *offset, *col;
    void *value[FORMATS]; /* [entries], NULL where not needed */
};

/* Stores the rows of A, the values in each format of `need`; frees the arrays. */
void side_by_side_create(struct side_by_side *S, const struct csr *A,
                         format_set need);
void side_by_side_free(struct side_by_side *S);

/* stored[f] = the numbers in format f, for each f of `need`. Consumes `number`.
 * (layout.c) */
void store_in_formats(void *stored[FORMATS], double *number, size_t count,
                      format_set need, const char *what);
#endif
