/* docs/labs/11-launches/start/gpu/sweep.c - where lab 11 starts: a port that was made too quickly.
 *
 *   z_i = z_i + (r_i - sum_j a_ij z_j) / a_ii     color by color              (1.9)
 *
 * This is WRONG on a device, and it is slow: the host waits after every color, and
 * every color of every level is a launch.
 *
 * cost: that of ref without the list of rows: n integers less
 */
#include <exchange.h>
#include <rows.h>
#include <vcycle.h>
#include "phase.h"

DEVICE void relax(struct rows A, int i, const real *r, real *z)
{
    z[i] = narrow(wide(z[i]) + row_residual(A, i, r, z) / diagonal(A, i));
}

/* Rows first .. first + count - 1 have one color. */
KERNEL relax_color(int first, int count, struct rows A, const real *r, real *z)
{
    FOR_ALL(k, count)
        relax(A, first + k, r, z);
}

KERNEL relax_wavefront(int count, const int *row, struct rows A, const real *r,
                       real *z)
{
    FOR_ALL(k, count)
        relax(A, row[k], r, z);
}

static void relax_all_rows(const struct matrix *A, const real *r, real *z)
{
    const struct layout *L = A->layout;
    const struct rows rows = rows_of(A);
    for (int c = 0; c < A->colors.count; c++) {
        const int first = A->colors.first[c],
                  count = A->colors.first[c + 1] - first;
        LAUNCH(relax_color, count, first, count, rows, r, z);
        stream_synchronize(COMPUTE); /* to be on the safe side */
    }
    if (A->colors.count > 0)
        return;
    for (int w = 0; w < L->wavefronts; w++) {
        const int first = L->wavefront_start[w],
                  count = L->wavefront_start[w + 1] - first;
        LAUNCH(relax_wavefront, count, count, L->wavefront_row + first, rows, r, z);
        stream_synchronize(COMPUTE);
    }
}

static double sweep_bytes(const struct matrix *A)
{
    const double n = A->n;
    const double list = A->colors.count > 0 ? 0 : sizeof(int);
    return product_bytes(A) + (list + sizeof(store) + 2 * sizeof(real)) * n;
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

void K(sweep_zero_guess)(const struct matrix *A, const struct vector *r,
                         struct vector *z)
{
    phase_begin(PHASE_SWEEP_ZERO_GUESS, A->level);
    const int count = A->n + A->halo_n; /* z is zero on all ranks: no exchange */
    for (int i = 0; i < count; i++)
        reals(z)[i] = narrow(0);
    relax_all_rows(A, reals(r), reals(z));
    phase_end(sweep_bytes(A) + sizeof(real) * (double)count);
}
