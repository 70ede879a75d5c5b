/* ref/ortho.c - classical Gram-Schmidt, twice (CGS2), in four passes over the basis.
 *
 *   h = Q'w;  w -= Q h;  h' = Q'w;  w -= Q h';  h += h';  beta = ||w||;  q_k = w / beta   (1.5)
 *
 * Each pass goes through the rows tile by tile: a tile of w stays in the L1 cache while
 * the k columns of the basis stream past it. Two reductions of length k, one of length 1.
 *
 * cost: n (8k + 3) flops; bytes: 4 k n of the basis; w read 5 times and written twice,
 *       q_k written once
 */
#include <squares.h>
#include "kernels.h"
#include "phase.h"
#include "real.h"
#include "words.h"
#include <math.h>

/* partial[t * k + j] = sum over tile t of q_j w */
KERNEL K(project)(int n, int k, size_t stride, const store *restrict Q,
                  const real *restrict w, double *restrict partial)
{
    FOR_TEAMS(t, tiles(n)) {
        int first = t * TILE, last = first + TILE < n ? first + TILE : n;
        for (int j = 0; j < k; j++) {
            const store *q = Q + (size_t)j * stride;
            double sum = 0;
            FOR_LANES_SUM(sum, i, first, last)
                sum += (double)q[i] * (double)w[i];
            sum = team_sum(sum);
            IF_LEADER
            partial[(size_t)t * (size_t)k + (size_t)j] = sum;
        }
    }
}

/* w -= Q h */
KERNEL K(deflate)(int n, int k, size_t stride, const store *restrict Q,
                  const double *restrict h, real *restrict w)
{
    FOR_TEAMS(t, tiles(n)) {
        int first = t * TILE, last = first + TILE < n ? first + TILE : n;
        for (int j = 0; j < k; j++) {
            const store *q = Q + (size_t)j * stride;
            const acc hj = (acc)h[j];
            FOR_LANES(i, first, last)
                w[i] = (real)((acc)w[i] - hj * (acc)q[i]);
        }
    }
}

KERNEL K(append)(int n, double inverse, const real *restrict w, store *restrict q)
{
    FOR_ALL(i, n)
        q[i] = (store)((double)w[i] * inverse);
}

double K(orthonormalize)(struct basis *B, int k, struct vector *W, double *h)
{
    enum { MOST = MAX_RESTART + 1 };
    double again[MOST], squares;
    const int n = B->n, teams = tiles(n);
    store *Q = (store *)B->at;
    real *w = (real *)W->at;
    phase_begin(PHASE_ORTHO, 0);

    TEAM_LAUNCH(K(project), teams, n, k, B->stride, Q, w, B->partial);
    sum_tiles(B->partial, teams, k, h, B->comm);              /* h  = Q'w   */
    TEAM_LAUNCH(K(deflate), teams, n, k, B->stride, Q, h, w); /* w -= Q h   */
    TEAM_LAUNCH(K(project), teams, n, k, B->stride, Q, w, B->partial);
    sum_tiles(B->partial, teams, k, again, B->comm);              /* h' = Q'w   */
    TEAM_LAUNCH(K(deflate), teams, n, k, B->stride, Q, again, w); /* w -= Q h'  */
    for (int j = 0; j < k; j++)
        h[j] += again[j];
    TEAM_LAUNCH(K(squares), teams, n, w, B->partial);
    sum_tiles(B->partial, teams, 1, &squares, B->comm);
    const double beta = sqrt(squares);
    if (beta > 0 && isfinite(beta))
        LAUNCH(K(append), n, n, 1 / beta, w, Q + (size_t)k * B->stride);

    phase_end((8.0 * k + 3) * n,
              (4.0 * k + 1) * n * sizeof(store) + 8.0 * n * sizeof(real));
    return beta;
}

/* y = Q t */
KERNEL K(combine)(int n, int k, size_t stride, const store *restrict Q,
                  const double *restrict t, real *restrict y)
{
    FOR_TEAMS(b, tiles(n)) {
        int first = b * TILE, last = first + TILE < n ? first + TILE : n;
        FOR_LANES(i, first, last)
            y[i] = 0;
        for (int j = 0; j < k; j++) {
            const store *q = Q + (size_t)j * stride;
            const acc tj = (acc)t[j];
            FOR_LANES(i, first, last)
                y[i] = (real)((acc)y[i] + tj * (acc)q[i]);
        }
    }
}

void K(basis_combine)(const struct basis *B, int k, const double *t, struct vector *Y)
{
    phase_begin(PHASE_UPDATE, 0);
    TEAM_LAUNCH(K(combine), tiles(B->n), B->n, k, B->stride, (const store *)B->at, t,
                (real *)Y->at);
    phase_end(2.0 * k * B->n, ((double)k * sizeof(store) + sizeof(real)) * B->n);
}
