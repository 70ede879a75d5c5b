/* opt/half_storage.h - half storage of a symmetric matrix: which slices may run together.
 *
 *   A = D + L + U + H with U = L'    D, L and H are stored, U is not
 *
 * The rows of U are the columns of L. While a kernel reads a_ij of row i in L, it can
 * also add the product with a_ji = a_ij to row j of U z:
 *
 *   (U z)_j = sum over i of a_ij z_i        row i scatters to its columns j    (25.1)
 *
 * Two rows that have a column in common write to the same sum. In order that the
 * result does not depend on the number of threads, the slices of a color are
 * divided into chunks of consecutive slices, and the chunks into batches: two chunks
 * of one batch never write to the same row. The batches of a color are executed one
 * after the other, the chunks of a batch in parallel, the slices of a chunk in their
 * order. Chunks and batches depend only on the matrix.
 *
 *   slices of a color   | 0 1 2 3 | 4 5 6 7 | 8 9 ...    chunk 0, chunk 1, chunk 2
 *   batch               |    0    |    1    |   0
 */
#ifndef MEMWALL_HALF_STORAGE_H
#define MEMWALL_HALF_STORAGE_H
#include <slices.h>

/* Divides the slices of each color into chunks and batches. L is filled. */
void half_storage_create(struct layout *layout, const struct csr *entries,
                         const struct slicing *slicing);
void half_storage_free(struct layout *layout);

/* Bytes that remain allocated, and those that only the division needs. */
size_t half_storage_kept(size_t rows, size_t slices);
size_t half_storage_peak(size_t rows);
#endif
