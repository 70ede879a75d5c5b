/* opt/pass.h - one pass over the basis: w -= Q h, Q'w and w'w, tile by tile.
 *
 * On the CPU COLUMNS columns at a time, so that w is loaded once for all of them, by
 * vectors, asking for the lines of the next tile meanwhile (a tile of a 16-bit column is
 * half a page, where the hardware's prefetcher would start anew). For devices:
 * pass_device.h.
 */
#ifndef MEMWALL_PASS_H
#define MEMWALL_PASS_H
#include "real.h"
#include "vector.h"
#include "words.h"

/* What a pass does: w -= Q h unless h is NULL, with w taken for zero if it is CLEARED;
 * then, tile by tile, partial = Q'w, w'w or both, w'w behind. */
enum K(want) { K(NOTHING), K(PROJECTION), K(SQUARES), K(BOTH), K(CLEARED) };

/* The scale of entries first .. of column j: q_j = scale * stored. */
DEVICE double K(scale_at)(const struct basis *B, int j, int first)
{
    size_t blocks = (size_t)scale_blocks(B->n);
    return B->scale ? B->scale[(size_t)j * blocks + (size_t)(first / SCALE_BLOCK)]
                    : B->unit;
}

#if ON_DEVICE
#include <pass_device.h>
#else
#include <tile.h>
#include <vectors.h>

enum {
    COLUMNS = 4,                  /* at a time */
    BLOCK = 512,                  /* rows of the basis kept in L2 */
    IN_LINE = 64 / sizeof(store), /* numbers of a column in a line of the cache */
    LINE = IN_LINE > LANES ? IN_LINE : LANES,
    AHEAD = TILE
};

/* Products of 16-bit numbers with f32 are added up in f32 for at most this many rows: 16
 * terms a lane, which costs 2^-20 of them, less than storing the column has cost. */
enum { SHORT = 256 };
static const int K(in_short) = sizeof(store) == 2 && sizeof(acc) == 4;

/* s_c += q_c w over the rows of one line of the cache; asks for the line `ahead` rows on. */
static inline __attribute__((always_inline)) void
K(dot_line)(int count, const store *q, size_t stride, const real *w, int ahead,
            eight *restrict s, vec *restrict s_short)
{
    const int lines = ahead ? count : 0; /* one condition a loop, or gcc -O0 complains */
#pragma GCC unroll 4
    for (int c = 0; c < lines; c++)
        __builtin_prefetch(q + (size_t)c * stride + ahead, 0, 2);
    if (K(in_short)) {
#pragma GCC unroll 2
        for (int i = 0; i < LINE; i += LANES) {
            vec wi = JOIN2(load_, REAL)(w + i);
#pragma GCC unroll 4
            for (int c = 0; c < count; c++)
                s_short[c] += JOIN2(load_, STORE)(q + (size_t)c * stride + i) * wi;
        }
        return;
    }
#pragma GCC unroll 4
    for (int i = 0; i < LINE; i += 8) {
        eight wi = JOIN2(eight_, REAL)(w + i);
#pragma GCC unroll 4
        for (int c = 0; c < count; c++)
            s[c] += JOIN2(eight_, STORE)(q + (size_t)c * stride + i) * wi;
    }
}

/* sum[c] = q_c w over rows first .. last-1, for `count` columns from q on. */
static inline __attribute__((always_inline)) void K(dots)(int first, int last, int count,
                                                          const store *q, size_t stride,
                                                          const real *w, int ahead,
                                                          double *sum)
{
    eight s[COLUMNS];
    vec s_short[COLUMNS];
#pragma GCC unroll 4
    for (int c = 0; c < count; c++)
        s[c] = (eight){0};
    int i = first;
    while (i + LINE <= last) {
#pragma GCC unroll 4
        for (int c = 0; c < count; c++)
            s_short[c] = (vec){0};
        const int end = K(in_short) && last - i > SHORT ? i + SHORT : last;
        for (; i + LINE <= end; i += LINE)
            K(dot_line)(count, q + i, stride, w + i, ahead, s, s_short);
#pragma GCC unroll 4
        for (int c = 0; K(in_short) && c < count; c++)
            s[c] += eight_sums(s_short[c]);
    }
#pragma GCC unroll 4
    for (int c = 0; c < count; c++)
        sum[c] = eight_across(s[c]);
    for (; i < last; i++)
        for (int c = 0; c < count; c++)
            sum[c] += (double)wide_s(q[(size_t)c * stride + i]) * (double)wide(w[i]);
}

/* w -= sum_c h_c q_c over the same. */
static inline __attribute__((always_inline)) void
K(subtract)(int first, int last, int count, const store *q, size_t stride,
            const double *h, int ahead, real *restrict w)
{
    acc hc[COLUMNS];
    for (int c = 0; c < count; c++)
        hc[c] = (acc)h[c];
    int i = first;
    for (; i + LINE <= last; i += LINE) {
        if (ahead) {
#pragma GCC unroll 4
            for (int c = 0; c < count; c++)
                __builtin_prefetch(q + (size_t)c * stride + i + ahead, 0, 2);
        }
#pragma GCC unroll 4
        for (int l = i; l < i + LINE; l += LANES) {
            vec wi = JOIN2(load_, REAL)(w + l);
#pragma GCC unroll 4
            for (int c = 0; c < count; c++)
                wi -= hc[c] * JOIN2(load_, STORE)(q + (size_t)c * stride + l);
            JOIN2(put_, REAL)(w + l, wi);
        }
    }
    for (; i < last; i++) {
        acc wi = wide(w[i]);
        for (int c = 0; c < count; c++)
            wi -= hc[c] * wide_s(q[(size_t)c * stride + i]);
        w[i] = narrow(wi);
    }
}

/* sum = Q'w over a tile, block by block of those that share a scale. */
static void K(tile_dots)(int first, int last, int k, const struct basis *B, const real *w,
                         int ahead, double *sum)
{
    const int block = B->scale ? SCALE_BLOCK : TILE;
    for (int j = 0; j < k; j++)
        sum[j] = 0;
    for (int b = first; b < last; b += block) {
        const int end = b + block < last ? b + block : last;
        double part[COLUMNS];
        for (int j = 0; j < k; j += COLUMNS) {
            const store *q = (const store *)B->at + (size_t)j * B->stride;
            if (j + COLUMNS <= k)
                K(dots)(b, end, COLUMNS, q, B->stride, w, ahead, part);
            else
                for (int c = 0; c < k - j; c++)
                    K(dots)
            (b, end, 1, q + (size_t)c * B->stride, B->stride, w, ahead, part + c);
            for (int c = 0; c < COLUMNS && j + c < k; c++)
                sum[j + c] += part[c] * K(scale_at)(B, j + c, b);
        }
    }
}

/* w -= Q h over a tile, likewise. */
static void K(tile_subtract)(int first, int last, int k, const struct basis *B,
                             const double *h, int ahead, real *w)
{
    const int block = B->scale ? SCALE_BLOCK : TILE;
    for (int b = first; b < last; b += block) {
        const int end = b + block < last ? b + block : last;
        double scaled[COLUMNS];
        for (int j = 0; j < k; j += COLUMNS) {
            const store *q = (const store *)B->at + (size_t)j * B->stride;
            for (int c = 0; c < COLUMNS && j + c < k; c++)
                scaled[c] = h[j + c] * K(scale_at)(B, j + c, b);
            if (j + COLUMNS <= k)
                K(subtract)(b, end, COLUMNS, q, B->stride, scaled, ahead, w);
            else
                for (int c = 0; c < k - j; c++)
                    K(subtract)
            (b, end, 1, q + (size_t)c * B->stride, B->stride, scaled + c, ahead, w);
        }
    }
}

/* w -= Q h and sum = Q'w, block by block: the second reads its block from L2. */
static void K(fused_tile)(int first, int last, int k, const struct basis *B,
                          const double *h, real *w, double *sum)
{
    double more[MAX_RESTART + 1];
    for (int j = 0; j < k; j++)
        sum[j] = 0;
    for (int begin = first; begin < last; begin += BLOCK) {
        int end = begin + BLOCK < last ? begin + BLOCK : last;
        K(tile_subtract)(begin, end, k, B, h, 0, w);
        K(tile_dots)(begin, end, k, B, w, BLOCK, more);
        for (int j = 0; j < k; j++)
            sum[j] += more[j];
    }
}

KERNEL K(pass)(const struct basis *B, int k, const double *h, int want, real *w,
               double *partial)
{
    const int n = B->n, dots = want & K(PROJECTION) ? k : 0;
    const int width = dots + (want & K(SQUARES) ? 1 : 0);
    FOR_TEAMS(t, tiles(n)) {
        int first = t * TILE, last = first + TILE < n ? first + TILE : n;
        double *sum = partial + (size_t)t * (size_t)width;
        if (want == K(CLEARED))
            FOR_LANES(i, first, last)
                w[i] = narrow(0);
        if (h && want & K(PROJECTION))
            K(fused_tile)(first, last, k, B, h, w, sum);
        else if (h)
            K(tile_subtract)(first, last, k, B, h, AHEAD, w);
        else if (want & K(PROJECTION))
            K(tile_dots)(first, last, k, B, w, AHEAD, sum);
        if (want & K(SQUARES))
            sum[dots] = K(tile_squares)(first, last, w);
    }
}

/* Launches a pass; how many tiles have sums of their own in B->partial. */
static int K(pass_begin)(const struct basis *B, int k, const double *h, int want, real *w)
{
    TEAM_LAUNCH(K(pass), tiles(B->n), B, k, h, want, w, B->partial);
    return tiles(B->n);
}
#endif
#endif
