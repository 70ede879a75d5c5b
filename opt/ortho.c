/* opt/ortho.c - classical Gram-Schmidt, twice (CGS2), in three passes over the basis.
 *
 *   pass 1   h = Q'w
 *   pass 2   w -= Q h,  h' = Q'w    block by block: a block of the basis comes from
 *                                   memory for the first, from L2 for the second
 *   pass 3   w -= Q h', ||w||^2     tile by tile
 *            h += h';  beta = ||w||;  q_k = w / beta
 *
 * The arithmetic and the reductions (two of length k, one of length 1) are those of CGS2.
 *
 * cost: n (8k + 3) flops; bytes: 3 k n of the basis (4 k n with --cgs2=4pass); w read
 *       four times and written twice, q_k written once
 *
 * Differs from ref: the middle two passes share one read of the basis and the norm rides
 * in the last one (--cgs2=4pass: k = 30, 104^3, one Sapphire Rapids core: three
 * passes 22 % faster in f64, 28 % in f32); COLUMNS columns at a time, so that w is loaded once for all of them.
 */
#include "kernels.h"
#include "phase.h"
#include "real.h"
#include "tuning.h"
#include "words.h"
#include <math.h>

enum { COLUMNS = 4, WIDTH = 8, BLOCK = 512 /* rows of the basis kept in L2 */ };

typedef double wide __attribute__((vector_size(8 * WIDTH)));
typedef real real_wide
    __attribute__((vector_size(WIDTH * sizeof(real)), aligned(sizeof(real)), may_alias));
typedef store store_wide
    __attribute__((vector_size(WIDTH * sizeof(store)), aligned(sizeof(store)), may_alias));

static inline wide K(widen)(const real *w)
{
    return __builtin_convertvector(*(const real_wide *)w, wide);
}

static inline wide K(widen_store)(const store *q)
{
    return __builtin_convertvector(*(const store_wide *)q, wide);
}

static inline double K(across)(wide v)
{
    return ((v[0] + v[4]) + (v[1] + v[5])) + ((v[2] + v[6]) + (v[3] + v[7]));
}

/* sum[c] = q_c w over rows first .. last-1, for `count` columns from q on. With `fetch`
 * these columns are in cache, and the next block's are asked for meanwhile. */
static inline __attribute__((always_inline)) void
K(dots)(int first, int last, int count, const store *q, size_t stride, const real *w,
        int fetch, double *sum)
{
    wide s[COLUMNS];
#pragma GCC unroll 4
    for (int c = 0; c < count; c++)
        s[c] = (wide){0};
    int i = first;
    for (; i + WIDTH <= last; i += WIDTH) {
        wide wi = K(widen)(w + i);
#pragma GCC unroll 4
        for (int c = 0; c < count; c++) {
            const store *qc = q + (size_t)c * stride + i;
            s[c] += K(widen_store)(qc) * wi;
            if (fetch)
                __builtin_prefetch(qc + BLOCK, 0, 2);
        }
    }
#pragma GCC unroll 4
    for (int c = 0; c < count; c++)
        sum[c] = K(across)(s[c]);
    for (; i < last; i++)
        for (int c = 0; c < count; c++)
            sum[c] += (double)q[(size_t)c * stride + i] * (double)w[i];
}

/* w -= sum_c h_c q_c over the same. */
static inline __attribute__((always_inline)) void
K(subtract)(int first, int last, int count, const store *q, size_t stride,
            const double *h, real *restrict w)
{
    acc hc[COLUMNS];
    for (int c = 0; c < count; c++)
        hc[c] = (acc)h[c];
#pragma omp simd
    for (int i = first; i < last; i++) {
        acc wi = w[i];
#pragma GCC unroll 4
        for (int c = 0; c < count; c++)
            wi -= hc[c] * (acc)q[(size_t)c * stride + i];
        w[i] = (real)wi;
    }
}

static void K(tile_dots)(int first, int last, int k, const store *Q, size_t stride,
                         const real *w, int fetch, double *sum)
{
    int j = 0;
    for (; j + COLUMNS <= k; j += COLUMNS)
        K(dots)(first, last, COLUMNS, Q + (size_t)j * stride, stride, w, fetch,
                sum + j);
    for (; j < k; j++)
        K(dots)(first, last, 1, Q + (size_t)j * stride, stride, w, fetch,
                sum + j);
}

static void K(tile_subtract)(int first, int last, int k, const store *Q, size_t stride,
                             const double *h, real *w)
{
    int j = 0;
    for (; j + COLUMNS <= k; j += COLUMNS)
        K(subtract)(first, last, COLUMNS, Q + (size_t)j * stride, stride, h + j, w);
    for (; j < k; j++)
        K(subtract)(first, last, 1, Q + (size_t)j * stride, stride, h + j, w);
}

/* w -= Q h and sum = Q'w, block by block: the second reads its block from L2. */
static void K(fused_tile)(int first, int last, int k, const store *Q, size_t stride,
                          const double *h, real *w, double *sum)
{
    double more[MAX_RESTART + 1];
    for (int j = 0; j < k; j++)
        sum[j] = 0;
    for (int begin = first; begin < last; begin += BLOCK) {
        int end = begin + BLOCK < last ? begin + BLOCK : last;
        K(tile_subtract)(begin, end, k, Q, stride, h, w);
        K(tile_dots)(begin, end, k, Q, stride, w, 1, more);
        for (int j = 0; j < k; j++)
            sum[j] += more[j];
    }
}

/* One pass: w -= Q h unless h is NULL; then, tile by tile, partial = Q'w or w'w. */
enum K(want) { K(NOTHING), K(PROJECTION), K(SQUARES) };

KERNEL K(pass)(int n, int k, size_t stride, const store *Q, const double *h, int want,
               real *w, double *partial)
{
    FOR_TEAMS(t, tiles(n))
    {
        int first = t * TILE, last = first + TILE < n ? first + TILE : n;
        double *sum = partial + (size_t)t * (size_t)k;
        if (h && want == K(PROJECTION)) {
            K(fused_tile)(first, last, k, Q, stride, h, w, sum);
            continue;
        }
        if (h)
            K(tile_subtract)(first, last, k, Q, stride, h, w);
        if (want == K(PROJECTION))
            K(tile_dots)(first, last, k, Q, stride, w, 0, sum);
        if (want == K(SQUARES)) {
            double squares = 0;
            FOR_LANES_SUM(squares, i, first, last)
            squares += (double)w[i] * (double)w[i];
            partial[t] = squares;
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
    double again[MOST], squares, *partial = B->partial;
    const int n = B->n, teams = tiles(n), four = tuning.cgs2 == CGS2_4PASS;
    const size_t stride = B->stride;
    store *Q = (store *)B->at;
    real *w = (real *)W->at;
    phase_begin(PHASE_ORTHO, 0);

    TEAM_LAUNCH(K(pass), teams, n, k, stride, Q, NULL, K(PROJECTION), w, partial);
    sum_tiles(partial, teams, k, h, B->comm);                      /* h  = Q'w   */
    if (four) {
        TEAM_LAUNCH(K(pass), teams, n, k, stride, Q, h, K(NOTHING), w, partial);
        TEAM_LAUNCH(K(pass), teams, n, k, stride, Q, NULL, K(PROJECTION), w, partial);
    } else {                                                       /* w -= Q h   */
        TEAM_LAUNCH(K(pass), teams, n, k, stride, Q, h, K(PROJECTION), w, partial);
    }
    sum_tiles(partial, teams, k, again, B->comm);                  /* h' = Q'w   */
    TEAM_LAUNCH(K(pass), teams, n, k, stride, Q, again, K(SQUARES), w, partial);
    sum_tiles(partial, teams, 1, &squares, B->comm);               /* w -= Q h'  */
    for (int j = 0; j < k; j++)
        h[j] += again[j];
    const double beta = sqrt(squares);
    if (beta > 0 && isfinite(beta))
        LAUNCH(K(append), n, n, 1 / beta, w, Q + (size_t)k * stride);

    phase_end((8.0 * k + 3) * n, ((four ? 4.0 : 3.0) * k + 1) * n * sizeof(store) +
                                     (four ? 7.0 : 6.0) * n * sizeof(real));
    return beta;
}

/* y = Q t */
KERNEL K(combine)(int n, int k, size_t stride, const store *Q, const double *minus_t,
                  real *y)
{
    FOR_TEAMS(b, tiles(n))
    {
        int first = b * TILE, last = first + TILE < n ? first + TILE : n;
        FOR_LANES(i, first, last)
        y[i] = 0;
        K(tile_subtract)(first, last, k, Q, stride, minus_t, y);
    }
}

void K(basis_combine)(const struct basis *B, int k, const double *t, struct vector *Y)
{
    double minus_t[MAX_RESTART];
    phase_begin(PHASE_UPDATE, 0);
    for (int j = 0; j < k; j++)
        minus_t[j] = -t[j];
    TEAM_LAUNCH(K(combine), tiles(B->n), B->n, k, B->stride, (const store *)B->at,
                minus_t, (real *)Y->at);
    phase_end(2.0 * k * B->n, ((double)k * sizeof(store) + sizeof(real)) * B->n);
}
