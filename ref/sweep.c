/* ref/sweep.c - one forward Gauss-Seidel sweep, front by front.
 *
 *   z_i <- z_i + (r_i - sum_j a_ij z_j) / a_ii        for i = 0, 1, ...   (1.9), from zero (1.6)
 *
 * with the newest local z_j and the halo values of before the sweep. The rows of a front
 * do not depend on each other, so they are done at once (schedule.c). A thread alone
 * goes through the rows in order instead: the same bits, and the matrix streams (on one
 * core three times faster than front by front, whose rows lie far apart).
 *
 * cost: 2 Z flops; Z (value + 4) + 12 n bytes of matrix and schedule, the diagonal and r
 *       read once, z read and written once. From zero: the same, and z cleared before.
 */
#include <exchange.h>
#include <layout.h>
#include "kernels.h"
#include "phase.h"
#include "real.h"
#include "words.h"
#include <string.h>

DEVICE void K(relax_row)(int i, const size_t *restrict ptr, const int *restrict col,
                         const store *restrict a, const store *restrict diag,
                         const real *restrict r, real *z)
{
    acc sum = wide(r[i]);
    for (size_t e = ptr[i]; e < ptr[i + 1]; e++)
        sum -= wide_s(a[e]) * wide(z[col[e]]);
    z[i] = narrow(wide(z[i]) + sum / wide_s(diag[i]));
}

KERNEL K(relax)(int rows, const int *restrict row, const size_t *restrict ptr,
                const int *restrict col, const store *restrict a,
                const store *restrict diag, const real *restrict r, real *z)
{
    FOR_ALL(k, rows)
        K(relax_row)(row[k], ptr, col, a, diag, r, z);
}

static void K(relax_all)(const struct level *A, const struct vector *R, struct vector *Z)
{
    const struct layout *L = A->layout;
    const store *a = (const store *)L->val[F_STORE];
    const store *diag = (const store *)L->diag[F_STORE];
    const real *r = (const real *)R->at;
    real *z = (real *)Z->at;
    if (LONE_LANE) {
        for (int i = 0; i < A->n; i++)
            K(relax_row)(i, L->ptr, L->col, a, diag, r, z);
        return;
    }
    if (!graph_begin(&A->layout->sweeps, a, R, Z))
        return; /* all fronts are under way, as one launch (graph.h) */
    for (int f = 0; f < L->fronts; f++) {
        int first = L->front_first[f], rows = L->front_first[f + 1] - first;
        LAUNCH(K(relax), rows, rows, L->front_row + first, L->ptr, L->col, a, diag, r, z);
    }
    graph_end();
}

static double K(sweep_bytes)(const struct level *A)
{
    double Z = (double)A->nonzeros, n = A->n;
    return Z * (sizeof(store) + 4) + 12 * n + sizeof(store) * n +
           sizeof(real) * (3 * n + A->halo_n);
}

void K(sweep)(const struct level *A, const struct vector *R, struct vector *Z)
{
    phase_begin(PHASE_SWEEP, A->depth);
    K(exchange)(A, Z);
    K(relax_all)(A, R, Z);
    phase_end(2 * (double)A->nonzeros, K(sweep_bytes)(A));
}

KERNEL K(clear)(int n, real *z)
{
    FOR_ALL(i, n)
        z[i] = narrow(0);
}

void K(sweep_zero)(const struct level *A, const struct vector *R, struct vector *Z)
{
    phase_begin(PHASE_SWEEP_ZERO, A->depth);
    int all = A->n + A->halo_n;
    LAUNCH(K(clear), all, all, (real *)Z->at); /* nothing to exchange: zero everywhere */
    K(relax_all)(A, R, Z);
    phase_end(2 * (double)A->nonzeros, K(sweep_bytes)(A) + sizeof(real) * (double)all);
}
