/* ref/basis_pass.c - the passes over the Krylov basis: Q'w and x + Q h.
 *
 *   project       c = Q'w       for each tile of TILE rows: c_j += q_j'w, all j
 *   add_columns   y = x + Q h   for each tile of TILE rows: sum += h_j q_j, all j
 *
 * A tile of w or of the sum remains in the L1 cache while we read the same rows of
 * all columns.
 *
 * cost: 2 k n flops each; k n words of Q are read; project reads n words of w;
 *       add_columns reads n words of x and writes n words of y
 */
#include <basis_pass.h>
#include "basis.h"
#include "kernels.h"
#include "kernel_macros.h"

/* The partial sum j of tile t is that of q_j w over the rows of the tile. */
KERNEL project_tiles(struct columns Q, const real *restrict w,
                     double *restrict partial)
{
    const int block = rows_per_scale(&Q);
    FOR_TEAMS(t, tiles(Q.n)) {
        const int first = t * TILE, last = Q.n - first < TILE ? Q.n : first + TILE;
        for (int j = 0; j < Q.k; j++) {
            const store *q = Q.data + (size_t)j * Q.stride;
            double tile = 0;
            for (int b = first; b < last; b += block) {
                const int end = last - b < block ? last : b + block;
                double sum = 0;
                FOR_THREADS_SUM(sum, i, b, end)
                    sum += (double)wide_s(q[i]) * (double)wide(w[i]);
                tile += sum * column_scale(&Q, j, b);
            }
            tile = team_sum(tile);
            if (TEAM_LEADER)
                partial[partial_place(t, tiles(Q.n), j, Q.k)] = tile;
        }
    }
}

/* y = x + Q h, rounded once. y may be x; with x = NULL y = Q h. */
KERNEL add_columns_to_tiles(struct columns Q, const double *restrict h,
                            const real *x, real *y)
{
    const int block = rows_per_scale(&Q);
    FOR_TEAMS(t, tiles(Q.n)) {
        SHARED acc sum[TILE];
        const int first = t * TILE, last = Q.n - first < TILE ? Q.n : first + TILE;
        FOR_THREADS(i, first, last)
            sum[i - first] = x ? wide(x[i]) : 0;
        for (int j = 0; j < Q.k; j++) {
            const store *q = Q.data + (size_t)j * Q.stride;
            for (int b = first; b < last; b += block) {
                const int end = last - b < block ? last : b + block;
                const acc hj = (acc)(h[j] * column_scale(&Q, j, b));
                FOR_THREADS(i, b, end)
                    sum[i - first] += hj * wide_s(q[i]);
            }
        }
        FOR_THREADS(i, first, last)
            y[i] = narrow(sum[i - first]);
    }
}

void K(project)(const struct basis *Q, int k, const struct vector *w, double *c)
{
    const int n = Q->n;
    TEAM_LAUNCH(project_tiles, tiles(n), columns_of(Q, k), (const real *)w->data,
                Q->partial);
    sum_tiles(Q->partial, tiles(n), k, c, Q->comm);
}

void K(add_columns)(const struct basis *Q, int k, const double *h,
                    const struct vector *x, struct vector *y)
{
    const double *coefficient = (const double *)device_upload_small(
        Q->coefficient, h, (size_t)k * sizeof *h);
    const real *from = x ? (const real *)x->data : NULL;
    TEAM_LAUNCH(add_columns_to_tiles, tiles(Q->n), columns_of(Q, k), coefficient,
                from, (real *)y->data);
}
