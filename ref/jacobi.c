/* ref/jacobi.c - one step of the damped Jacobi method.
 *
 *   y_i = x_i + omega (b_i - sum_j a_ij x_j) / a_ii                     (12.4)
 *   x_i = omega b_i / a_ii          the same with zero initial guess    (12.5)
 *
 * Every row reads the old x, so the result is a second vector.
 *
 * cost: a step 2 nnz + 4 n flops; A, its diagonal, b, x and y are each transferred
 *       once (rows.h). With zero initial guess 2 n flops; the diagonal, b and x.
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

void K(jacobi)(const struct matrix *A, double omega, const struct vector *b,
               struct vector *x, struct vector *y)
{
    phase_begin(PHASE_SWEEP, A->depth);
    exchange(A, x); /* fills the halo entries of x */
    LAUNCH(jacobi_step, A->n, rows_of(A), (acc)omega, reals(b), reals(x), reals(y));
    const double n = A->n;
    phase_end(product_flops(A) + 4 * n,
              product_bytes(A) + (sizeof(store) + 2 * sizeof(real)) * n);
}

KERNEL jacobi_start(struct rows A, acc omega, const real *b, real *x)
{
    FOR_ALL(i, A.n)
        x[i] = narrow(omega * wide(b[i]) / diagonal(A, i));
}

void K(jacobi_zero_guess)(const struct matrix *A, double omega,
                          const struct vector *b, struct vector *x)
{
    phase_begin(PHASE_SWEEP_ZERO_GUESS, A->depth);
    LAUNCH(jacobi_start, A->n, rows_of(A), (acc)omega, reals(b), reals(x));
    const double n = A->n;
    phase_end(2 * n, (sizeof(store) + 2 * sizeof(real)) * n);
}
