/* opt/gpu/residual.c - the residual r = b - A x, one row per thread.
 *
 *   r_i = b_i - (D x + L x + U x + H x)_i                                     (1.2)
 *
 * Cost: 2 nnz flops; A, b, x and r are each transferred once (slice_bytes.h).
 */
#include <exchange.h>
#include <slice.h>
#include "phase.h"

KERNEL_4_BLOCKS subtract(struct slices A, const real *b, const real *x, real *r)
{
    FOR_ROWS(row, A)
        r[row.i] = narrow(wide(b[row.i]) - product(A, row, x));
}

void K(residual)(const struct matrix *A, const struct vector *b, struct vector *x,
                 struct vector *r)
{
    phase_begin(PHASE_RESIDUAL, A->depth);
    exchange_begin(A, x);
    LAUNCH_ROWS(subtract, interior(A), reals(b), reals(x), reals(r));
    exchange_end(A, x);
    LAUNCH_ROWS(subtract, boundary(A), reals(b), reals(x), reals(r));
    phase_end(product_bytes(A) + 2.0 * A->n * sizeof(real));
}
