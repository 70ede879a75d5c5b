/* docs/steps/less/sweep.c - one forward Gauss-Seidel sweep in color order, which reads only what it
 * needs.
 *
 *   z_i <- (r_i - (L z + U z)_i) / d_i                                        (1.9)
 *
 * L z uses the new values of earlier colors, U z the old ones of later colors and the
 * halo values from before the sweep. With zero initial guess U z vanishes:
 * z = (D + L)^-1 r (1.6). Then z is output only.
 *
 * Cost: 2 nnz flops; the matrix, r and z are read once, z is written once. With zero
 * initial guess nnz flops, without U and the old z (slice_bytes.h).
 *
 * Differs from ell: D, L and U are stored apart, so that a sweep with zero initial guess
 * reads half of the matrix, and z is not set to zero before it.
 */
#include <slice.h>
#include <vcycle.h>
#include "phase.h"

/* z = (D + L)^-1 r for the rows of a color, with the new z of earlier colors. */
SLICE_KERNEL relax_lower(struct slices S, const real *r, real *z)
{
    FOR_SLICES(s, S) {
        const struct row_sums Lz = lower_product(S, s, z);
        FOR_ROWS(i, s)
            store_rows(z, i, (load_rows(r, i) - at(Lz, i)) / diagonal(S, i));
    }
}

void K(sweep_zero_guess)(const struct matrix *A, const struct vector *r,
                         struct vector *z)
{
    const struct layout *layout = A->layout;
    phase_begin(PHASE_SWEEP_ZERO_GUESS, A->level);
    /* All slices of a color before those of the next one: then z of all earlier colors
     * are numbers, whichever of them a zero that pads L is multiplied by. */
    for (int c = 0; c < layout->colors; c++)
        for (int zone = 0; zone < ZONES; zone++)
            LAUNCH_SLICES(relax_lower, slices_of_color(A, zone, c), reals(r),
                          reals(z));
    phase_end(part_bytes(&layout->size[LOWER]) + slice_bytes(A) +
              (2.0 * A->n + lower_read(A)) * sizeof(real));
}

SLICE_KERNEL relax(struct slices S, const real *r, real *z)
{
    FOR_SLICES(s, S) {
        const struct row_sums Lz = lower_product(S, s, z),
                              Uz = upper_product(S, s, z);
        FOR_ROWS(i, s)
            store_rows(
                z, i, (load_rows(r, i) - (at(Lz, i) + at(Uz, i))) / diagonal(S, i));
    }
}

void K(sweep)(const struct matrix *A, const struct vector *r, struct vector *z,
              struct vector *w)
{
    const struct layout *layout = A->layout;
    phase_begin(PHASE_SWEEP, A->level);
    WITH_EXCHANGE(zone, A, z)
        for (int c = 0; c < layout->colors; c++)
            LAUNCH_SLICES(relax, slices_of_color(A, zone, c), reals(r), reals(z));
    phase_end(product_bytes(A) + 2.0 * A->n * sizeof(real));
    if (w)
        K(spmv)(A, z, w);
}
