/* opt/basis_pass.c - one pass over the basis on the CPU: w -= Q h, Q'w and w'w.
 *
 *   for each tile of TILE rows:   w -= Q h        if h is not NULL
 *                                 partial = Q'w   with PASS_PROJECT
 *                                 partial = w'w   with PASS_SQUARES (after Q'w)
 *
 * COLUMNS_PER_BATCH columns are processed at a time, so that w is loaded once for
 * all of them. With both w -= Q h and Q'w the tile is divided into blocks of
 * CACHED_ROWS rows: a block of all columns is read from memory for the first and
 * from L2 for the second. Lines of the next tile (or block) are prefetched, because
 * a tile of a 16-bit column is half a page, and the prefetcher of the processor
 * stops at the end of a page.
 *
 * cost: 2 k n flops for each of w -= Q h and Q'w, 2 n for w'w; k n words of Q are
 *       read, n of w are read and, with h, written
 */
#include <basis.h>
#include <basis_pass.h>
#include "simd.h"
#include "real.h"
#include "sizes.h"
#include "kernel_macros.h"

enum {
    COLUMNS_PER_BATCH = 4,
    CACHED_ROWS = 512, /* rows of all columns that fit the L2 cache */
    PREFETCH_ROWS = TILE,
    NUMBERS_PER_LINE = 64 / sizeof(store), /* of a column in a line of the cache */
    STEP = NUMBERS_PER_LINE > LANES ? NUMBERS_PER_LINE : LANES
};

/* Products of 16-bit numbers with f32 are added in f32 for at most F32_SUM_ROWS
 * rows, 16 terms in a lane. The error of 2^-20 is smaller than that of storing the
 * column. */
enum { F32_SUM_ROWS = 256 };
static const int sum_in_f32 = sizeof(store) == 2 && sizeof(acc) == 4;

/* Columns that are processed together, from q on. count is 1 or COLUMNS_PER_BATCH,
 * a constant at each call, so that the compiler unrolls loops over the columns. */
struct batch {
    int count;
    const store *q;
    size_t stride;
    int prefetch; /* so many rows ahead; 0: none */
};

/* s[c] += q_c w over rows i .. i+STEP-1; prefetches `prefetch` rows ahead. */
SIMD void add_products(const struct batch b, int i, const real *w,
                       eight *restrict s, vec *restrict s_f32)
{
    const store *q = b.q + i;
    const int lines =
        b.prefetch ? b.count : 0; /* gcc -O0 wants one condition here */
#pragma GCC unroll 4
    for (int c = 0; c < lines; c++)
        __builtin_prefetch(q + (size_t)c * b.stride + b.prefetch, 0, 2);
    if (sum_in_f32) {
#pragma GCC unroll 2
        for (int l = 0; l < STEP; l += LANES) {
            const vec wl = load_lanes(F_REAL, w, i + l);
#pragma GCC unroll 4
            for (int c = 0; c < b.count; c++)
                s_f32[c] += load_lanes(F_STORE, q + (size_t)c * b.stride, l) * wl;
        }
        return;
    }
#pragma GCC unroll 4
    for (int l = 0; l < STEP; l += 8) {
        const eight wl = load_eight(F_REAL, w, i + l);
#pragma GCC unroll 4
        for (int c = 0; c < b.count; c++)
            s[c] += load_eight(F_STORE, q + (size_t)c * b.stride, l) * wl;
    }
}

/* sum[c] = q_c w over rows first .. last-1, not scaled */
SIMD void batch_project(const struct batch b, int first, int last, const real *w,
                        double *sum)
{
    eight s[COLUMNS_PER_BATCH];
    vec s_f32[COLUMNS_PER_BATCH];
#pragma GCC unroll 4
    for (int c = 0; c < b.count; c++)
        s[c] = (eight){0};
    int i = first;
    while (i + STEP <= last) {
#pragma GCC unroll 4
        for (int c = 0; c < b.count; c++)
            s_f32[c] = (vec){0};
        const int end =
            sum_in_f32 && last - i > F32_SUM_ROWS ? i + F32_SUM_ROWS : last;
        for (; i + STEP <= end; i += STEP)
            add_products(b, i, w, s, s_f32);
#pragma GCC unroll 4
        for (int c = 0; sum_in_f32 && c < b.count; c++)
            s[c] += eight_sums(s_f32[c]);
    }
#pragma GCC unroll 4
    for (int c = 0; c < b.count; c++)
        sum[c] = eight_across(s[c]);
    for (; i < last; i++)
        for (int c = 0; c < b.count; c++)
            sum[c] +=
                (double)wide_s(b.q[(size_t)c * b.stride + i]) * (double)wide(w[i]);
}

/* w -= sum of h_c q_c over rows first .. last-1; h includes the scales. */
SIMD void batch_subtract(const struct batch b, int first, int last, const double *h,
                         real *restrict w)
{
    acc hc[COLUMNS_PER_BATCH];
    for (int c = 0; c < b.count; c++)
        hc[c] = (acc)h[c];
    int i = first;
    for (; i + STEP <= last; i += STEP) {
        const store *q = b.q + i;
        if (b.prefetch) {
#pragma GCC unroll 4
            for (int c = 0; c < b.count; c++)
                __builtin_prefetch(q + (size_t)c * b.stride + b.prefetch, 0, 2);
        }
#pragma GCC unroll 4
        for (int l = 0; l < STEP; l += LANES) {
            vec wl = load_lanes(F_REAL, w, i + l);
#pragma GCC unroll 4
            for (int c = 0; c < b.count; c++)
                wl -= hc[c] * load_lanes(F_STORE, q + (size_t)c * b.stride, l);
            store_lanes(F_REAL, w, i + l, wl);
        }
    }
    for (; i < last; i++) {
        acc wi = wide(w[i]);
        for (int c = 0; c < b.count; c++)
            wi -= hc[c] * wide_s(b.q[(size_t)c * b.stride + i]);
        w[i] = narrow(wi);
    }
}

/* sum = Q'w over rows first .. last-1 of a tile; rows of one scale at a time. */
static void tile_project(struct columns Q, int first, int last, int prefetch,
                         const real *w, double *sum)
{
    const int block = rows_per_scale(&Q);
    for (int j = 0; j < Q.k; j++)
        sum[j] = 0;
    for (int begin = first; begin < last; begin += block) {
        const int end = begin + block < last ? begin + block : last;
        double part[COLUMNS_PER_BATCH];
        for (int j = 0, count; j < Q.k; j += count) {
            struct batch b = {1, Q.data + (size_t)j * Q.stride, Q.stride, prefetch};
            count = Q.k - j < COLUMNS_PER_BATCH ? 1 : COLUMNS_PER_BATCH;
            if (count == 1) {
                batch_project(b, begin, end, w, part);
            } else {
                b.count = COLUMNS_PER_BATCH;
                batch_project(b, begin, end, w, part);
            }
            for (int c = 0; c < count; c++)
                sum[j + c] += part[c] * column_scale(&Q, j + c, begin);
        }
    }
}

/* w -= Q h over rows first .. last-1 of a tile; rows of one scale at a time. */
static void tile_subtract(struct columns Q, int first, int last, int prefetch,
                          const double *h, real *w)
{
    const int block = rows_per_scale(&Q);
    for (int begin = first; begin < last; begin += block) {
        const int end = begin + block < last ? begin + block : last;
        double scaled[COLUMNS_PER_BATCH];
        for (int j = 0, count; j < Q.k; j += count) {
            struct batch b = {1, Q.data + (size_t)j * Q.stride, Q.stride, prefetch};
            count = Q.k - j < COLUMNS_PER_BATCH ? 1 : COLUMNS_PER_BATCH;
            for (int c = 0; c < count; c++)
                scaled[c] = h[j + c] * column_scale(&Q, j + c, begin);
            if (count == 1) {
                batch_subtract(b, begin, end, scaled, w);
            } else {
                b.count = COLUMNS_PER_BATCH;
                batch_subtract(b, begin, end, scaled, w);
            }
        }
    }
}

/* (7.1) w -= Q h, then sum = Q'w, which reads its block of the columns from L2. */
static void tile_subtract_and_project(struct columns Q, int first, int last,
                                      const double *h, real *w, double *sum)
{
    double part[MAX_RESTART + 1];
    for (int j = 0; j < Q.k; j++)
        sum[j] = 0;
    for (int begin = first; begin < last; begin += CACHED_ROWS) {
        const int end = begin + CACHED_ROWS < last ? begin + CACHED_ROWS : last;
        tile_subtract(Q, begin, end, 0, h, w);
        tile_project(Q, begin, end, CACHED_ROWS, w, part);
        for (int j = 0; j < Q.k; j++)
            sum[j] += part[j];
    }
}

KERNEL pass_over_tiles(struct columns Q, const double *h, int flags, real *w,
                       double *partial)
{
    const int dots = flags & PASS_PROJECT ? Q.k : 0,
              sums = dots + (flags & PASS_SQUARES ? 1 : 0);
    FOR_TEAMS(t, tiles(Q.n)) {
        const int first = t * TILE, last = Q.n - first < TILE ? Q.n : first + TILE;
        double *sum = partial + (size_t)t * (size_t)sums;
        if (flags & PASS_FROM_ZERO)
            FOR_THREADS(i, first, last)
                w[i] = narrow(0);
        if (h && dots > 0)
            tile_subtract_and_project(Q, first, last, h, w, sum);
        else if (h)
            tile_subtract(Q, first, last, PREFETCH_ROWS, h, w);
        else if (dots > 0)
            tile_project(Q, first, last, PREFETCH_ROWS, w, sum);
        if (flags & PASS_SQUARES)
            sum[dots] = tile_squares(first, last, w);
    }
}

int K(launch_pass)(const struct basis *Q, int k, const double *h, int flags,
                   struct vector *w)
{
    TEAM_LAUNCH(pass_over_tiles, tiles(Q->n), columns_of(Q, k), h, flags,
                (real *)w->data, Q->partial);
    return tiles(Q->n);
}
