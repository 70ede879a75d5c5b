/* docs/steps/less/columns.h - how the columns of the entries of L and U are stored: an index
 * of 4 bytes for each entry.
 *
 * The entries of a row keep their order. Slice column k of a part contains entry k of each
 * row in this part; a part has as many slice columns as its longest row has entries.
 *
 * Differs from ell: L and U have slice columns of their own.
 */
#ifndef MEMWALL_COLUMNS_H
#define MEMWALL_COLUMNS_H
#include <stddef.h>

struct csr;
struct layout;
struct matrix;

enum part { LOWER, UPPER, PARTS };

struct slice_part {
    int first, width; /* its slice columns, and those before them, in all slices */
};

struct stored_columns {
    int *index; /* [slice columns * SLICE] */
};

/* Stores the columns of the entries of L and U, without halo columns, and returns their
 * values, padded with zeros (layout.h). The caller frees the result with mem_free. */
double *columns_store(const struct matrix *A, const struct csr *E,
                      struct layout *layout);
void columns_free(struct stored_columns *c);

/* The slice columns of a part of a slice, and the bytes of their columns. */
int slice_part_width(const struct slice_part *p);
double slice_part_bytes(const struct slice_part *p);
#endif
