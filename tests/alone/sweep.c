/* tests/alone/sweep.c - a forward Gauss-Seidel sweep from z = 0. */
#include <rows.h>
#include "phase.h"

void K(sweep_zero_guess)(const struct matrix *A, const struct vector *r,
                         struct vector *z)
{
    phase_begin(PHASE_SWEEP_ZERO_GUESS, A->depth);
    for (int i = 0; i < A->n + A->halo_n; i++)
        entry_store(*z, i, 0);
    relax(A, r, z);
    phase_end(product_bytes(A) + 3.0 * sizeof(real) * A->n +
              (double)sizeof(real) * A->halo_n);
}
