/* opt/restrict.c - restricts a residual to the next coarser level.
 *
 *   by injection   rc_i = (r - A z)_f(i) = -(U z + H z)_f(i)                  (1.7)
 *   by a matrix    rc = R r                                                  (12.7)
 *
 * f(i) is the row of coarse point i. Injection follows z = (D + L)^-1 r (1.6), so that
 * r - D z - L z = 0 up to the rounding of z, which the sweep after the correction
 * reduces as any other error of z.
 *
 * Cost by injection: U of the slices with coarse points, one slice in eight, is read,
 * and z at most once; rc is written. By a matrix: 2 nnz flops; R, r and rc are each
 * transferred once (slice_bytes.h).
 *
 * Differs from ref: only slices with coarse points are computed, and only U z + H z.
 */
#include <exchange.h>
#include <slice.h>
#include <vcycle.h>
#include "phase.h"

KERNEL restrict_slices(const struct layout *A, int first, int count, const real *z,
                       real *rc)
{
    FOR_ALL(k, count) {
        const struct slice *s = &A->slice[A->coarse.slice[first + k]];
        const int *point = A->coarse.point + (ptrdiff_t)(first + k) * SLICE;
        const rows Uz = add_part(A, s, UPPER, z, (rows){0}),
                   sum = add_halo(A, s, Uz);
        for (int r = 0; r < SLICE; r++)
            if (point[r] >= 0)
                rc[point[r]] = narrow(-row_of(&sum, r));
    }
}

void K(restrict_residual)(const struct level *fine, const struct vector *r,
                          struct vector *z, struct vector *rc)
{
    (void)r;
    const struct matrix *A = &fine->A;
    const struct coarse_slices *C = &A->layout->coarse;
    phase_begin(PHASE_RESTRICT, A->depth);
    exchange_begin(A, z);
    restrict_slices(A->layout, 0, C->interior, reals(z), reals(rc));
    exchange_end(A, z);
    multiply_halo(A, z);
    restrict_slices(A->layout, C->interior, C->slices - C->interior, reals(z),
                    reals(rc));
    phase_end(injection_flops(A), injection_bytes(fine));
}

KERNEL restrict_rows(const struct layout *R, int first, int count, const real *r,
                     struct vector rc)
{
    FOR_ALL(k, count) {
        const struct slice *s = &R->slice[first + k];
        store_result(s, rc, off_diagonal(R, s, r));
    }
}

void K(restrict_by_matrix)(const struct matrix *R, struct vector *r,
                           struct vector *rc)
{
    phase_begin(PHASE_RESTRICT, R->depth);
    exchange_begin(R, r);
    restrict_rows(INTERIOR(R), reals(r), *rc);
    exchange_end(R, r);
    multiply_halo(R, r);
    restrict_rows(BOUNDARY(R), reals(r), *rc);
    phase_end(product_flops(R),
              product_bytes(R) + (double)format_bytes(rc->format) * R->n);
}
