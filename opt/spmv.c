/* opt/spmv.c - y = A x, one slice after the other.
 *
 *   y = D x + L x + U x + H x                                                 (1.3)
 *
 * Cost: 2 nnz flops; A, x and y are each transferred once (slice_bytes.h).
 *
 * Differs from ref: interior slices are computed during the halo exchange.
 */
#include <exchange.h>
#include <slice.h>
#include "phase.h"

KERNEL multiply(const struct layout *A, int first, int count, const real *x,
                struct vector y)
{
    FOR_ALL(k, count) {
        const struct slice *s = &A->slice[first + k];
        store_result(s, y, product(A, s, x));
    }
}

void K(spmv)(const struct matrix *A, struct vector *x, struct vector *y)
{
    phase_begin(PHASE_SPMV, A->depth);
    exchange_begin(A, x);
    multiply(INTERIOR(A), reals(x), *y);
    exchange_end(A, x);
    multiply_halo(A, x);
    multiply(BOUNDARY(A), reals(x), *y);
    phase_end(product_flops(A),
              product_bytes(A) + (double)format_bytes(y->format) * A->n);
}
