/* tests/alone/correct.c - u += alpha c, r -= alpha A c. */
#include <exchange.h>
#include <rows.h>
#include "phase.h"

void K(correct_solution)(const struct matrix *A, double alpha, struct vector *c,
                         struct vector *u, struct vector *r)
{
    phase_begin(PHASE_CORRECT, A->depth);
    exchange(A, c);
    for (int i = 0; i < A->n; i++) {
        entry_store(*r, i, entry_load(*r, i) - alpha * row_product(A, i, c));
        entry_store(*u, i, entry_load(*u, i) + alpha * entry_load(*c, i));
    }
    phase_end(product_bytes(A) + 4.0 * sizeof(store) * A->n);
}
