/* ref/sweep.c - one forward Gauss-Seidel sweep; a sweep followed by a product.
 *
 *   z_i = z_i + (r_i - sum_j a_ij z_j) / a_ii     for i = 0, 1, ..., n - 1    (1.9)
 *
 * With zero initial guess this computes (1.6). The sum uses a local z_j as soon as
 * it is updated; halo values are those from before the sweep (block Jacobi between
 * ranks).
 *
 * The rows of a wavefront do not depend on each other (schedule.h). They are
 * updated in parallel, one wavefront after the other; the result is bitwise that of
 * the loop above.
 *
 * cost: 2 nnz flops; A, its diagonal and r are read once, z is read and written once
 *       (rows.h); with several threads the wavefronts are read once. A zero initial
 *       guess is written once more.
 */
#include <exchange.h>
#include <rows.h>
#include <vcycle.h>
#include "phase.h"

DEVICE void relax(struct rows A, int i, const real *r, real *z)
{
    z[i] = narrow(wide(z[i]) + row_residual(A, i, r, z) / diagonal(A, i));
}

KERNEL relax_wavefront(int count, const int *row, struct rows A, const real *r,
                       real *z)
{
    FOR_ALL(k, count)
        relax(A, row[k], r, z);
}

/* With one thread we loop over the rows in order. The result is bitwise the same
 * and the matrix is read contiguously. */
static void relax_all_rows(const struct matrix *A, const real *r, real *z)
{
    const struct layout *L = A->layout;
    const struct rows rows = rows_of(A);
    if (ONE_THREAD) {
        for (int i = 0; i < A->n; i++)
            relax(rows, i, r, z);
        return;
    }
    for (int w = 0; w < L->wavefronts; w++) {
        const int first = L->wavefront_start[w],
                  count = L->wavefront_start[w + 1] - first;
        LAUNCH(relax_wavefront, count, count, L->wavefront_row + first, rows, r, z);
    }
}

static double sweep_bytes(const struct matrix *A)
{
    const double n = A->n;
    return product_bytes(A) + (sizeof(store) + 2 * sizeof(real)) * n +
           (ONE_THREAD ? 0 : sizeof(int) * n);
}

void K(sweep)(const struct matrix *A, const struct vector *r, struct vector *z,
              struct vector *w)
{
    phase_begin(PHASE_SWEEP, A->level);
    exchange(A, z); /* fills the halo entries of z */
    relax_all_rows(A, reals(r), reals(z));
    phase_end(sweep_bytes(A));
    if (w)
        K(spmv)(A, z, w);
}

KERNEL set_to_zero(int count, real *z)
{
    FOR_ALL(i, count)
        z[i] = narrow(0);
}

void K(sweep_zero_guess)(const struct matrix *A, const struct vector *r,
                         struct vector *z)
{
    phase_begin(PHASE_SWEEP_ZERO_GUESS, A->level);
    const int count = A->n + A->halo_n; /* z is zero on all ranks: no exchange */
    LAUNCH(set_to_zero, count, count, reals(z));
    relax_all_rows(A, reals(r), reals(z));
    phase_end(sweep_bytes(A) + sizeof(real) * (double)count);
}
