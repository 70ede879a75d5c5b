/* docs/steps/ell/restrict.c - restricts a residual to the next coarser level.
 *
 *   rc_i = (r - A z)_f(i)        f(i) = coarse_row[i]                        (1.7)
 *
 * It computes A z in every row, as ref does, but stores the coarse points only.
 *
 * Cost: 2 nnz + n_c flops for n_c coarse points; A, z and f are read once, r is read and rc
 * is written at the coarse points (slice.h).
 */
#include <slice.h>
#include <vcycle.h>
#include "phase.h"

SLICE_KERNEL restrict_slices(struct slices S, const int *point, const real *r,
                             const real *z, real *rc)
{
    FOR_SLICES(s, S) {
        const struct row_sums Az = product(S, s, z);
        FOR_ROWS(i, s)
            store_points(rc, point, i, load_rows(r, i) - at(Az, i));
    }
}

void K(restrict_residual)(const struct level *fine, const struct vector *r,
                          struct vector *z, struct vector *rc)
{
    const struct matrix *A = &fine->A;
    const double n = A->n, nc = fine->coarse_n;
    phase_begin(PHASE_RESTRICT, A->level);
    WITH_EXCHANGE(zone, A, z)
        LAUNCH_SLICES(restrict_slices, slices_of(A, zone), A->layout->point,
                      reals(r), reals(z), reals(rc));
    phase_end(product_bytes(A) + sizeof(int) * n + 2 * sizeof(real) * nc);
}
