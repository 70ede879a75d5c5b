/* tests/labs/slices-answer/side_by_side.h - the rows as sliced ELL.
 *
 * There are slices of SLICE rows. The rows of slice s are padded with zeros to the
 * longest row of the slice only:
 *
 *   entry k of row s * SLICE + lane:  value[f][e] in column col[e],
 *                                     e = start[s] + k * SLICE + lane
 */
#ifndef MEMWALL_SIDE_BY_SIDE_H
#define MEMWALL_SIDE_BY_SIDE_H
#include "csr.h"
#include "matrix.h"
#include <stddef.h>

#define SIDE_BY_SIDE "sliced ELL"

enum { SLICE = 8 };

struct side_by_side {
    int slices;           /* n / SLICE, rounded up */
    size_t *start;        /* [slices+1] */
    size_t entries;       /* start[slices], with padding */
    int *col;             /* [entries] */
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
