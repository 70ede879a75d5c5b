/* tests/labs/reading-answer/restrict.c - the residual at the coarse points only.
 *
 *   by injection   rc_i = (r - A z)_f(i)        f(i) = coarse_row[i]     (1.7)
 *   by a matrix    rc = R r                                              (12.7)
 *
 * Restriction by injection computes one row in eight and stores no A z. Restriction
 * by a matrix computes in the format of r and rounds the result to that of rc.
 *
 * cost: by injection the coarse rows of A (counted as n_c / n of the nonzeros), z,
 *       and f, r and rc at the coarse points.
 *       By a matrix 2 nnz flops; R, r and rc are each transferred once.
 */
#include <exchange.h>
#include <rows.h>
#include <vcycle.h>
#include "entry.h"
#include "phase.h"

KERNEL residual_at(int coarse_n, const int *coarse_row, struct rows A,
                   const real *r, const real *z, real *rc)
{
    FOR_ALL(i, coarse_n)
        rc[i] = narrow(row_residual(A, coarse_row[i], r, z));
}

void K(restrict_residual)(const struct level *fine, const struct vector *r,
                          struct vector *z, struct vector *rc)
{
    const struct matrix *A = &fine->A;
    phase_begin(PHASE_RESTRICT, A->depth);
    exchange(A, z); /* fills the halo entries of z */
    LAUNCH(residual_at, fine->coarse_n, fine->coarse_n, fine->coarse_row,
           rows_of(A), reals(r), reals(z), reals(rc));
    const double n = A->n, nc = fine->coarse_n, nonzeros = (double)A->nonzeros;
    phase_end(2 * nonzeros * nc / n,
              nonzeros * nc / n * (sizeof(store) + sizeof(int)) +
                  nc * (2 * sizeof(size_t) + sizeof(int) + 2 * sizeof(real)) +
                  (n + A->halo_n) * sizeof(real));
}

KERNEL restrict_rows(struct rows R, const real *r, struct vector rc)
{
    FOR_ALL(i, R.n)
        entry_store(rc, i, (double)row_dot(R, i, r)); /* in the format of rc */
}

void K(restrict_by_matrix)(const struct matrix *R, struct vector *r,
                           struct vector *rc)
{
    phase_begin(PHASE_RESTRICT, R->depth);
    exchange(R, r); /* fills the halo entries of r */
    LAUNCH(restrict_rows, R->n, rows_of(R), reals(r), *rc);
    phase_end(product_flops(R),
              product_bytes(R) + (double)format_bytes(rc->format) * R->n);
}
