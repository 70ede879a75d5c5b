/* docs/steps/narrow/sweep.c - one forward Gauss-Seidel sweep by colors, one slice after the
 * other.
 *
 *   z_i <- (r_i - (L z + U z + H z)_i) / d_i                                  (1.9)
 *
 * L z uses the new values of earlier colors, U z the old ones of later colors, and H z
 * the halo values from before the sweep. With zero initial guess this computes (1.6).
 *
 * Cost: 2 nnz flops; the matrix, r and z are read once, z is written once. A zero initial
 * guess is written once more.
 *
 * Differs from docs/steps/less, where a sweep with zero initial guess does not read U.
 */
#include <exchange.h>
#include <slice.h>
#include <vcycle.h>
#include "phase.h"

KERNEL relax(const struct layout *A, int first, int count, const real *r, real *z)
{
    FOR_ALL(k, count) {
        const struct slice *s = &A->slice[first + k];
        const rows sum = off_diagonal(A, s, z), d = diagonal(A, s);
        rows rs = load_rows(s, r);
        FOR_VECTORS(v)
            rs.v[v] = (rs.v[v] - sum.v[v]) / d.v[v];
        store_rows(s, z, rs);
    }
}

/* One color after the other: the interior slices with from = 0, the boundary slices with
 * from = colors (layout.h). */
static void relax_colors(const struct layout *A, int from, const struct vector *r,
                         struct vector *z)
{
    for (int c = from; c < from + A->colors; c++)
        relax(A, A->start[c], A->start[c + 1] - A->start[c], reals(r), reals(z));
}

static double sweep_bytes(const struct matrix *A)
{
    return product_bytes(A) + 2.0 * A->n * sizeof(real);
}

void K(sweep)(const struct matrix *A, const struct vector *r, struct vector *z,
              struct vector *w)
{
    phase_begin(PHASE_SWEEP, A->depth);
    exchange_begin(A, z);
    relax_colors(A->layout, 0, r, z);
    exchange_end(A, z);
    multiply_halo(A, z);
    relax_colors(A->layout, A->layout->colors, r, z);
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
    phase_begin(PHASE_SWEEP_ZERO_GUESS, A->depth);
    const int count = A->n + A->halo_n; /* z is zero on all ranks: no exchange */
    set_to_zero(count, reals(z));
    multiply_halo(A, z);
    relax_colors(A->layout, 0, r, z);
    relax_colors(A->layout, A->layout->colors, r, z);
    phase_end(sweep_bytes(A) + sizeof(real) * (double)count);
}
