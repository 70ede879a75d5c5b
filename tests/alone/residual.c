/* tests/alone/residual.c - r = b - A x. */
#include <exchange.h>
#include <rows.h>
#include "phase.h"

void K(residual)(const struct matrix *A, const struct vector *b, struct vector *x,
                 struct vector *r)
{
    phase_begin(PHASE_RESIDUAL, A->depth);
    exchange(A, x);
    for (int i = 0; i < A->n; i++)
        entry_store(*r, i, entry_load(*b, i) - row_product(A, i, x));
    phase_end(product_bytes(A) + 2.0 * sizeof(real) * A->n);
}
