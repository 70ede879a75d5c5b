/* ref/ortho.c - Gram-Schmidt: CGS2, CGS with a test, MGS; then q_k = w / beta.
 *
 *   CGS2  h = Q'w;  w -= Q h;  h' = Q'w;  w -= Q h';  h += h';  beta = ||w||         (1.5)
 *   CGS   the same, the second and a third time only while ||w|| < eta ||w before||  (11.2)
 *   MGS   h_j = q_j'w;  w -= h_j q_j,  j = 0 .. k-1;  beta = ||w||
 *
 * Each pass goes through the rows tile by tile: a tile of w stays in the L1 cache while
 * the k columns of the basis stream past it.
 *
 * cost: of taking Q h from w: 4 k n flops, 2 k n numbers of the basis, w read twice and
 *       written once (CGS2: two of it; CGS: one to three; MGS: one, but with w read and
 *       written k times and k reductions); of a norm: 2 n flops, w read; q_k written once
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

/* c = Q'w;  w -= Q c;  h += c   for `count` columns from column j on */
static void K(take_out)(const struct basis *B, int j, int count, real *w, double *h)
{
    double c[MAX_RESTART + 1];
    const int n = B->n, teams = tiles(n);
    const store *Q = (const store *)B->at + (size_t)j * B->stride;
    const double *scale =
        B->scale ? B->scale + (size_t)j * (size_t)scale_blocks(n) : NULL;
    TEAM_LAUNCH(K(project), teams, n, count, B->stride, Q, scale, B->unit, w, B->partial);
    sum_tiles(B->partial, teams, count, c, B->comm);
    TEAM_LAUNCH(K(combine), teams, n, count, B->stride, Q, scale, B->unit, 1, -1.0,
                K(lend)(B, count, c), w);
    for (int i = 0; i < count; i++)
        h[i] += c[i];
}

static double K(norm)(const struct basis *B, const real *w)
{
    double squares;
    TEAM_LAUNCH(K(squares), tiles(B->n), B->n, w, B->partial);
    sum_tiles(B->partial, tiles(B->n), 1, &squares, B->comm);
    return sqrt(squares);
}

/* CGS with a test; beta, and how many passes it took. */
static double K(cgs)(const struct basis *B, int k, real *w, double *h, int *passes)
{
    enum { MOST = 3 };
    double before, beta = K(norm)(B, w);
    *passes = 0;
    do {
        if (*passes == MOST)
            return 0; /* it fell a third time */
        before = beta;
        K(take_out)(B, 0, k, w, h);
        beta = K(norm)(B, w);
        ++*passes;
    } while (beta < B->ortho.eta * before);
    return beta;
}

double K(orthonormalize)(struct basis *B, int k, struct vector *W, double *h)
{
    const double n = B->n;
    double beta, updates = 1; /* of w */
    real *w = (real *)W->at;
    int passes = 2, norms = 1;
    phase_begin(PHASE_ORTHO, 0);
    for (int j = 0; j < k; j++)
        h[j] = 0;
    if (B->ortho.kind == ORTHO_CGS) {
        beta = K(cgs)(B, k, w, h, &passes);
        norms = passes + 1;
        B->again += passes - 1;
    } else if (B->ortho.kind == ORTHO_MGS) {
        passes = 1;
        updates = k;
        for (int j = 0; j < k; j++)
            K(take_out)(B, j, 1, w, h + j);
        beta = K(norm)(B, w);
    } else {
        K(take_out)(B, 0, k, w, h);
        K(take_out)(B, 0, k, w, h);
        beta = K(norm)(B, w);
    }
    if (beta > 0 && isfinite(beta))
        K(store_column)(B, k, 1 / beta, W);
    phase_end(n * (4.0 * k * passes + 2 * norms + 1),
              n * sizeof(store) * (2.0 * k * passes + 1) +
                  n * sizeof(real) * (3 * updates * passes + norms + 1));
    return beta;
}

void K(basis_combine)(const struct basis *B, int k, const double *t, struct vector *Y)
{
    phase_begin(PHASE_UPDATE, 0);
    TEAM_LAUNCH(K(combine), tiles(B->n), B->n, k, B->stride, (const store *)B->at,
                B->scale, B->unit, 0, 1.0, K(lend)(B, k, t), (real *)Y->at);
    phase_end(2.0 * k * B->n, ((double)k * sizeof(store) + sizeof(real)) * B->n);
}
