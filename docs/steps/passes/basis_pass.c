/* docs/steps/passes/basis_pass.c - one pass over the basis in plain C: w -= Q h, Q'w and w'w.
 *
 *   for each block of rows:   w -= Q h       if h is not NULL
 *                             partial = Q'w  with PASS_PROJECT
 *                             partial = w'w  with PASS_SQUARES
 *
 * The rows of a block are read from memory for w -= Q h, and from the cache for Q'w.
 *
 * cost: 2 k n flops for each of w -= Q h and Q'w, 2 n for w'w; k n words of Q are
 *       read, n of w are read and, with h, written
 *
 * Differs from product: w -= Q h and Q'w with the new w are one pass over the basis.
 */
#include <basis_pass.h>
#include "basis.h"
#include "real.h"
#include "kernel_macros.h"

/* Rows of a block. A column of integers has one scale for them. */
enum { BLOCK = SCALE_BLOCK };

/* w -= Q h for rows first .. last-1, rounded once */
static void subtract_columns(const struct columns *Q, int first, int last, const double *h,
                             real *w)
{
    acc sum[BLOCK];
    FOR_THREADS(i, first, last)
        sum[i - first] = wide(w[i]);
    for (int j = 0; j < Q->k; j++) {
        const store *q = Q->data + (size_t)j * Q->stride;
        const acc hj = (acc)(h[j] * column_scale(Q, j, first));
        FOR_THREADS(i, first, last)
            sum[i - first] -= hj * wide_s(q[i]);
    }
    FOR_THREADS(i, first, last)
        w[i] = narrow(sum[i - first]);
}

/* sum += Q'w for rows first .. last-1 */
static void add_dots(const struct columns *Q, int first, int last, const real *w,
                     double *sum)
{
    for (int j = 0; j < Q->k; j++) {
        const store *q = Q->data + (size_t)j * Q->stride;
        double dot = 0;
        FOR_THREADS_SUM(dot, i, first, last)
            dot += (double)wide_s(q[i]) * (double)wide(w[i]);
        sum[j] += dot * column_scale(Q, j, first);
    }
}

KERNEL pass_over_tiles(struct columns Q, const double *h, int flags, real *w,
                       double *partial)
{
    const int dots = flags & PASS_PROJECT ? Q.k : 0,
              sums = dots + (flags & PASS_SQUARES ? 1 : 0);
    FOR_TEAMS(t, tiles(Q.n)) {
        const int first = t * TILE, last = Q.n - first < TILE ? Q.n : first + TILE;
        double *sum = partial + (size_t)t * (size_t)sums, squares = 0;
        for (int j = 0; j < dots; j++)
            sum[j] = 0;
        for (int begin = first; begin < last; begin += BLOCK) {
            const int end = last - begin < BLOCK ? last : begin + BLOCK;
            if (flags & PASS_FROM_ZERO)
                FOR_THREADS(i, begin, end)
                    w[i] = narrow(0);
            if (h)
                subtract_columns(&Q, begin, end, h, w);
            if (dots > 0)
                add_dots(&Q, begin, end, w, sum);
            if (flags & PASS_SQUARES)
                FOR_THREADS_SUM(squares, i, begin, end)
                    squares += (double)wide(w[i]) * (double)wide(w[i]);
        }
        if (flags & PASS_SQUARES)
            sum[dots] = squares;
    }
}

int K(launch_pass)(const struct basis *Q, int k, const double *h, int flags,
                   struct vector *w)
{
    TEAM_LAUNCH(pass_over_tiles, tiles(Q->n), columns_of(Q, k), h, flags,
                (real *)w->data, Q->partial);
    return tiles(Q->n);
}
