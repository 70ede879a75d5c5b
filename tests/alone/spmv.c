/* tests/alone/spmv.c - y = A x. */
#include <exchange.h>
#include <rows.h>
#include "phase.h"

void K(spmv)(const struct matrix *A, struct vector *x, struct vector *y)
{
    phase_begin(PHASE_SPMV, A->depth);
    exchange(A, x);
    for (int i = 0; i < A->n; i++)
        entry_store(*y, i, row_product(A, i, x));
    phase_end(product_bytes(A) + (double)format_bytes(y->format) * A->n);
}
