/* ref/spmv.c - y = A x and r = b - A x, a row at a time through CSR.
 *
 *   y_i = sum_j a_ij x_j   (in 1.3),   r_i = b_i - sum_j a_ij x_j   (1.2)
 *
 * cost: 2 Z flops; Z (value + 4) + 8 n bytes of matrix, x read once, y written once;
 *       for the residual also b read once, r read again for its norm, 3 n flops
 */
#include <exchange.h>
#include <layout.h>
#include <multiply.h>
#include <squares.h>
#include "kernels.h"
#include "phase.h"
#include "real.h"
#include "words.h"
#include <math.h>

void K(spmv)(const struct level *A, struct vector *X, struct vector *Y)
{
    phase_begin(PHASE_SPMV, A->depth);
    K(exchange)(A, X);
    const struct layout *L = A->layout;
    LAUNCH(K(multiply), A->n, A->n, L->ptr, L->col, (const store *)L->val[F_STORE],
           (const real *)X->at, (real *)Y->at);
    double Z = (double)A->nonzeros, n = A->n;
    phase_end(2 * Z, Z * (sizeof(store) + 4) + 8 * n +
                         sizeof(real) * (n + A->columns + A->halo_n));
}

KERNEL K(subtract)(int n, const size_t *restrict ptr, const int *restrict col,
                   const store *restrict a, const real *restrict b,
                   const real *restrict x, real *restrict r)
{
    FOR_ALL(i, n) {
        acc sum = wide(b[i]);
        for (size_t e = ptr[i]; e < ptr[i + 1]; e++)
            sum -= wide_s(a[e]) * wide(x[col[e]]);
        r[i] = narrow(sum);
    }
}

double K(residual)(const struct level *A, const struct vector *B, struct vector *X,
                   struct vector *R)
{
    phase_begin(PHASE_RESIDUAL, A->depth);
    K(exchange)(A, X);
    const struct layout *L = A->layout;
    real *r = (real *)R->at;
    LAUNCH(K(subtract), A->n, A->n, L->ptr, L->col, (const store *)L->val[F_STORE],
           (const real *)B->at, (const real *)X->at, r);
    TEAM_LAUNCH(K(squares), tiles(A->n), A->n, r, A->partial);
    double squares;
    sum_tiles(A->partial, tiles(A->n), 1, &squares, A->halo.comm);
    double Z = (double)A->nonzeros, n = A->n;
    phase_end(2 * Z + 3 * n, Z * (sizeof(store) + 4) + 8 * n +
                                 sizeof(real) * (3 * n + A->columns + A->halo_n));
    return sqrt(squares);
}
