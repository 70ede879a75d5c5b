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
#include "entry.h"
#include "phase.h"

KERNEL multiply(int count, const int *row, struct rows A, const real *x,
                struct vector y)
{
    FOR_ALL(k, count)
        entry_store(y, row[k], (double)row_dot(A, row[k], x));
}

void K(spmv)(const struct matrix *A, struct vector *x, struct vector *y)
{
    const struct layout *L = A->layout;
    const struct rows rows = rows_of(A);
    phase_begin(PHASE_SPMV, A->depth);
    exchange_begin(A, x);
    LAUNCH(multiply, L->interior_rows, L->interior_rows, L->interior_row, rows,
           reals(x), *y);
    exchange_end(A, x); /* the halo entries of x are filled */
    LAUNCH(multiply, L->boundary_rows, L->boundary_rows, L->boundary_row, rows,
           reals(x), *y);
    const double y_bytes = (double)format_bytes(y->format) * A->n;
    phase_end(product_flops(A),
              product_bytes(A) + y_bytes + sizeof(int) * (double)A->n);
}
