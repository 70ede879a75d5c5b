/* docs/steps/ell/sweep.c - one forward Gauss-Seidel sweep in color order, slice by slice.
 *
 *   z_i = z_i + (r_i - (A z)_i) / a_ii       for the rows i of each color     (1.9)
 *
 * With zero initial guess this computes (1.6).
 *
 * Cost: 2 nnz flops; the matrix, r and z are read once, z is written once (slice.h). A
 * zero initial guess is written once more.
 *
 * Differs from colors: the rows of a slice are computed together.
 */
#include <slice.h>
#include <vcycle.h>
#include "phase.h"

SLICE_KERNEL relax(struct slices S, const real *r, real *z)
{
    FOR_SLICES(s, S) {
        const struct row_sums Az = product(S, s, z);
        FOR_ROWS(i, s)
            store_rows(z, i,
                       load_rows(z, i) +
                           (load_rows(r, i) - at(Az, i)) / diagonal(S, i));
    }
}

static void relax_colors(const struct matrix *A, int zone, const struct vector *r,
                         struct vector *z)
{
    for (int c = 0; c < A->layout->colors; c++)
        LAUNCH_SLICES(relax, slices_of_color(A, zone, c), reals(r), reals(z));
}

void K(sweep)(const struct matrix *A, const struct vector *r, struct vector *z,
              struct vector *w)
{
    phase_begin(PHASE_SWEEP, A->level);
    WITH_EXCHANGE(zone, A, z)
        relax_colors(A, zone, r, z);
    phase_end(product_bytes(A) +
              A->n * (sizeof(store) + 2.0 * sizeof(real))); /* the diagonal, r, z */
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
    const int count = A->n + A->halo_n; /* z is zero on all ranks: no exchange */
    phase_begin(PHASE_SWEEP_ZERO_GUESS, A->level);
    LAUNCH(set_to_zero, count, count, reals(z));
    relax_colors(A, ALL, r, z);
    phase_end(product_bytes(A) + A->n * (double)sizeof(store) +
              (2.0 * A->n + count) * sizeof(real));
}
