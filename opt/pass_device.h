/* opt/pass_device.h - one pass over the basis on a device: tall and skinny tiles.
 *
 *   w -= Q h,  c = Q'w,  w'w    of a team's rows, strip by strip of TEAM lanes
 *
 *                     column 0        1      ...     k-1
 *   lane 0, warp 0    | SIDE rows |           |              SIDE rows are LANE_BYTES of a
 *   lane 1            | SIDE rows | the next  |              column: one load
 *   ...                                                      w: in registers all the while
 *
 * A lane asks for its rows of TOGETHER columns before it uses the first. It adds up its
 * products with w, in f64; the sums of TOGETHER columns over a warp take nine swaps
 * (words_team.h) and are added to the warp's own k sums in the team's memory. Only at the
 * end of the team's rows are the warps' sums added and written: one number a column and
 * team. There is no barrier within a strip.
 *
 * The number of teams depends on n alone, at most MOST_TEAMS, and the order of additions
 * is fixed: so results do not depend on the device but for its warp.
 *
 * Prediction. A card with 4.8 TB/s and 132 multiprocessors (H200) must have 4.8 TB/s x
 * 0.7 us = 3.4 MB of loads under way, 25 KB a multiprocessor. Two teams of 256 lanes, each
 * with TOGETHER loads of 16 bytes, have 64 KB, of 16-bit numbers 32 KB: enough for full
 * speed while others of them add up. Work: a warp and a column of a strip, 512 bytes or
 * 256, take some 25 instructions and 2.3 swaps of 64 bits: 9 TB/s or more on 528
 * schedulers of 1.7 GHz. Half of an MI250X (1.6 TB/s, 110 units, 64 lanes): 12 KB a unit
 * are wanted, two teams have 32 KB. So passes 1 and 3 should run at the copy bandwidth.
 *   Pass 2 reads a strip of Q twice: k x TEAM x LANE_BYTES, for k = 30 123 KB a team of 16
 * bytes a lane, 61 KB of 8. Two teams a multiprocessor: 246 KB, in part in an L1 of 256
 * KB, and 32 MB on all of them, in an L2 of 50 MB: the second reading is free. MI250X: 8
 * bytes a lane, 13 MB at k = 30 against an L2 of 8 MB: free up to k = 17, three quarters
 * of the gain on average over a cycle of 30. Not measured yet.
 *
 * Differs from the host's pass: w stays in registers over all columns, so that it is
 * rounded once a pass.
 */
#ifndef MEMWALL_PASS_DEVICE_H
#define MEMWALL_PASS_DEVICE_H
#include "real.h"
#include "vector.h"
#include "words.h"

enum {
    IN_LOAD = LANE_BYTES / sizeof(store),
    SIDE = IN_LOAD < 4 ? IN_LOAD : 4, /* rows of a lane: more would fill its registers */
    STRIP_MOST = 1024,                /* rows of a strip are this or a part of it */
    MOST_TEAMS = 1024
};

/* Columns begin on such a border (vector.h), w does at its first row. */
struct K(rows_of_q) {
    store at[SIDE];
} __attribute__((aligned(SIDE * sizeof(store))));
struct K(rows_of_w) {
    real at[SIDE];
} __attribute__((aligned(SIDE * sizeof(real) < 16 ? SIDE * sizeof(real) : 16)));

/* Rows i .. of columns j .. j+TOGETHER-1, the last column again where there are fewer. The
 * last one to read them need not keep them in the caches. */
LANE_FUNCTION void K(load_columns)(const struct basis *B, int j, int k, int i, int last,
                                   struct K(rows_of_q) q[TOGETHER])
{
    UNROLL(8)
    for (int c = 0; c < TOGETHER; c++) {
        const size_t column = (size_t)(j + c < k ? j + c : k - 1);
        const struct K(rows_of_q) *at =
            (const struct K(rows_of_q) *)((const store *)B->at + column * B->stride + i);
        if (last)
            q[c] = STREAMED(at);
        else
            q[c] = *at;
    }
}

/* w -= Q h for the rows i .. of a lane. */
LANE_FUNCTION void K(take_out)(const struct basis *B, int k, const double *h, int i,
                               int last, acc w[SIDE])
{
    for (int j = 0; j < k; j += TOGETHER) {
        struct K(rows_of_q) q[TOGETHER];
        K(load_columns)(B, j, k, i, last, q);
        UNROLL(8)
        for (int c = 0; c < TOGETHER; c++) {
            const int column = j + c < k ? j + c : k - 1;
            const acc there = (acc)(h[column] * K(scale_at)(B, column, i)),
                      hc = j + c < k ? there : 0;
            UNROLL(8)
            for (int s = 0; s < SIDE; s++)
                w[s] -= hc * wide_s(q[c].at[s]);
        }
    }
}

/* q'w over the rows of a lane. Eight products of 16-bit numbers with f32 are added up in
 * f32: it costs less than storing the column has cost, and fewer conversions. */
LANE_FUNCTION double K(product)(const store q[SIDE], const acc w[SIDE])
{
    double sum = 0;
    acc small = 0;
    UNROLL(8)
    for (int s = 0; s < SIDE; s++)
        if (sizeof(store) == 2 && sizeof(acc) == 4)
            small += wide_s(q[s]) * w[s];
        else
            sum += (double)wide_s(q[s]) * (double)w[s];
    return sum + (double)small;
}

/* sum += Q'w for the rows i .. of the lanes of a warp. */
LANE_FUNCTION void K(project)(const struct basis *B, int k, int i, const acc w[SIDE],
                              double *sum)
{
    for (int j = 0; j < k; j += TOGETHER) {
        struct K(rows_of_q) q[TOGETHER];
        double s[TOGETHER];
        K(load_columns)(B, j, k, i, 1, q);
        UNROLL(8)
        for (int c = 0; c < TOGETHER; c++)
            s[c] = K(product)(q[c].at, w) * K(scale_at)(B, j + c < k ? j + c : k - 1, i);
        warp_add(sum + j, s, k - j < TOGETHER ? k - j : TOGETHER);
    }
}

/* Rows i .. of w; zero behind its end. */
LANE_FUNCTION void K(load_rows)(const real *w, int i, int n, acc x[SIDE])
{
    struct K(rows_of_w) rows;
    if (i + SIDE <= n)
        rows = *(const struct K(rows_of_w) *)(w + i);
    UNROLL(8)
    for (int s = 0; s < SIDE; s++)
        x[s] = i + SIDE <= n ? wide(rows.at[s]) : i + s < n ? wide(w[i + s]) : 0;
}

/* The same back, and what then stands there. */
LANE_FUNCTION void K(store_rows)(real *w, int i, int n, acc x[SIDE])
{
    struct K(rows_of_w) rows;
    UNROLL(8)
    for (int s = 0; s < SIDE; s++) {
        rows.at[s] = narrow(x[s]);
        x[s] = i + s < n ? wide(rows.at[s]) : 0;
    }
    if (i + SIDE <= n) {
        *(struct K(rows_of_w) *)(w + i) = rows;
        return;
    }
    for (int s = 0; s < SIDE; s++)
        if (i + s < n)
            w[i + s] = rows.at[s];
}

/* Team b has the rows from b * rows on. Lanes behind the last row go along, since a warp
 * adds up with all its lanes: with the first row's columns, and zeros for w. */
ROOMY_KERNEL K(pass)(struct basis B, int k, const double *h, int want, int teams,
                     int rows, real *w, double *partial)
{
    const int n = B.n, dots = want & K(PROJECTION) ? k : 0;
    const int width = dots + (want & K(SQUARES) ? 1 : 0), strip = TEAM_LANES * SIDE;
    TEAM_DOUBLES(sums);
    FOR_TEAMS(b, teams) {
        const int first = b * rows, last = n - first < rows ? n : first + rows;
        double *sum = sums + TEAM_LANE / WARP_LANES * width, squares = 0;
        FOR_LANES(j, 0, TEAM_LANES / WARP_LANES * width)
            sums[j] = 0;
        team_barrier();
        for (int begin = first; begin < last; begin += strip) {
            const int i = begin + TEAM_LANE * SIDE, there = i < n ? i : first;
            acc x[SIDE];
            if (want == K(CLEARED)) {
                UNROLL(8)
                for (int s = 0; s < SIDE; s++)
                    x[s] = 0;
            } else {
                K(load_rows)(w, i, n, x);
            }
            if (h) {
                K(take_out)(&B, k, h, there, dots == 0, x);
                K(store_rows)(w, i, n, x);
            }
            if (dots > 0)
                K(project)(&B, k, there, x, sum);
            UNROLL(8)
            for (int s = 0; s < SIDE; s++)
                squares += (double)x[s] * (double)x[s];
        }
        squares = warp_sum(squares);
        if (width > dots && TEAM_LANE % WARP_LANES == 0)
            sum[dots] = squares;
        team_barrier();
        FOR_LANES(j, 0, width) {
            double all = 0;
            for (int p = 0; p < TEAM_LANES / WARP_LANES; p++)
                all += sums[p * width + j];
            partial[(size_t)b * (size_t)width + (size_t)j] = all;
        }
        team_barrier();
    }
}

/* Launches a pass; how many teams have written sums to B->partial: no more than tiles(n). */
static int K(pass_begin)(const struct basis *B, int k, const double *h, int want, real *w)
{
    const int strips = (B->n + STRIP_MOST - 1) / STRIP_MOST,
              each = (strips + MOST_TEAMS - 1) / MOST_TEAMS,
              teams = each > 0 ? (strips + each - 1) / each : 0,
              width = (want & K(PROJECTION) ? k : 0) + (want & K(SQUARES) ? 1 : 0);
    TEAM_LAUNCH_WITH(TEAM_WARPS * width, K(pass), teams, *B, k, h, want, teams,
                     each * STRIP_MOST, w, B->partial);
    return teams;
}
#endif
