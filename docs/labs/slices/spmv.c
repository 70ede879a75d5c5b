/* docs/labs/slices/spmv.c - y = A x for a matrix in ELL: where lab 1 starts.
 *
 *   y_i = sum_j a_ij x_j          w = A z in (1.3)
 *
 * cost: 2 nnz flops; the entries with their padding, x and y are each transferred
 *       once
 */
#include <exchange.h>
#include <rows.h>
#include "entry.h"
#include "phase.h"

KERNEL multiply(int n, int width, const int *col, const store *value, const real *x,
                struct vector y)
{
    FOR_ALL(i, n) {
        acc sum = 0;
        for (size_t k = 0; k < (size_t)width; k++) {
            const size_t e = k * (size_t)n + (size_t)i;
            sum += wide_s(value[e]) * wide(x[col[e]]);
        }
        entry_store(y, i, (double)sum); /* in the format of y */
    }
}

void K(spmv)(const struct matrix *A, struct vector *x, struct vector *y)
{
    const struct side_by_side *S = &A->layout->product_rows;
    phase_begin(PHASE_SPMV, A->depth);
    exchange(A, x); /* fills the halo entries of x */
    LAUNCH(multiply, A->n, A->n, S->width, S->col, (const store *)S->value[F_STORE],
           reals(x), *y);
    const double n = A->n, entries = n * S->width;
    phase_end(product_flops(A), entries * (sizeof(store) + sizeof(int)) +
                                    (A->columns + A->halo_n) * sizeof(real) +
                                    n * (double)format_bytes(y->format));
}
