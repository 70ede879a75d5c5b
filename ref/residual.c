/* ref/residual.c - the residual r = b - A x.
 *
 *   r_i = b_i - sum_j a_ij x_j           (1.2)
 *
 * cost: 2 nnz flops; A, x, b and r are each transferred once (rows.h)
 */
#include <exchange.h>
#include <rows.h>
#include "phase.h"

KERNEL subtract(struct rows A, const real *b, const real *x, real *r)
{
    FOR_ALL(i, A.n)
        r[i] = narrow(row_residual(A, i, b, x));
}

void K(residual)(const struct matrix *A, const struct vector *b, struct vector *x,
                 struct vector *r)
{
    phase_begin(PHASE_RESIDUAL, A->level);
    exchange(A, x); /* fills the halo entries of x */
    LAUNCH(subtract, A->n, rows_of(A), reals(b), reals(x), reals(r));
    phase_end(product_bytes(A) + 2.0 * sizeof(real) * A->n);
}
