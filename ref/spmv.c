/* ref/spmv.c - the sparse matrix-vector product y = A x.
 *
 *   y_i = sum_j a_ij x_j          w = A z in (1.3)
 *
 * cost: 2 nnz flops; A, x and y are each transferred once (rows.h)
 */
#include <exchange.h>
#include <rows.h>
#include "entry.h"
#include "phase.h"

KERNEL multiply(struct rows A, const real *x, struct vector y)
{
    FOR_ALL(i, A.n)
        entry_store(y, i, (double)row_dot(A, i, x)); /* in the format of y */
}

void K(spmv)(const struct matrix *A, struct vector *x, struct vector *y)
{
    phase_begin(PHASE_SPMV, A->level);
    exchange(A, x); /* fills the halo entries of x */
    LAUNCH(multiply, A->n, rows_of(A), reals(x), *y);
    phase_end(product_bytes(A) + (double)format_bytes(y->format) * A->n);
}
