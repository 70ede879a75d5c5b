/* tests/alone/jacobi.c - y = x + omega D^-1 (b - A x). */
#include <exchange.h>
#include <rows.h>
#include "phase.h"

void K(jacobi)(const struct matrix *A, double omega, const struct vector *b,
               struct vector *x, struct vector *y)
{
    phase_begin(x ? PHASE_SWEEP : PHASE_SWEEP_ZERO_GUESS, A->depth);
    if (x)
        exchange(A, x);
    for (int i = 0; i < A->n; i++) {
        double diagonal, bi = entry_load(*b, i);
        const double sum = row_sum(A, i, x ? x : b, &diagonal);
        const double xi = x ? entry_load(*x, i) : 0;
        const double residual = x ? bi - (sum + diagonal * xi) : bi;
        entry_store(*y, i, xi + omega * residual / diagonal);
    }
    phase_end(product_bytes(A) + 2.0 * sizeof(real) * A->n);
}
