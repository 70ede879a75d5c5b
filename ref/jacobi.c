/* ref/jacobi.c - one step of the damped Jacobi method.
 *
 *   y_i = x_i + omega (b_i - sum_j a_ij x_j) / a_ii                     (12.5)
 *   y_i = omega b_i / a_ii          the same for x = 0                  (12.6)
 *
 * Every row reads the old x, so the result is a second vector.
 *
 * cost: a step 2 nnz + 4 n flops; A, its diagonal, b, x and y are each transferred
 *       once (rows.h). For x = 0: 2 n flops; the diagonal, b and y.
 */
#include <exchange.h>
#include <rows.h>
#include "phase.h"

KERNEL jacobi_step(struct rows A, acc omega, const real *b, const real *x, real *y)
{
    FOR_ALL(i, A.n)
        y[i] =
            narrow(wide(x[i]) + omega * row_residual(A, i, b, x) / diagonal(A, i));
}

KERNEL jacobi_start(struct rows A, acc omega, const real *b, real *y)
{
    FOR_ALL(i, A.n)
        y[i] = narrow(omega * wide(b[i]) / diagonal(A, i));
}

void K(jacobi)(const struct matrix *A, double omega, const struct vector *b,
               struct vector *x, struct vector *y)
{
    const double n = A->n;
    if (!x) { /* x = 0 */
        phase_begin(PHASE_SWEEP_ZERO_GUESS, A->level);
        LAUNCH(jacobi_start, A->n, rows_of(A), (acc)omega, reals(b), reals(y));
        phase_end((sizeof(store) + 2 * sizeof(real)) * n);
        return;
    }
    phase_begin(PHASE_SWEEP, A->level);
    exchange(A, x); /* fills the halo entries of x */
    LAUNCH(jacobi_step, A->n, rows_of(A), (acc)omega, reals(b), reals(x), reals(y));
    phase_end(product_bytes(A) + (sizeof(store) + 2 * sizeof(real)) * n);
}
