/* docs/labs/08-multigrid/answer/sweep.c - the second sweep ends with the coarse points.
 *
 *   z_i = z_i + (r_i - sum_j a_ij z_j) / a_ii     color by color              (1.9)
 *
 * The sweep with zero guess begins with color 0, which contains the coarse points, so
 * that it leaves a residual there. The other sweep begins with color 1 and ends with
 * color 0: all other rows read the coarse correction before it is overwritten.
 *
 * cost: that of docs/steps/colors
 */
#include <exchange.h>
#include <rows.h>
#include <vcycle.h>
#include "phase.h"

DEVICE void relax(struct rows A, int i, const real *r, real *z)
{
    z[i] = narrow(wide(z[i]) + row_residual(A, i, r, z) / diagonal(A, i));
}

KERNEL relax_color(int first, int count, struct rows A, const real *r, real *z)
{
    FOR_ALL(k, count)
        relax(A, first + k, r, z);
}

/* The rows of a matrix without colors, in order. The single iteration of the parallel
 * loop is executed by one thread. */
KERNEL relax_in_order(struct rows A, const real *r, real *z)
{
    FOR_ALL(one, 1)
        for (int i = 0; i < A.n; i++)
            relax(A, i, r, z);
}

/* Begins with this color. */
static void relax_all_rows(const struct matrix *A, int first_color, const real *r,
                           real *z)
{
    const struct coloring *C = &A->colors;
    const struct rows rows = rows_of(A);
    for (int k = 0; k < C->count; k++) {
        const int c = (k + first_color) % C->count, first = C->first[c],
                  count = C->first[c + 1] - first;
        LAUNCH(relax_color, count, first, count, rows, r, z);
    }
    if (C->count == 0)
        LAUNCH(relax_in_order, 1, rows, r, z);
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
    relax_all_rows(A, 1, reals(r), reals(z));
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
    relax_all_rows(A, 0, reals(r), reals(z));
    phase_end(sweep_bytes(A) + sizeof(real) * (double)count);
}
