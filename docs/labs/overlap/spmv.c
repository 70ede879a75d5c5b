/* docs/labs/overlap/spmv.c - where lab 8 starts: y = A x, after the exchange.
 *
 *   y_i = sum_j a_ij x_j          w = A z in (1.3)
 *
 * The sum is stored in the format of x, or as it is in the type of the arithmetic:
 * vectors in 16 bits may have a product in f32.
 *
 * cost: 2 nnz flops; A, x and y are each transferred once (rows.h)
 */
#include <exchange.h>
#include <rows.h>
#include "phase.h"

KERNEL multiply(struct rows A, const real *x, real *y)
{
    FOR_ALL(i, A.n)
        y[i] = narrow(row_dot(A, i, x));
}

KERNEL multiply_unrounded(struct rows A, const real *x, acc *y)
{
    FOR_ALL(i, A.n)
        y[i] = row_dot(A, i, x);
}

void K(spmv)(const struct matrix *A, struct vector *x, struct vector *y)
{
    phase_begin(PHASE_SPMV, A->depth);
    exchange_begin(A, x);
    exchange_end(A, x); /* the halo entries of x are filled */
    if (y->format == F_REAL)
        LAUNCH(multiply, A->n, rows_of(A), reals(x), reals(y));
    else
        LAUNCH(multiply_unrounded, A->n, rows_of(A), reals(x), (acc *)y->data);
    const double y_bytes = (double)format_bytes(y->format) * A->n;
    phase_end(product_flops(A),
              product_bytes(A, sizeof(store), sizeof(real)) + y_bytes);
}
