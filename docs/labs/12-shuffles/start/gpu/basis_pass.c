/* docs/labs/12-shuffles/start/gpu/basis_pass.c - where lab 12 starts: sums without shuffles.
 *
 *   project       c = Q'w       a thread adds the rows of one column and one tile
 *   add_columns   y = x + Q h   a thread adds the columns of one row
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
    FOR_ALL(p, tiles(Q.n) * Q.k) {
        const int t = p / Q.k, j = p % Q.k, first = t * TILE,
                  last = Q.n - first < TILE ? Q.n : first + TILE;
        const store *q = Q.data + (size_t)j * Q.stride;
        double sum = 0;
        for (int i = first; i < last; i++)
            sum +=
                (double)wide_s(q[i]) * column_scale(&Q, j, i) * (double)wide(w[i]);
        partial[partial_place(t, tiles(Q.n), j, Q.k)] = sum;
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
    LAUNCH(project_tiles, tiles(Q->n) * k, columns_of(Q, k), (const real *)w->data,
           Q->partial);
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
