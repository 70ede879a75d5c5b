/* docs/steps/regions/restrict.c - restricts a residual to the next coarser level.
 *
 *   rc_i = (r - A z)_f(i) = -(U z)_f(i)                                      (1.7)
 *
 * f(i) is the row of coarse point i. It follows z = (D + L)^-1 r (1.6), so that
 * r - D z - L z = 0 up to the rounding of z, which the sweep after the correction
 * reduces as any other error of z.
 *
 * Cost: U of the slices with coarse points, one slice in eight, is read, and z at most
 * once; rc is written (slice_bytes.h).
 *
 * Differs from ref: only slices with coarse points are computed, and only U z.
 */
#include <slice.h>
#include <vcycle.h>
#include "phase.h"

SLICE_KERNEL restrict_slices(struct slices S, const int *point, const real *z,
                             real *rc)
{
    FOR_SLICES(s, S) {
        const struct row_sums Uz = upper_product(S, s, z);
        FOR_ROWS(i, s)
            store_points(rc, point, i, -at(Uz, i));
    }
}

void K(restrict_residual)(const struct level *fine, const struct vector *r,
                          struct vector *z, struct vector *rc)
{
    (void)r;
    const struct matrix *A = &fine->A;
    phase_begin(PHASE_RESTRICT, A->level);
    WITH_EXCHANGE(zone, A, z)
        FOR_REGIONS(region, A, zone)
            LAUNCH_SLICES(restrict_slices, slices_with_points(A, region),
                          A->layout->point, reals(z), reals(rc));
    phase_end(injection_bytes(fine));
}
