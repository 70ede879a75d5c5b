/* ref/restrict.c - restricts a residual to the next coarser level.
 *
 *   rc_i = (r - A z)_f(i)        f(i) = coarse_row[i]                    (1.7)
 *
 * It computes A z in every row, although only one row in eight is a coarse point.
 *
 * cost: 2 nnz + n_c flops for n_c coarse points; A, z and A z are each transferred once
 *       (rows.h), and f, r, A z and rc at the coarse points
 */
#include <exchange.h>
#include <rows.h>
#include <vcycle.h>
#include "phase.h"

KERNEL multiply_fine(struct rows A, const real *z, real *product)
{
    FOR_ALL(i, A.n)
        product[i] = narrow(row_dot(A, i, z));
}

KERNEL inject(int coarse_n, const int *coarse_row, const real *r,
              const real *product, real *rc)
{
    FOR_ALL(i, coarse_n) {
        const int f = coarse_row[i];
        rc[i] = narrow(wide(r[f]) - wide(product[f]));
    }
}

void K(restrict_residual)(const struct level *fine, const struct vector *r,
                          struct vector *z, struct vector *rc)
{
    const struct matrix *A = &fine->A;
    real *product = (real *)A->layout->product;
    phase_begin(PHASE_RESTRICT, A->level);
    exchange(A, z); /* fills the halo entries of z */
    LAUNCH(multiply_fine, A->n, rows_of(A), reals(z), product);
    LAUNCH(inject, fine->coarse_n, fine->coarse_n, fine->coarse_row, reals(r),
           product, reals(rc));
    const double n = A->n, nc = fine->coarse_n;
    phase_end(product_bytes(A) + sizeof(real) * n +
              (sizeof(int) + 3 * sizeof(real)) * nc);
}
