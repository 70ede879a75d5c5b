/* opt/jacobi.c - damped Jacobi, and the residual that multigrid restricts.
 *
 *   from zero   x_i = omega b_i / d_i                                         (12.5)
 *   a step      y_i = x_i + omega (b - D x - (L + U + H) x)_i / d_i           (12.4)
 *   defect      r_i = (b - D x - (L + U + H) x)_i
 *
 * cost: from zero n flops; b, the diagonal read, x written. A step 2 Z + 4 n flops, a
 *       defect 2 Z: the layout's values and indices, the diagonal, b and x read once, y
 *       written once
 *
 * Differs from ref: the layout; slices without halo entries are done while those travel.
 */
#include <exchange.h>
#include <sums.h>
#include "kernels.h"
#include "phase.h"

KERNEL K(jacobi_start)(int n, acc omega, const store *d, const real *b, real *x)
{
    FOR_ALL(k, PIECES(n)) {
        const struct rows at = K(piece_of)(n, k);
        FOR_FEW(v, at) {
            const few bi = K(get)(at, v, F_REAL, b), di = K(get)(at, v, F_STORE, d);
            K(set)(at, v, F_REAL, x, omega * bi / di);
        }
    }
}

void K(jacobi_zero)(const struct level *A, double omega, const struct vector *B,
                    struct vector *X)
{
    phase_begin(PHASE_SWEEP_ZERO, A->depth);
    LAUNCH(K(jacobi_start), A->n, A->n, (acc)omega,
           (const store *)A->layout->diag[F_STORE], (const real *)B->at, (real *)X->at);
    phase_end(2.0 * A->n, (sizeof(store) + 2 * sizeof(real)) * (double)A->n);
}

/* The slices first .. first+count-1. */
KERNEL K(jacobi_step)(LAYOUT got, int first, int count, acc omega, int columns,
                      const real *b, const real *x, real *y)
{
    const struct layout *L = RECEIVED(got);
    FOR_ALL(k, count * LANES_A_SLICE(L)) {
        const struct rows at = K(rows_of)(L, first, k);
        few sum[FEWS];
        K(sum_rows)(L, at, F_STORE, F_REAL, x, columns, sum);
        FOR_FEW(v, at) {
            const few xi = K(get)(at, v, F_REAL, x), ri = K(rest)(L, at, v, sum, b, x),
                      di = K(get)(at, v, F_STORE, L->diag[F_STORE]);
            K(set)(at, v, F_REAL, y, xi + omega * ri / di);
        }
    }
}

KERNEL K(jacobi_defect)(LAYOUT got, int first, int count, int columns, const real *b,
                        const real *x, real *r)
{
    const struct layout *L = RECEIVED(got);
    FOR_ALL(k, count * LANES_A_SLICE(L)) {
        const struct rows at = K(rows_of)(L, first, k);
        few sum[FEWS];
        K(sum_rows)(L, at, F_STORE, F_REAL, x, columns, sum);
        FOR_FEW(v, at)
            K(set)(at, v, F_REAL, r, K(rest)(L, at, v, sum, b, x));
    }
}

static double K(jacobi_bytes)(const struct level *A)
{
    return K(part_bytes)(A->layout, LOWER) + K(part_bytes)(A->layout, UPPER) +
           K(frame_bytes)(A) + K(halo_bytes)(A) + 3.0 * A->n * sizeof(real);
}

void K(jacobi)(const struct level *A, double omega, const struct vector *B,
               struct vector *X, struct vector *Y)
{
    phase_begin(PHASE_SWEEP, A->depth);
    const struct layout *L = A->layout;
    const int early = L->color_first[L->colors], late = L->slices - early;
    const real *b = (const real *)B->at, *x = (const real *)X->at;
    real *y = (real *)Y->at;
    K(exchange_begin)(A, X);
    LAUNCH(K(jacobi_step), early * LANES_A_SLICE(L), PASS(L), 0, early, (acc)omega,
           A->columns, b, x, y);
    K(exchange_end)(A, X);
    LAUNCH(K(jacobi_step), late * LANES_A_SLICE(L), PASS(L), early, late, (acc)omega,
           A->columns, b, x, y);
    phase_end(2.0 * (double)A->nonzeros + 4.0 * A->n, K(jacobi_bytes)(A));
}

void K(defect)(const struct level *A, const struct vector *B, struct vector *X,
               struct vector *R)
{
    phase_begin(PHASE_RESIDUAL, A->depth);
    const struct layout *L = A->layout;
    const int early = L->color_first[L->colors], late = L->slices - early;
    const real *b = (const real *)B->at, *x = (const real *)X->at;
    real *r = (real *)R->at;
    K(exchange_begin)(A, X);
    LAUNCH(K(jacobi_defect), early * LANES_A_SLICE(L), PASS(L), 0, early, A->columns, b,
           x, r);
    K(exchange_end)(A, X);
    LAUNCH(K(jacobi_defect), late * LANES_A_SLICE(L), PASS(L), early, late, A->columns, b,
           x, r);
    phase_end(2.0 * (double)A->nonzeros, K(jacobi_bytes)(A));
}
