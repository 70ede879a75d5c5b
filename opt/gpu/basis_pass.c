/* opt/gpu/basis_pass.c - one pass over the basis on a device: w -= Q h, Q'w and w'w.
 *
 *   w -= Q h        if h is not NULL
 *   partial = Q'w   with PASS_PROJECT, one number for each column and tile
 *   partial = w'w   with PASS_SQUARES, after Q'w if both
 *
 *                       column 0     1     ...   k-1
 *   thread 0, warp 0    4 rows    |      |            a thread has one load of each
 *   thread 1            the next  |      |            column, and w remains in
 *   ...                  -- a tile of w and Q --      registers
 *
 * A team processes a tile. A thread loads its ROWS rows of COLUMNS_PER_BATCH columns
 * before it uses the first of them (in f64 by two loads, whose sectors are the same), and
 * adds their products with its rows of w in double. warp_add (team.h) adds these sums over
 * the warp, in shared memory, and the sums of the warps are added at the end.
 *
 * cost: 2 k n flops for each of w -= Q h and Q'w, 2 n for w'w; k n words of Q are
 *       read (by both: a second time from L2), n of w are read and, with h, written
 *
 * Differs from opt: w remains in registers for all columns and is rounded once a pass.
 */
#include <basis_pass.h>
#include "basis.h"
#include "real.h"
#include "kernel_macros.h"

enum { ROWS = 4 }; /* of a thread: a team of 256 threads has a tile */

/* Columns begin at a multiple of this alignment (vector.h), and so does w. */
#define ALIGNED_ROWS(type) \
    __attribute__((aligned(ROWS * sizeof(type) < 16 ? ROWS * sizeof(type) : 16)))
struct q_rows {
    store row[ROWS];
} ALIGNED_ROWS(store);
struct w_rows {
    real row[ROWS];
} ALIGNED_ROWS(real);

/* Loads rows i .. i+ROWS-1 of columns j .. j+COLUMNS_PER_BATCH-1 (the last column again
 * where there are fewer). */
DEVICE_ONLY void load_columns(const struct columns *Q, int j, int i,
                              struct q_rows q[COLUMNS_PER_BATCH])
{
    UNROLL_ALL
    for (int c = 0; c < COLUMNS_PER_BATCH; c++) {
        const size_t column = (size_t)(j + c < Q->k ? j + c : Q->k - 1);
        q[c] = *(const struct q_rows *)(Q->data + column * Q->stride + i);
    }
}

/* x -= Q h for the rows i .. of a thread */
DEVICE_ONLY void subtract_columns(const struct columns *Q, const double *h, int i,
                                  acc x[ROWS])
{
    for (int j = 0; j < Q->k; j += COLUMNS_PER_BATCH) {
        struct q_rows q[COLUMNS_PER_BATCH];
        load_columns(Q, j, i, q);
        UNROLL_ALL
        for (int c = 0; c < COLUMNS_PER_BATCH; c++) {
            const acc hc =
                j + c < Q->k ? (acc)(h[j + c] * column_scale(Q, j + c, i)) : 0;
            UNROLL_ALL
            for (int r = 0; r < ROWS; r++)
                x[r] -= hc * wide_s(q[c].row[r]);
        }
    }
}

/* q'x over the rows of a thread. Products of 16-bit numbers with f32 are added in f32:
 * that needs fewer conversions, and its error is smaller than that of storing the
 * column. */
DEVICE_ONLY double thread_product(const store q[ROWS], const acc x[ROWS])
{
    double sum = 0;
    acc sum_f32 = 0;
    UNROLL_ALL
    for (int r = 0; r < ROWS; r++)
        if (sizeof(store) == 2 && sizeof(acc) == 4)
            sum_f32 += wide_s(q[r]) * x[r];
        else
            sum += (double)wide_s(q[r]) * (double)x[r];
    return sum + (double)sum_f32;
}

/* sum += Q'x for the rows i .. of each thread of a warp */
DEVICE_ONLY void warp_project(const struct columns *Q, int i, const acc x[ROWS],
                              double *sum)
{
    for (int j = 0; j < Q->k; j += COLUMNS_PER_BATCH) {
        const int count =
            Q->k - j < COLUMNS_PER_BATCH ? Q->k - j : COLUMNS_PER_BATCH;
        struct q_rows q[COLUMNS_PER_BATCH];
        double s[COLUMNS_PER_BATCH];
        load_columns(Q, j, i, q);
        UNROLL_ALL
        for (int c = 0; c < COLUMNS_PER_BATCH; c++)
            s[c] = thread_product(q[c].row, x) *
                   column_scale(Q, j + c < Q->k ? j + c : Q->k - 1, i);
        warp_add(sum + j, s, count);
    }
}

/* x = rows i .. of w; 0 behind the last row */
DEVICE_ONLY void load_w(const real *w, int i, int n, acc x[ROWS])
{
    struct w_rows rows = {};
    if (i < n)
        rows = *(const struct w_rows *)(w + i);
    UNROLL_ALL
    for (int r = 0; r < ROWS; r++)
        x[r] = i + r < n ? wide(rows.row[r]) : 0;
}

/* Rows i .. of w = x; then x = w, which is rounded. */
DEVICE_ONLY void store_w(real *w, int i, int n, acc x[ROWS])
{
    struct w_rows rows;
    UNROLL_ALL
    for (int r = 0; r < ROWS; r++) {
        rows.row[r] = narrow(x[r]);
        x[r] = i + r < n ? wide(rows.row[r]) : 0;
    }
    if (i + ROWS <= n) {
        *(struct w_rows *)(w + i) = rows;
        return;
    }
    UNROLL_ALL
    for (int r = 0; r < ROWS; r++)
        if (i + r < n)
            w[i + r] = rows.row[r];
}

/* Threads behind the last row take part, because a warp adds with all its threads: they
 * load rows 0 .. of the columns, and zeros for w. */
KERNEL_2_BLOCKS pass_over_tiles(struct columns Q, const double *h, int flags,
                                real *w, double *partial)
{
    const int dots = flags & PASS_PROJECT ? Q.k : 0,
              sums = dots + (flags & PASS_SQUARES ? 1 : 0),
              warps = TEAM_THREADS / WARP_SIZE, warp = TEAM_THREAD / WARP_SIZE;
    TEAM_DOUBLES(sum); /* [warps][sums] */
    FOR_TEAMS(t, tiles(Q.n)) {
        double squares = 0;
        FOR_THREADS(j, 0, warps * sums)
            sum[j] = 0;
        team_barrier();
        FOR_THREADS(g, 0, TILE / ROWS) {
            const int i = t * TILE + g * ROWS, q_row = i < Q.n ? i : 0;
            acc x[ROWS] = {};
            if (!(flags & PASS_FROM_ZERO))
                load_w(w, i, Q.n, x);
            if (h) {
                subtract_columns(&Q, h, q_row, x);
                store_w(w, i, Q.n, x);
            }
            if (dots > 0)
                warp_project(&Q, q_row, x, sum + warp * sums);
            UNROLL_ALL
            for (int r = 0; r < ROWS; r++)
                squares += (double)x[r] * (double)x[r];
        }
        squares = warp_sum(squares);
        if (sums > dots && TEAM_THREAD % WARP_SIZE == 0)
            sum[warp * sums + dots] = squares;
        team_barrier();
        FOR_THREADS(j, 0, sums) {
            double all = 0;
            for (int p = 0; p < warps; p++)
                all += sum[p * sums + j];
            partial[(size_t)t * (size_t)sums + (size_t)j] = all;
        }
        team_barrier();
    }
}

int K(launch_pass)(const struct basis *Q, int k, const double *h, int flags,
                   struct vector *w)
{
    const int sums =
        (flags & PASS_PROJECT ? k : 0) + (flags & PASS_SQUARES ? 1 : 0);
    const double *coefficient = h ? (const double *)device_upload_small(
                                        Q->coefficient, h, (size_t)k * sizeof *h)
                                  : NULL;
    TEAM_LAUNCH_WITH(TEAM_WARPS * sums, pass_over_tiles, tiles(Q->n),
                     columns_of(Q, k), coefficient, flags, (real *)w->data,
                     Q->partial);
    return tiles(Q->n);
}
