/* opt/gpu/basis_pass.c - one pass over the basis on a GPU: w -= Q h, Q'w and w'w.
 *
 *   w -= Q h        if h is not NULL
 *   partial = Q'w   with PASS_PROJECT, one number for each column and team
 *   partial = w'w   with PASS_SQUARES, after Q'w if both
 *
 *                       column 0          1      ...     k-1
 *   thread 0, warp 0    ROWS_PER_THREAD |          |         a thread has one load
 *   thread 1            ROWS_PER_THREAD | the next |         of each column, and w
 *   ...                 -- a strip of w and Q --             remains in registers
 *
 * A team processes its rows strip by strip. A thread loads its rows of
 * COLUMNS_PER_BATCH columns before it uses the first of them, and adds their
 * products with its rows of w in double. These sums are added over the warp by
 * warp_add (team.h), and then to the k sums of the warp in shared memory. The sums
 * of the warps are added at the end of the rows of the team. There is no barrier
 * within a strip.
 *
 * The coefficients h are an argument of the kernel, so that no copy to the device
 * precedes it, or they are the sums of the previous pass, which are still in device
 * memory (queued_passes.h). A team multiplies them by the scale once, in shared memory.
 *
 * The number of teams depends on n only, and the order of additions is fixed.
 * Results therefore depend on the size of a warp and on nothing else of the device.
 *
 * cost: 2 k n flops for each of w -= Q h and Q'w, 2 n for w'w; k n words of Q are
 *       read (by both: a second time from L2), n of w are read and, with h, written
 *
 * Differs from opt: w remains in registers for all columns and is rounded once a
 * pass. We expect passes 1 and 3 of CGS2 to run at the bandwidth of a copy, and the
 * second read of pass 2 to hit L2 if k * TEAM * LOAD_BYTES of each resident team
 * fit there. Not measured; docs/07 has the numbers.
 */
#include <basis.h>
#include <basis_pass.h>
#include "real.h"
#include "kernel_macros.h"

enum {
    NUMBERS_PER_LOAD = LOAD_BYTES / sizeof(store),
    MOST_ROWS = sizeof(acc) == 8 && F_STORE == I16 ? 4 : 8, /* limits registers */
    ROWS_PER_THREAD = NUMBERS_PER_LOAD < MOST_ROWS ? NUMBERS_PER_LOAD : MOST_ROWS,
    MAX_STRIP = 2048, /* a multiple of the rows of a strip */
    MAX_TEAMS = 1024,
    MAX_ARGUMENTS = 64 /* coefficients: CUDA allows 4 KiB of arguments */
};

/* The coefficients of a pass: in device memory, or at most MAX_ARGUMENTS in h. */
struct coefficients {
    int exist; /* 0: the pass has none */
    const double *in_memory;
    double h[MAX_ARGUMENTS];
};

static struct coefficients coefficients_of(const struct basis *Q, int k,
                                           const double *h, int flags)
{
    struct coefficients c = {};
    const size_t bytes = (size_t)k * sizeof *h;
    c.exist = h != NULL;
    if (flags & PASS_KEPT)
        c.in_memory = h;
    else if (h && k > MAX_ARGUMENTS)
        c.in_memory = (const double *)device_upload_small(Q->coefficient, h, bytes);
    else if (h)
        memcpy(c.h, h, bytes);
    return c;
}

/* Columns begin at a multiple of this alignment (vector.h), and so does w. */
struct q_rows {
    store row[ROWS_PER_THREAD];
} __attribute__((aligned(ROWS_PER_THREAD * sizeof(store))));
struct w_rows {
    real row[ROWS_PER_THREAD];
} __attribute__((aligned(
    ROWS_PER_THREAD * sizeof(real) < 16 ? ROWS_PER_THREAD * sizeof(real) : 16)));

/* Loads rows i .. of columns j .. j+COLUMNS_PER_BATCH-1 (the last column again
 * where there are fewer). `last_use`: the pass does not read them again, they need
 * no cache. */
DEVICE_ONLY void load_columns(const struct columns *Q, int j, int i, int last_use,
                              struct q_rows q[COLUMNS_PER_BATCH])
{
    UNROLL_ALL
    for (int c = 0; c < COLUMNS_PER_BATCH; c++) {
        const size_t column = (size_t)(j + c < Q->k ? j + c : Q->k - 1);
        const struct q_rows *p =
            (const struct q_rows *)(Q->data + column * Q->stride + i);
        if (last_use)
            q[c] = LOAD_ONCE(p);
        else
            q[c] = *p;
    }
}

/* The number of columns of all batches. */
DEVICE int whole_batches(int k)
{
    return (k + COLUMNS_PER_BATCH - 1) / COLUMNS_PER_BATCH * COLUMNS_PER_BATCH;
}

/* scaled = h times the unit of the basis if it has one, and zero behind the last
 * column. Called for each place of h by itself: with a choice between two pointers,
 * clang copies the arguments of the kernel to the stack of every thread. */
DEVICE_ONLY void scale_coefficients(const struct columns *Q, const double *h,
                                    double *scaled)
{
    FOR_THREADS(j, 0, whole_batches(Q->k))
        scaled[j] = j < Q->k ? h[j] * (Q->scale ? 1 : Q->unit) : 0;
}

/* w -= Q h for the rows i .. of a thread. h is in shared memory, zero behind the last
 * column, and multiplied by the unit of the basis if it has one. */
DEVICE_ONLY void subtract_columns(const struct columns *Q, const double *h, int i,
                                  int last_use, acc w[ROWS_PER_THREAD])
{
    for (int j = 0; j < Q->k; j += COLUMNS_PER_BATCH) {
        struct q_rows q[COLUMNS_PER_BATCH];
        load_columns(Q, j, i, last_use, q);
        UNROLL_ALL
        for (int c = 0; c < COLUMNS_PER_BATCH; c++) {
            const int column = j + c < Q->k ? j + c : Q->k - 1;
            const acc hc =
                (acc)(Q->scale ? h[j + c] * column_scale(Q, column, i) : h[j + c]);
            UNROLL_ALL
            for (int r = 0; r < ROWS_PER_THREAD; r++)
                w[r] -= hc * wide_s(q[c].row[r]);
        }
    }
}

/* q'w over the rows of a thread. Products of 16-bit numbers with f32 are added in
 * f32: that needs fewer conversions, and its error is smaller than that of storing
 * the column. */
DEVICE_ONLY double thread_product(const store q[ROWS_PER_THREAD],
                                  const acc w[ROWS_PER_THREAD])
{
    double sum = 0;
    acc sum_f32 = 0;
    UNROLL_ALL
    for (int r = 0; r < ROWS_PER_THREAD; r++)
        if (sizeof(store) == 2 && sizeof(acc) == 4)
            sum_f32 += wide_s(q[r]) * w[r];
        else
            sum += (double)wide_s(q[r]) * (double)w[r];
    return sum + (double)sum_f32;
}

/* sum += Q'w for the rows i .. of each thread of a warp */
DEVICE_ONLY void warp_project(const struct columns *Q, int i,
                              const acc w[ROWS_PER_THREAD], double *sum)
{
    for (int j = 0; j < Q->k; j += COLUMNS_PER_BATCH) {
        struct q_rows q[COLUMNS_PER_BATCH];
        double s[COLUMNS_PER_BATCH];
        load_columns(Q, j, i, 1, q);
        UNROLL_ALL
        for (int c = 0; c < COLUMNS_PER_BATCH; c++)
            s[c] = thread_product(q[c].row, w) *
                   column_scale(Q, j + c < Q->k ? j + c : Q->k - 1, i);
        warp_add(sum + j, s,
                 Q->k - j < COLUMNS_PER_BATCH ? Q->k - j : COLUMNS_PER_BATCH);
    }
}

/* x = rows i .. of w; 0 behind the last row */
DEVICE_ONLY void load_w(const real *w, int i, int n, acc x[ROWS_PER_THREAD])
{
    struct w_rows rows;
    if (i + ROWS_PER_THREAD <= n)
        rows = *(const struct w_rows *)(w + i);
    UNROLL_ALL
    for (int r = 0; r < ROWS_PER_THREAD; r++)
        x[r] = i + ROWS_PER_THREAD <= n ? wide(rows.row[r])
               : i + r < n              ? wide(w[i + r])
                                        : 0;
}

/* Rows i .. of w = x; then x = w, which is rounded. */
DEVICE_ONLY void store_w(real *w, int i, int n, acc x[ROWS_PER_THREAD])
{
    struct w_rows rows;
    UNROLL_ALL
    for (int r = 0; r < ROWS_PER_THREAD; r++) {
        rows.row[r] = narrow(x[r]);
        x[r] = i + r < n ? wide(rows.row[r]) : 0;
    }
    if (i + ROWS_PER_THREAD <= n) {
        *(struct w_rows *)(w + i) = rows;
        return;
    }
    for (int r = 0; r < ROWS_PER_THREAD; r++)
        if (i + r < n)
            w[i + r] = rows.row[r];
}

struct team_rows {
    int first, last; /* rows first .. last-1 */
};

/* w -= Q h for the rows of a team; adds Q'w to the sums of the warp; returns the
 * sum of squares of the rows of a thread. Threads behind the last row take part,
 * because a warp adds with all its threads: they load rows `first` of the columns,
 * and zeros for w. */
DEVICE_ONLY double pass_over_rows(const struct columns *Q, const double *h,
                                  int flags, struct team_rows rows, real *w,
                                  double *warp_sums)
{
    const int project = flags & PASS_PROJECT, n = Q->n;
    double squares = 0;
    for (int begin = rows.first; begin < rows.last;
         begin += TEAM_THREADS * ROWS_PER_THREAD) {
        const int i = begin + TEAM_THREAD * ROWS_PER_THREAD;
        const int q_row = i < n ? i : rows.first;
        acc x[ROWS_PER_THREAD];
        if (flags & PASS_FROM_ZERO) {
            UNROLL_ALL
            for (int r = 0; r < ROWS_PER_THREAD; r++)
                x[r] = 0;
        } else {
            load_w(w, i, n, x);
        }
        if (h) {
            subtract_columns(Q, h, q_row, !project, x);
            store_w(w, i, n, x);
        }
        if (project)
            warp_project(Q, q_row, x, warp_sums);
        UNROLL_ALL
        for (int r = 0; r < ROWS_PER_THREAD; r++)
            squares += (double)x[r] * (double)x[r];
    }
    return squares;
}

/* Team t processes rows t * rows, ..., (t + 1) * rows - 1. */
KERNEL_2_BLOCKS pass_over_teams(struct columns Q, struct coefficients given,
                                int flags, int rows, real *w, double *partial)
{
    const int dots = flags & PASS_PROJECT ? Q.k : 0,
              sums = dots + (flags & PASS_SQUARES ? 1 : 0),
              warps = TEAM_THREADS / WARP_SIZE, warp = TEAM_THREAD / WARP_SIZE;
    TEAM_DOUBLES(sum); /* [warps][sums], then the coefficients of all batches */
    double *const h = given.exist ? sum + warps * sums : NULL;
    FOR_TEAMS(t, (Q.n - 1) / rows + 1) {
        struct team_rows range = {t * rows,
                                  Q.n - t * rows < rows ? Q.n : (t + 1) * rows};
        FOR_THREADS(j, 0, warps * sums)
            sum[j] = 0;
        if (h && given.in_memory)
            scale_coefficients(&Q, given.in_memory, h);
        else if (h)
            scale_coefficients(&Q, given.h, h);
        team_barrier();
        double squares = pass_over_rows(&Q, h, flags, range, w, sum + warp * sums);
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
    const int strips = (Q->n + MAX_STRIP - 1) / MAX_STRIP,
              strips_per_team = (strips + MAX_TEAMS - 1) / MAX_TEAMS,
              teams =
                  strips > 0 ? (strips + strips_per_team - 1) / strips_per_team : 0,
              sums =
                  (flags & PASS_PROJECT ? k : 0) + (flags & PASS_SQUARES ? 1 : 0);
    TEAM_LAUNCH_WITH(TEAM_WARPS * sums + (h ? whole_batches(k) : 0),
                     pass_over_teams, teams, columns_of(Q, k),
                     coefficients_of(Q, k, h, flags), flags,
                     strips_per_team * MAX_STRIP, (real *)w->data, Q->partial);
    return teams;
}
