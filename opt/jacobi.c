/* opt/jacobi.c - damped Jacobi.
 *
 *   zero guess     x_i = omega b_i / d_i                                     (12.5)
 *   one step       y_i = x_i + omega (b_i - s_i - d_i x_i) / d_i             (12.4)
 *                  s = (L + U + H) x
 *
 * Cost: with zero guess 2 n flops; b and the diagonal read, x written. A step 2 nnz +
 * 4 n flops; bytes: the stored values and indices, the diagonal, b and x read once,
 * y written once.
 *
 * Differs from ref: the layout; interior slices are computed during the halo
 * exchange.
 */
#include <exchange.h>
#include <half_product.h>
#include <rows.h>
#include "phase.h"

KERNEL jacobi_start(struct rows A, acc omega, const real *b, real *x)
{
    FOR_PACKS(p, A, F_STORE) {
        const pack bp = load_pack(p, b), d = diagonal(p);
        pack y;
        FOR_VECTORS(v)
            y.v[v] = omega * bp.v[v] / d.v[v];
        store_pack(p, x, y);
    }
}

void K(jacobi_zero_guess)(const struct matrix *A, double omega,
                          const struct vector *b, struct vector *x)
{
    phase_begin(PHASE_SWEEP_ZERO_GUESS, A->depth);
    LAUNCH_ROWS(jacobi_start, all_slices(A), (acc)omega, reals(b), reals(x));
    phase_end(2.0 * A->n,
              slice_bytes(A, sizeof(store)) + 2.0 * A->n * sizeof(real));
}

KERNEL_4_BLOCKS jacobi_step(struct rows A, acc omega, const real *b, const real *x,
                            real *y)
{
    FOR_PACKS(p, A, F_STORE) {
        const pack sum = off_diagonal(p, x), d = diagonal(p), xp = load_pack(p, x),
                   bp = load_pack(p, b);
        pack step;
        FOR_VECTORS(v)
            step.v[v] =
                xp.v[v] + omega * (bp.v[v] - sum.v[v] - d.v[v] * xp.v[v]) / d.v[v];
        store_pack(p, y, step);
    }
}

void K(jacobi)(const struct matrix *A, double omega, const struct vector *b,
               struct vector *x, struct vector *y)
{
    phase_begin(PHASE_SWEEP, A->depth);
    exchange_begin(A, x);
    const double of_half = half_product(A, x);
    LAUNCH_ROWS(jacobi_step, interior_slices(A), (acc)omega, reals(b), reals(x),
                reals(y));
    exchange_end(A, x);
    LAUNCH_ROWS(jacobi_step, boundary_slices(A), (acc)omega, reals(b), reals(x),
                reals(y));
    phase_end(product_flops(A) + 4.0 * A->n,
              product_bytes(A, sizeof(store), sizeof(real)) +
                  2.0 * A->n * sizeof(real) + of_half);
}
