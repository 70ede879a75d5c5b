/* docs/labs/slices/side_by_side.h - the rows as ELL: where lab 1 starts.
 *
 * Every row has `width` entries, those of the longest row; shorter rows are padded
 * with zeros:
 *
 *   entry k of row i:  value[f][k * n + i] in column col[k * n + i]
 */
#ifndef MEMWALL_SIDE_BY_SIDE_H
#define MEMWALL_SIDE_BY_SIDE_H
#include "csr.h"
#include "matrix.h"
#include <stddef.h>

#define SIDE_BY_SIDE "ELL"

struct side_by_side {
    int width;            /* entries of the longest row */
    int *col;             /* [width * n] */
    void *value[FORMATS]; /* [width * n], NULL where not needed */
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
