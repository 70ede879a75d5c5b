/* docs/labs/12-shuffles/answer/gpu/basis_pass.c - sums over a warp, eight columns at once.
 *
 *   project       c = Q'w       a team adds the rows of a tile, a thread four of them
 *   add_columns   y = x + Q h   a thread adds the columns of one row
 *
 * Neighboring threads load neighboring rows. A thread loads a row of w once for eight
 * columns, and a warp adds eight sums with 9 shuffles (warp_add in team.h).
 *
 * cost: that of ref
 */
#include <basis_pass.h>
#include "basis.h"
#include "kernels.h"
#include "kernel_macros.h"

/* The partial sum j of tile t is that of q_j w over the rows of the tile. */
KERNEL project_tiles(struct columns Q, const real *restrict w,
                     double *restrict partial)
{
    const int warps = TEAM_THREADS / WARP_SIZE, warp = TEAM_THREAD / WARP_SIZE;
    TEAM_DOUBLES(sum); /* [warps][k] */
    FOR_TEAMS(t, tiles(Q.n)) {
        const int first = t * TILE, last = Q.n - first < TILE ? Q.n : first + TILE;
        FOR_THREADS(j, 0, warps * Q.k)
            sum[j] = 0;
        team_barrier();
        for (int j = 0; j < Q.k; j += COLUMNS_PER_BATCH) {
            double s[COLUMNS_PER_BATCH] = {0};
            const int left = Q.k - j,
                      count = left < COLUMNS_PER_BATCH ? left : COLUMNS_PER_BATCH;
            FOR_THREADS(i, first, last) {
                const double wi = (double)wide(w[i]);
                /* Unrolled, so that the eight sums are registers. */
                UNROLL_ALL
                for (int c = 0; c < COLUMNS_PER_BATCH; c++)
                    if (c < count)
                        s[c] += wi * column_scale(&Q, j + c, i) *
                                (double)wide_s(
                                    Q.data[(size_t)(j + c) * Q.stride + i]);
            }
            warp_add(sum + warp * Q.k + j, s, count);
        }
        team_barrier();
        FOR_THREADS(j, 0, Q.k) {
            double all = 0;
            for (int p = 0; p < warps; p++)
                all += sum[p * Q.k + j];
            partial[partial_place(t, tiles(Q.n), j, Q.k)] = all;
        }
        team_barrier();
    }
}

/* y = x + Q h, rounded once. y may be x; with x = NULL y = Q h. */
KERNEL add_columns_to_rows(struct columns Q, const double *restrict h,
                           const real *x, real *y)
{
    FOR_ALL(i, Q.n) {
        acc sum = x ? wide(x[i]) : 0;
        for (int j = 0; j < Q.k; j++)
            sum += (acc)(h[j] * column_scale(&Q, j, i)) *
                   wide_s(Q.data[(size_t)j * Q.stride + (size_t)i]);
        y[i] = narrow(sum);
    }
}

void K(project)(const struct basis *Q, int k, const struct vector *w, double *c)
{
    TEAM_LAUNCH_WITH(TEAM_WARPS * k, project_tiles, tiles(Q->n), columns_of(Q, k),
                     (const real *)w->data, Q->partial);
    sum_tiles(Q->partial, tiles(Q->n), k, c, Q->comm);
}

void K(add_columns)(const struct basis *Q, int k, const double *h,
                    const struct vector *x, struct vector *y)
{
    const double *coefficient = (const double *)device_upload_small(
        Q->coefficient, h, (size_t)k * sizeof *h);
    const real *from = x ? (const real *)x->data : NULL;
    LAUNCH(add_columns_to_rows, Q->n, columns_of(Q, k), coefficient, from,
           (real *)y->data);
}
