/* ref/interpolate.c - between a level and the next coarser one, by matrices.
 *
 *   prolongation   z += alpha P zc       P in the format of zc     (12.6)
 *   restriction    rc = R r              R in the format of r      (12.7)
 *
 * Each product is taken in the format of the level that it leaves, and rounded to that of
 * the level it reaches.
 *
 * cost: 2 Z flops (+ 2 n for alpha); Z (value + 4) + 8 n bytes of matrix; zc read once, z
 *       read and written once; r read once, rc written once
 */
#include <exchange.h>
#include <layout.h>
#include <narrow_exchange.h>
#include "kernels.h"
#include "phase.h"
#include "real.h"
#include "words.h"

NARROW_DECLARE(exchange, (const struct level *A, struct vector *x));

KERNEL K(add_product)(int n, acc alpha, const size_t *restrict ptr,
                      const int *restrict col, const store *restrict p,
                      const store *restrict zc, real *restrict z)
{
    FOR_ALL(i, n) {
        acc sum = 0;
        for (size_t e = ptr[i]; e < ptr[i + 1]; e++)
            sum += wide_s(p[e]) * wide_s(zc[col[e]]);
        z[i] = narrow(wide(z[i]) + alpha * sum);
    }
}

void K(interpolate)(const struct level *P, double alpha, struct vector *ZC,
                    struct vector *Z)
{
    phase_begin(PHASE_PROLONG, P->depth);
    NARROW(exchange)(P, ZC);
    const struct layout *L = P->layout;
    LAUNCH(K(add_product), P->n, P->n, (acc)alpha, L->ptr, L->col,
           (const store *)L->val[F_STORE], (const store *)ZC->at, (real *)Z->at);
    double nnz = (double)P->nonzeros, n = P->n;
    phase_end(2 * nnz + 2 * n, nnz * (sizeof(store) + 4) + 8 * n + 2 * sizeof(real) * n +
                                   sizeof(store) * (double)(P->columns + P->halo_n));
}

KERNEL K(cast_product)(int n, const size_t *restrict ptr, const int *restrict col,
                       const real *restrict a, const real *restrict x, store *restrict y)
{
    FOR_ALL(i, n) {
        acc sum = 0;
        for (size_t e = ptr[i]; e < ptr[i + 1]; e++)
            sum += wide(a[e]) * wide(x[col[e]]);
        y[i] = narrow_s((double)sum);
    }
}

void K(restrict_by)(const struct level *R, struct vector *X, struct vector *Y)
{
    phase_begin(PHASE_RESTRICT, R->depth);
    K(exchange)(R, X);
    const struct layout *L = R->layout;
    LAUNCH(K(cast_product), R->n, R->n, L->ptr, L->col, (const real *)L->val[F_REAL],
           (const real *)X->at, (store *)Y->at);
    double nnz = (double)R->nonzeros, n = R->n;
    phase_end(2 * nnz, nnz * (sizeof(real) + 4) + 8 * n + sizeof(store) * n +
                           sizeof(real) * (double)(R->columns + R->halo_n));
}
