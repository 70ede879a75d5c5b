/* opt/correct.c - residual and solution take a correction in one pass.
 *
 *   u += alpha c,   r -= alpha A c,   ||r||_2                                 (12.3)
 *
 * cost: 2 Z + 6 n flops; bytes: the layout's values and indices, the diagonal, c read
 *       once, u and r read and written once
 *
 * Differs from ref: the layout; c is widened vector by vector.
 */
#include <exchange.h>
#include <narrow_exchange.h>
#include <sums.h>
#include "kernels.h"
#include "phase.h"

NARROW_DECLARE(exchange_begin, (const struct level *A, struct vector *x));
NARROW_DECLARE(exchange_end, (const struct level *A, struct vector *x));

/* One row; returns the square of its r. */
DEVICE double K(correct_row)(const struct layout *L, const struct slice *S, int lane,
                             acc alpha, int columns, const store *c, real *u, real *r)
{
    const int i = K(row_of)(L, S, lane);
    const acc ci = wide_s(c[i]), di = wide(((const real *)L->diag[F_REAL])[i]),
              sum = K(sum_row)(L, S, lane, F_REAL, F_STORE, c, columns),
              ri = wide(r[i]) - alpha * (sum + di * ci);
    r[i] = narrow(ri);
    u[i] = narrow(wide(u[i]) + alpha * ci);
    return (double)ri * (double)ri;
}

#if ON_DEVICE
KERNEL K(correct_rows)(LAYOUT got, acc alpha, int columns, const store *c, real *u,
                       real *r, double *squares)
{
    const struct layout *L = RECEIVED(got);
    FOR_TEAMS(g, slice_groups(L)) {
        int first = g * GROUP,
            last = first + GROUP < L->slices ? first + GROUP : L->slices;
        double sum = 0;
        FOR_LANES_SUM(sum, k, first * L->height, last * L->height) {
            int lane;
            const struct slice *S = K(slice_of)(L, 0, k, &lane);
            if (S)
                sum += K(correct_row)(L, S, lane, alpha, columns, c, u, r);
        }
        sum = team_sum(sum);
        IF_LEADER
        squares[g] = sum;
    }
}
#else
/* One slice; returns the sum of squares of its r. */
VECTOR double K(correct_slice)(const struct layout *L, const struct slice *S, acc alpha,
                               int columns, const store *c, real *u, real *r)
{
    double squares = 0;
    if (!K(is_whole)(L, S)) {
        for (int k = 0; k < S->rows; k++)
            squares += K(correct_row)(L, S, k, alpha, columns, c, u, r);
        return squares;
    }
    const real *d = (const real *)L->diag[F_REAL];
    vec sum[VECTORS], square = {0};
    K(sum_slice)(L, S, F_REAL, F_STORE, c, columns, sum);
#pragma GCC unroll 8
    for (int v = 0; v < VECTORS; v++) {
        int i = S->row + v * LANES;
        vec ci = K(load_store)(c + i), di = K(load)(d + i);
        vec ri = K(load)(r + i) - alpha * (sum[v] + di * ci);
        K(put)(r + i, ri);
        K(put)(u + i, K(load)(u + i) + alpha * ci);
        square += ri * ri;
    }
    for (int l = 0; l < LANES; l++)
        squares += (double)square[l];
    return squares;
}

KERNEL K(correct_rows)(LAYOUT L, acc alpha, int columns, const store *c, real *u, real *r,
                       double *squares)
{
    FOR_TEAMS(g, slice_groups(L)) {
        int first = g * GROUP,
            last = first + GROUP < L->slices ? first + GROUP : L->slices;
        double sum = 0;
        for (int s = first; s < last; s++)
            sum += K(correct_slice)(L, &L->slice[s], alpha, columns, c, u, r);
        squares[g] = sum;
    }
}
#endif

double K(take_correction)(const struct level *A, double alpha, struct vector *C,
                          struct vector *U, struct vector *R)
{
    phase_begin(PHASE_CORRECT, A->depth);
    const struct layout *L = A->layout;
    NARROW(exchange_begin)(A, C);
    NARROW(exchange_end)(A, C); /* once a cycle: not worth hiding */
    TEAM_LAUNCH(K(correct_rows), slice_groups(L), PASS(L), (acc)alpha, A->columns,
                (const store *)C->at, (real *)U->at, (real *)R->at, L->squares);
    double squares;
    sum_tiles(L->squares, slice_groups(L), 1, &squares, A->halo.comm);
    const double n = A->n, stored = (double)(L->values[LOWER] + L->values[UPPER]),
                 indices = (double)(L->indices[LOWER] + L->indices[UPPER]);
    phase_end(2.0 * (double)A->nonzeros + 6 * n,
              stored * sizeof(real) + 4 * indices + 5 * n * sizeof(real) +
                  L->slices * (double)sizeof(struct slice) +
                  (n + A->halo_n) * sizeof(store));
    return sqrt(squares);
}
