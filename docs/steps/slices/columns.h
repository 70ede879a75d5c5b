/* docs/steps/slices/columns.h - how the columns of the entries of L and U are stored: an index
 * of 4 bytes for each entry.
 *
 * The entries of a row keep the order that they have in CSR. Entry k of row r is in slice
 * column k; a part of a slice has as many slice columns as its longest row has entries.
 *
 *              slice column 0        slice column 1        ...
 *   index    | row 0 1 2 ... 31    | row 0 1 2 ... 31    | ...    of a part of a slice
 *   value    | row 0 1 2 ... 31    | row 0 1 2 ... 31    | ...
 *
 * Differs from docs/steps/narrow, where an index has one byte.
 */
#ifndef MEMWALL_COLUMNS_H
#define MEMWALL_COLUMNS_H
#include <stddef.h>

struct csr;
struct layout;
struct matrix;

enum part { LOWER, UPPER, PARTS };

struct slice_part {
    int width; /* slice columns */
    int first; /* slice columns before them, in all slices */
};

struct stored_columns {
    int *index; /* [slice columns * SLICE] */
};

/* Stores the columns of the entries of E = L + U + ... and returns their values, padded
 * with zeros (layout.h). The caller frees the result with mem_free. */
double *columns_store(const struct matrix *A, const struct csr *E,
                      struct layout *L);
void columns_free(struct stored_columns *c);

/* As in opt/columns.h. */
int slice_part_width(const struct slice_part *p);
double slice_part_bytes(const struct slice_part *p);
#endif
