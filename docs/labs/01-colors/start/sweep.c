/* docs/labs/01-colors/start/sweep.c - where lab 1 starts: all rows at once. This is WRONG.
 *
 *   z_i = z_i + (r_i - sum_j a_ij z_j) / a_ii     for all i at the same time
 *
 * The loop is parallel, although row i needs the new values of earlier rows. With
 * one thread the result is right. With several threads it is not, and it differs
 * from run to run.
 *
 * cost: 2 nnz flops; A, its diagonal and r are read once, z is read and written
 *       once
 */
#include <exchange.h>
#include <rows.h>
#include <vcycle.h>
#include "phase.h"

DEVICE void relax(struct rows A, int i, const real *r, real *z)
{
    z[i] = narrow(wide(z[i]) + row_residual(A, i, r, z) / diagonal(A, i));
}

KERNEL relax_rows(struct rows A, const real *r, real *z)
{
    FOR_ALL(i, A.n)
        relax(A, i, r, z);
}

static void relax_all_rows(const struct matrix *A, const real *r, real *z)
{
    LAUNCH(relax_rows, A->n, rows_of(A), r, z);
}

static double sweep_bytes(const struct matrix *A)
{
    const double n = A->n;
    return product_bytes(A) + (sizeof(store) + 2 * sizeof(real)) * n;
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
