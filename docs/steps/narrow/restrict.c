/* docs/steps/narrow/restrict.c - restricts a residual to the next coarser level.
 *
 *   rc_i = (r - A z)_f(i)        f(i) = coarse_row[i]                       (1.7)
 *
 * It computes the slices with coarse points, which the layout lists. All coarse
 * points of a box have the same color, so that these are one slice in eight.
 *
 * Cost: these slices and their r are read, z at most once; rc is written (slice_bytes.h).
 *
 * Differs from docs/steps/less, where r - A z is found from U and H alone.
 */
#include <exchange.h>
#include <slice.h>
#include <vcycle.h>
#include "phase.h"

KERNEL restrict_slices(const struct layout *A, int first, int count, const real *r,
                       const real *z, real *rc)
{
    FOR_ALL(k, count) {
        const struct slice *s = &A->slice[A->coarse.slice[first + k]];
        const int *point = A->coarse.point + (ptrdiff_t)(first + k) * SLICE;
        const rows Az = product(A, s, z), rs = load_rows(s, r);
        for (int i = 0; i < SLICE; i++)
            if (point[i] >= 0)
                rc[point[i]] = narrow(row_of(&rs, i) - row_of(&Az, i));
    }
}

void K(restrict_residual)(const struct level *fine, const struct vector *r,
                          struct vector *z, struct vector *rc)
{
    const struct matrix *A = &fine->A;
    const struct coarse_slices *C = &A->layout->coarse;
    const double share = (double)C->slices / A->layout->slices;
    phase_begin(PHASE_RESTRICT, A->depth);
    exchange_begin(A, z);
    restrict_slices(A->layout, 0, C->interior, reals(r), reals(z), reals(rc));
    exchange_end(A, z);
    multiply_halo(A, z);
    restrict_slices(A->layout, C->interior, C->slices - C->interior, reals(r),
                    reals(z), reals(rc));
    phase_end(share * (product_bytes(A) -
                       sizeof(real) * (double)(A->columns + A->halo_n) +
                       sizeof(real) * (double)A->n) +
              sizeof(real) * (double)A->n +
              sizeof(int) * SLICE * (double)C->slices +
              sizeof(real) * (double)fine->coarse_n);
}
