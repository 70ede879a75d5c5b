/* opt/gpu/jacobi.c - one step of the damped Jacobi method, one row per thread.
 *
 *   y_i = x_i + omega (b_i - (A x)_i) / d_i                                  (12.4)
 *   y_i = omega b_i / d_i            the same for x = 0                      (12.5)
 *
 * Cost: a step 2 nnz + 4 n flops; A, b, x and y are each transferred once
 * (slice_bytes.h). For x = 0: 2 n flops; D, b and y.
 */
#include <exchange.h>
#include <slice.h>
#include "phase.h"

KERNEL_4_BLOCKS jacobi_step(struct slices A, acc omega, const real *b,
                            const real *x, real *y)
{
    FOR_ROWS(row, A) {
        const acc r = wide(b[row.i]) - product(A, row, x);
        y[row.i] = narrow(wide(x[row.i]) + omega * r / diagonal(A, row));
    }
}

KERNEL jacobi_start(struct slices A, acc omega, const real *b, real *y)
{
    FOR_ROWS(row, A)
        y[row.i] = narrow(omega * wide(b[row.i]) / diagonal(A, row));
}

void K(jacobi)(const struct matrix *A, double omega, const struct vector *b,
               struct vector *x, struct vector *y)
{
    if (!x) { /* x = 0 */
        phase_begin(PHASE_SWEEP_ZERO_GUESS, A->depth);
        LAUNCH_ROWS(jacobi_start, slices_of(A, 0, A->layout->slices), (acc)omega,
                    reals(b), reals(y));
        phase_end(slice_bytes(A) + 2.0 * A->n * sizeof(real));
        return;
    }
    phase_begin(PHASE_SWEEP, A->depth);
    exchange_begin(A, x);
    LAUNCH_ROWS(jacobi_step, interior(A), (acc)omega, reals(b), reals(x), reals(y));
    exchange_end(A, x);
    LAUNCH_ROWS(jacobi_step, boundary(A), (acc)omega, reals(b), reals(x), reals(y));
    phase_end(product_bytes(A) + 2.0 * A->n * sizeof(real));
}
