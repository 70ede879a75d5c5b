/* opt/gpu/spmv.c - y = A x, one row per thread.
 *
 *   y = D x + L x + U x + H x                                                 (1.3)
 *
 * Cost: 2 nnz flops; A, x and y are each transferred once (slice_bytes.h).
 */
#include <exchange.h>
#include <slice.h>
#include "phase.h"

KERNEL_4_BLOCKS multiply(struct slices A, const real *x, struct vector y)
{
    FOR_ROWS(row, A)
        entry_store(y, row.i, (double)product(A, row, x));
}

void K(spmv)(const struct matrix *A, struct vector *x, struct vector *y)
{
    phase_begin(PHASE_SPMV, A->depth);
    exchange_begin(A, x);
    LAUNCH_ROWS(multiply, interior(A), reals(x), *y);
    exchange_end(A, x);
    LAUNCH_ROWS(multiply, boundary(A), reals(x), *y);
    phase_end(product_bytes(A) + (double)format_bytes(y->format) * A->n);
}
