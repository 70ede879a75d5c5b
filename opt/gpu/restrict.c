/* opt/gpu/restrict.c - restricts a residual to the next coarser level.
 *
 *   rc_i = (r - A z)_f(i) = -(U z + H z)_f(i)                               (1.7)
 *
 * f(i) is the row of coarse point i. It follows z = (D + L)^-1 r (1.6), so that
 * r - D z - L z = 0.
 *
 * Cost: U of the slices with coarse points, one slice in eight, is read, and z at most
 * once; rc is written (slice_bytes.h).
 *
 * Differs from ref: only slices with coarse points are computed, and only U z + H z.
 */
#include <exchange.h>
#include <slice.h>
#include <vcycle.h>
#include "phase.h"

/* with_points, point: the arrays of struct coarse_slices (layout.h), from the first of
 * the `count` slices on. */
KERNEL_4_BLOCKS restrict_slices(struct slices A, int count, const int *with_points,
                                const int *point, const real *z, real *rc)
{
    FOR_ALL(t, count * SLICE)
        if (point[t] >= 0) {
            const struct row row =
                row_of_slice(A, with_points[t / SLICE], t % SLICE);
            const acc Uz = add_part(A, row, UPPER, z, 0);
            rc[point[t]] = narrow(-add_halo(A, row, z, Uz));
        }
}

/* Slices first .. end-1 of those with coarse points. */
static void restrict_from(const struct matrix *A, int first, int end,
                          const struct vector *z, struct vector *rc)
{
    const struct coarse_slices *C = &A->layout->coarse;
    LAUNCH(restrict_slices, (end - first) * SLICE, interior(A), end - first,
           C->slice + first, C->point + (ptrdiff_t)first * SLICE, reals(z),
           reals(rc));
}

void K(restrict_residual)(const struct level *fine, const struct vector *r,
                          struct vector *z, struct vector *rc)
{
    (void)r;
    const struct matrix *A = &fine->A;
    const struct coarse_slices *C = &A->layout->coarse;
    phase_begin(PHASE_RESTRICT, A->depth);
    exchange_begin(A, z);
    restrict_from(A, 0, C->interior, z, rc);
    exchange_end(A, z);
    restrict_from(A, C->interior, C->slices, z, rc);
    phase_end(injection_bytes(fine));
}
