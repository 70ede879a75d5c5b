/* opt/jacobi.c - damped Jacobi, and the residual that multigrid restricts.
 *
 *   from zero   x_i = omega b_i / d_i                                         (12.5)
 *   a step      y_i = x_i + omega ((b - (L + U + H) x)_i / d_i - x_i)         (12.4)
 *   defect      r_i = (b - (L + U + H) x)_i - d_i x_i
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

#if ON_DEVICE
KERNEL K(jacobi_start)(int n, acc omega, const store *d, const real *b, real *x)
{
    FOR_ALL(i, n)
        x[i] = narrow(omega * wide(b[i]) / wide_s(d[i]));
}
#else
KERNEL K(jacobi_start)(int n, acc omega, const store *d, const real *b, real *x)
{
    FOR_ALL(k, n / LANES) {
        int i = k * LANES;
        K(put)(x + i, K(all)(omega) * K(load)(b + i) / K(load_store)(d + i));
    }
    for (int i = n - n % LANES; i < n; i++)
        x[i] = narrow(omega * wide(b[i]) / wide_s(d[i]));
}
#endif

void K(jacobi_zero)(const struct level *A, double omega, const struct vector *B,
                    struct vector *X)
{
    phase_begin(PHASE_SWEEP_ZERO, A->depth);
    LAUNCH(K(jacobi_start), A->n, A->n, (acc)omega,
           (const store *)A->layout->diag[F_STORE], (const real *)B->at, (real *)X->at);
    phase_end(2.0 * A->n, (sizeof(store) + 2 * sizeof(real)) * (double)A->n);
}

/* One row of a step, or of a defect where `step` is zero. */
DEVICE void K(jacobi_row)(const struct layout *L, const struct slice *S, int r, int step,
                          acc omega, int columns, const real *b, const real *x, real *y)
{
    const int i = K(row_of)(L, S, r);
    const acc xi = wide(x[i]), di = wide_s(((const store *)L->diag[F_STORE])[i]),
              rest = wide(b[i]) - K(sum_row)(L, S, r, F_STORE, F_REAL, x, columns);
    y[i] = narrow(step ? xi + omega * (rest / di - xi) : rest - di * xi);
}

#if !ON_DEVICE
/* The same for a slice. */
VECTOR void K(jacobi_slice)(const struct layout *L, const struct slice *S, int step,
                            acc omega, int columns, const real *b, const real *x, real *y)
{
    if (!K(is_whole)(L, S)) {
        for (int r = 0; r < S->rows; r++)
            K(jacobi_row)(L, S, r, step, omega, columns, b, x, y);
        return;
    }
    const store *d = (const store *)L->diag[F_STORE];
    vec sum[VECTORS];
    K(sum_slice)(L, S, F_STORE, F_REAL, x, columns, sum);
#pragma GCC unroll 8
    for (int v = 0; v < VECTORS; v++) {
        int i = S->row + v * LANES;
        vec xi = K(load)(x + i), di = K(load_store)(d + i),
            rest = K(load)(b + i) - sum[v];
        K(put)(y + i, step ? xi + omega * (rest / di - xi) : rest - di * xi);
    }
}
#endif

/* The slices first .. first+count-1. */
KERNEL K(jacobi_step)(LAYOUT got, int first, int count, acc omega, int columns,
                      const real *b, const real *x, real *y)
{
    const struct layout *L = RECEIVED(got);
#if ON_DEVICE
    FOR_ALL(k, count * L->height) {
        int r;
        const struct slice *S = K(slice_of)(L, first, k, &r);
        if (S)
            K(jacobi_row)(L, S, r, 1, omega, columns, b, x, y);
    }
#else
    FOR_ALL(s, count)
        K(jacobi_slice)(L, &L->slice[first + s], 1, omega, columns, b, x, y);
#endif
}

KERNEL K(jacobi_defect)(LAYOUT got, int first, int count, int columns, const real *b,
                        const real *x, real *y)
{
    const struct layout *L = RECEIVED(got);
#if ON_DEVICE
    FOR_ALL(k, count * L->height) {
        int r;
        const struct slice *S = K(slice_of)(L, first, k, &r);
        if (S)
            K(jacobi_row)(L, S, r, 0, 0, columns, b, x, y);
    }
#else
    FOR_ALL(s, count)
        K(jacobi_slice)(L, &L->slice[first + s], 0, 0, columns, b, x, y);
#endif
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
