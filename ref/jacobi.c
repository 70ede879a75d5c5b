/* ref/jacobi.c - damped Jacobi, and the residual that multigrid restricts.
 *
 *   from zero   x_i = omega b_i / a_ii                                        (12.5)
 *   a step      y_i = x_i + omega (b_i - sum_j a_ij x_j) / a_ii               (12.4)
 *   defect      r_i = b_i - sum_j a_ij x_j
 *
 * A step goes from one vector to another: every row reads the old x.
 *
 * cost: from zero n flops; b, the diagonal read, x written. A step 2 Z + 4 n flops, a
 *       defect 2 Z: Z (value + 4) + 8 n bytes of matrix, b, x (and the diagonal) read
 *       once, y written once.
 */
#include <exchange.h>
#include <layout.h>
#include "kernels.h"
#include "phase.h"
#include "real.h"
#include "words.h"

KERNEL K(jacobi_start)(int n, acc omega, const store *restrict diag,
                       const real *restrict b, real *restrict x)
{
    FOR_ALL(i, n)
        x[i] = narrow(omega * wide(b[i]) / wide_s(diag[i]));
}

void K(jacobi_zero)(const struct level *A, double omega, const struct vector *B,
                    struct vector *X)
{
    phase_begin(PHASE_SWEEP_ZERO, A->depth);
    LAUNCH(K(jacobi_start), A->n, A->n, (acc)omega,
           (const store *)A->layout->diag[F_STORE], (const real *)B->at, (real *)X->at);
    phase_end(2.0 * A->n, (sizeof(store) + 2 * sizeof(real)) * (double)A->n);
}

DEVICE acc K(row_defect)(int i, const size_t *restrict ptr, const int *restrict col,
                         const store *restrict a, const real *restrict b,
                         const real *restrict x)
{
    acc sum = wide(b[i]);
    for (size_t e = ptr[i]; e < ptr[i + 1]; e++)
        sum -= wide_s(a[e]) * wide(x[col[e]]);
    return sum;
}

KERNEL K(jacobi_step)(int n, acc omega, const size_t *restrict ptr,
                      const int *restrict col, const store *restrict a,
                      const store *restrict diag, const real *restrict b,
                      const real *restrict x, real *restrict y)
{
    FOR_ALL(i, n)
        y[i] = narrow(wide(x[i]) +
                      omega * K(row_defect)(i, ptr, col, a, b, x) / wide_s(diag[i]));
}

KERNEL K(jacobi_defect)(int n, const size_t *restrict ptr, const int *restrict col,
                        const store *restrict a, const real *restrict b,
                        const real *restrict x, real *restrict r)
{
    FOR_ALL(i, n)
        r[i] = narrow(K(row_defect)(i, ptr, col, a, b, x));
}

static double K(jacobi_matrix)(const struct level *A)
{
    return (double)A->nonzeros * (sizeof(store) + 4) + 8.0 * A->n;
}

void K(jacobi)(const struct level *A, double omega, const struct vector *B,
               struct vector *X, struct vector *Y)
{
    phase_begin(PHASE_SWEEP, A->depth);
    K(exchange)(A, X);
    const struct layout *L = A->layout;
    LAUNCH(K(jacobi_step), A->n, A->n, (acc)omega, L->ptr, L->col,
           (const store *)L->val[F_STORE], (const store *)L->diag[F_STORE],
           (const real *)B->at, (const real *)X->at, (real *)Y->at);
    phase_end(2.0 * (double)A->nonzeros + 4.0 * A->n,
              K(jacobi_matrix)(A) + sizeof(store) * (double)A->n +
                  sizeof(real) * (3.0 * A->n + A->halo_n));
}

void K(defect)(const struct level *A, const struct vector *B, struct vector *X,
               struct vector *R)
{
    phase_begin(PHASE_RESIDUAL, A->depth);
    K(exchange)(A, X);
    const struct layout *L = A->layout;
    LAUNCH(K(jacobi_defect), A->n, A->n, L->ptr, L->col, (const store *)L->val[F_STORE],
           (const real *)B->at, (const real *)X->at, (real *)R->at);
    phase_end(2.0 * (double)A->nonzeros,
              K(jacobi_matrix)(A) + sizeof(real) * (3.0 * A->n + A->halo_n));
}
