/* common/measure/vendor.h - y = A x by a library of the GPU's vendor, for comparison
 * (make VENDOR=yes).
 *
 * The verb kernels times these products next to those of the tree. No solver calls
 * them.
 */
#ifndef MEMWALL_VENDOR_H
#define MEMWALL_VENDOR_H
#include "matrix.h"

enum vendor_storage { VENDOR_CSR, VENDOR_SLICED_ELL, VENDOR_STORAGES };

/* A square matrix in the storage of the library. */
struct vendor;

/* Returns 1 if the program has a library that can multiply A by vectors of this
 * format: f64 or f32, no columns of other ranks, fewer than 2^31 stored entries if
 * no row has more than 27. */
int vendor_multiplies(const struct matrix *A, enum format format);

/* Returns the matrix in device memory, with the values in the format. Ends the
 * program if a product differs from that of the entries of A. The caller frees it
 * with vendor_free. */
struct vendor *vendor_create(const struct csr *A, enum vendor_storage storage,
                             enum format format);
void vendor_free(struct vendor *v);

/* Computes y = A x, as one phase PHASE_SPMV. x and y have the format of the matrix. */
void vendor_spmv(const struct vendor *v, const struct vector *x, struct vector *y);
#endif
