/* tests/labs/overlap-answer/spmv.c - y = A x, interior rows during the exchange.
 *
 *   y_i = sum_j a_ij x_j
 *
 * Boundary rows need halo values and are computed when these have arrived. Every row
 * is the same sum as in ref.
 *
 * cost: 2 nnz flops; A, x and y are each transferred once (rows.h), and the lists of
 *       rows
 */
#include <exchange.h>
#include <rows.h>
#include "phase.h"

KERNEL multiply(int count, const int *row, struct rows A, const real *x, real *y)
{
    FOR_ALL(k, count)
        y[row[k]] = narrow(row_dot(A, row[k], x));
}

KERNEL multiply_unrounded(int count, const int *row, struct rows A, const real *x,
                          acc *y)
{
    FOR_ALL(k, count)
        y[row[k]] = row_dot(A, row[k], x);
}

static void multiply_rows(const struct matrix *A, int count, const int *row,
                          const struct vector *x, struct vector *y)
{
    if (y->format == F_REAL)
        LAUNCH(multiply, count, count, row, rows_of(A), reals(x), reals(y));
    else
        LAUNCH(multiply_unrounded, count, count, row, rows_of(A), reals(x),
               (acc *)y->data);
}

void K(spmv)(const struct matrix *A, struct vector *x, struct vector *y)
{
    const struct layout *L = A->layout;
    phase_begin(PHASE_SPMV, A->depth);
    exchange_begin(A, x);
    multiply_rows(A, L->interior_rows, L->interior_row, x, y);
    exchange_end(A, x); /* the halo entries of x are filled */
    multiply_rows(A, L->boundary_rows, L->boundary_row, x, y);
    const double y_bytes = (double)format_bytes(y->format) * A->n;
    phase_end(product_flops(A), product_bytes(A, sizeof(store), sizeof(real)) +
                                    y_bytes + sizeof(int) * (double)A->n);
}
