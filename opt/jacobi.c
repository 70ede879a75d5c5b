/* opt/jacobi.c - one step of the damped Jacobi method, one slice after the other.
 *
 *   y_i = x_i + omega (b_i - (A x)_i) / d_i                                  (12.4)
 *   x_i = omega b_i / d_i            the same with zero initial guess        (12.5)
 *
 * Cost: a step 2 nnz + 4 n flops; A, b, x and y are each transferred once (slice_bytes.h).
 * With zero initial guess 2 n flops; D, b and x.
 */
#include <exchange.h>
#include <slice.h>
#include "phase.h"

KERNEL jacobi_step(const struct layout *A, int first, int count, acc omega,
                   const real *b, const real *x, real *y)
{
    FOR_ALL(k, count) {
        const struct slice *s = &A->slice[first + k];
        const rows Ax = product(A, s, x), d = diagonal(A, s), bs = load_rows(s, b);
        rows xs = load_rows(s, x);
        FOR_VECTORS(v)
            xs.v[v] += omega * (bs.v[v] - Ax.v[v]) / d.v[v];
        store_rows(s, y, xs);
    }
}

void K(jacobi)(const struct matrix *A, double omega, const struct vector *b,
               struct vector *x, struct vector *y)
{
    phase_begin(PHASE_SWEEP, A->depth);
    exchange_begin(A, x);
    jacobi_step(INTERIOR(A), (acc)omega, reals(b), reals(x), reals(y));
    exchange_end(A, x);
    multiply_halo(A, x);
    jacobi_step(BOUNDARY(A), (acc)omega, reals(b), reals(x), reals(y));
    phase_end(product_flops(A) + 4.0 * A->n,
              product_bytes(A) + 2.0 * A->n * sizeof(real));
}

KERNEL jacobi_start(const struct layout *A, acc omega, const real *b, real *x)
{
    FOR_ALL(k, A->slices) {
        const struct slice *s = &A->slice[k];
        const rows d = diagonal(A, s);
        rows bs = load_rows(s, b);
        FOR_VECTORS(v)
            bs.v[v] = omega * bs.v[v] / d.v[v];
        store_rows(s, x, bs);
    }
}

void K(jacobi_zero_guess)(const struct matrix *A, double omega,
                          const struct vector *b, struct vector *x)
{
    phase_begin(PHASE_SWEEP_ZERO_GUESS, A->depth);
    jacobi_start(A->layout, (acc)omega, reals(b), reals(x));
    phase_end(2.0 * A->n, slice_bytes(A) + 2.0 * A->n * sizeof(real));
}
