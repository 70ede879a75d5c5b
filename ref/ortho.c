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
#include <column.h>
#include <squares.h>
#include "kernels.h"
#include "phase.h"
#include "real.h"
#include "words.h"
#include <math.h>

/* The scale of entries first .. of column j: q_j = scale * stored. */
DEVICE double K(scale_at)(const double *scale, double unit, int n, int j, int first)
{
    return scale ? scale[(size_t)j * (size_t)scale_blocks(n) +
                         (size_t)(first / SCALE_BLOCK)]
                 : unit;
}

/* partial[t * k + j] = sum over tile t of q_j w */
KERNEL K(project)(int n, int k, size_t stride, const store *restrict Q,
                  const double *scale, double unit, const real *restrict w,
                  double *restrict partial)
{
    const int block = scale ? SCALE_BLOCK : TILE;
    FOR_TEAMS(t, tiles(n)) {
        int first = t * TILE, last = first + TILE < n ? first + TILE : n;
        for (int j = 0; j < k; j++) {
            const store *q = Q + (size_t)j * stride;
            double tile = 0;
            for (int b = first; b < last; b += block) {
                int end = b + block < last ? b + block : last;
                double sum = 0;
                FOR_LANES_SUM(sum, i, b, end)
                    sum += (double)wide_s(q[i]) * (double)wide(w[i]);
                tile += sum * K(scale_at)(scale, unit, n, j, b);
            }
            tile = team_sum(tile);
            IF_LEADER
            partial[(size_t)t * (size_t)k + (size_t)j] = tile;
        }
    }
}

/* w = keep w + sign Q h; the sum of all columns is rounded once */
KERNEL K(combine)(int n, int k, size_t stride, const store *restrict Q,
                  const double *scale, double unit, int keep, double sign,
                  const double *restrict h, real *restrict w)
{
    const int block = scale ? SCALE_BLOCK : TILE;
    FOR_TEAMS(t, tiles(n)) {
        SHARED acc sum[TILE];
        int first = t * TILE, last = first + TILE < n ? first + TILE : n;
        FOR_LANES(i, first, last)
            sum[i - first] = keep ? wide(w[i]) : 0;
        for (int j = 0; j < k; j++) {
            const store *q = Q + (size_t)j * stride;
            for (int b = first; b < last; b += block) {
                int end = b + block < last ? b + block : last;
                const acc hj = (acc)(sign * h[j] * K(scale_at)(scale, unit, n, j, b));
                FOR_LANES(i, b, end)
                    sum[i - first] += hj * wide_s(q[i]);
            }
        }
        FOR_LANES(i, first, last)
            w[i] = narrow(sum[i - first]);
    }
}

/* k of the host's numbers where kernels can read them. */
static const double *K(lend)(const struct basis *B, int k, const double *number)
{
    return (const double *)device_lend(B->coefficient, number,
                                       (size_t)k * sizeof *number);
}

double K(orthonormalize)(struct basis *B, int k, struct vector *W, double *h)
{
    double again[MAX_RESTART + 1], squares;
    const int n = B->n, teams = tiles(n);
    const store *Q = (const store *)B->at;
    real *w = (real *)W->at;
    phase_begin(PHASE_ORTHO, 0);

    for (int pass = 0; pass < 2; pass++) { /*                     twice:     */
        double *c = pass == 0 ? h : again;
        TEAM_LAUNCH(K(project), teams, n, k, B->stride, Q, B->scale, B->unit, w,
                    B->partial);
        sum_tiles(B->partial, teams, k, c, B->comm); /*           h  = Q'w   */
        TEAM_LAUNCH(K(combine), teams, n, k, B->stride, Q, B->scale, B->unit, 1, -1.0,
                    K(lend)(B, k, c), w);
    } /*                                                          w -= Q h   */
    for (int j = 0; j < k; j++)
        h[j] += again[j];
    TEAM_LAUNCH(K(squares), teams, n, w, B->partial);
    sum_tiles(B->partial, teams, 1, &squares, B->comm);
    const double beta = sqrt(squares);
    if (beta > 0 && isfinite(beta))
        K(store_column)(B, k, 1 / beta, W);

    phase_end((8.0 * k + 3) * n,
              (4.0 * k + 1) * n * sizeof(store) + 8.0 * n * sizeof(real));
    return beta;
}

void K(basis_combine)(const struct basis *B, int k, const double *t, struct vector *Y)
{
    phase_begin(PHASE_UPDATE, 0);
    TEAM_LAUNCH(K(combine), tiles(B->n), B->n, k, B->stride, (const store *)B->at,
                B->scale, B->unit, 0, 1.0, K(lend)(B, k, t), (real *)Y->at);
    phase_end(2.0 * k * B->n, ((double)k * sizeof(store) + sizeof(real)) * B->n);
}
