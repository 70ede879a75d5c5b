/* opt/columns.h - how the columns of the entries of L and U are stored: one byte each.
 *
 *   narrow slice column   base and distance[r]: row r has an entry in column
 *                         base + distance[r]. An entry costs one byte, and the slice
 *                         column 4 bytes more.
 *   wide slice column     index[r]: the column itself, 4 bytes for each entry
 *
 *              | narrow slice columns | wide slice columns |   of a part of a slice
 *   base       one number each
 *   distance   SLICE bytes each
 *   index                             SLICE numbers each
 *
 * A slice column is narrow if the columns of neighboring rows are so close together
 * that each group of rows that is computed together reads x from two neighboring SIMD
 * vectors (WINDOW). Kernels then load these two vectors and select the entries with one
 * permutation, instead of a gather instruction (load_columns.h). Only the columns of
 * the entries decide, so that this is possible for any matrix.
 *
 * A tree that stores columns in another way replaces columns.c, columns.h and
 * load_columns.h.
 */
#ifndef MEMWALL_COLUMNS_H
#define MEMWALL_COLUMNS_H
#include <stddef.h>

struct csr;
struct layout;
struct matrix;

enum part { LOWER, UPPER, PARTS };

struct slice_part {
    int narrow, wide;             /* slice columns of each kind */
    int first_narrow, first_wide; /* slice columns before them, in all slices */
};

struct stored_columns {
    int *base;               /* [narrow slice columns] */
    unsigned char *distance; /* [narrow slice columns * SLICE] */
    int *index;              /* [wide slice columns * SLICE] */
    size_t wide[PARTS];      /* wide slice columns of all slices */
};

/* Decides which entries of E = L + U + ... share a slice column of layout L, stores the
 * columns of these entries and returns their values, padded with zeros (layout.h). The
 * caller frees the result with mem_free. */
double *columns_store(const struct matrix *A, const struct csr *E,
                      struct layout *L);
void columns_free(struct stored_columns *c);

/* The bytes of the columns of one part of all slices, and of `entries` entries whose
 * slice columns are narrow. */
double columns_bytes(const struct layout *L, enum part part);
size_t columns_cost(size_t entries);
#endif
