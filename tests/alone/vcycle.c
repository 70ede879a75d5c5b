/* tests/alone/vcycle.c - a level of the V-cycle: sweep and restriction, correction and sweep. */
#include <exchange.h>
#include <rows.h>
#include "phase.h"

void K(descend)(const struct level *fine, const struct vector *r, struct vector *z,
                struct vector *rc)
{
    const struct matrix *A = &fine->A;
    K(sweep_zero_guess)(A, r, z);
    phase_begin(PHASE_RESTRICT, A->depth);
    exchange(A, z);
    for (int i = 0; i < fine->coarse_n; i++) {
        const int f = fine->coarse_row[i];
        entry_store(*rc, i, entry_load(*r, f) - row_product(A, f, z));
    }
    phase_end((double)fine->coarse_nonzeros *
                  (sizeof(double) + sizeof(int) + sizeof(real)) +
              (double)fine->coarse_n *
                  (sizeof(size_t) + sizeof(int) + 2 * sizeof(real)));
}

void K(ascend)(const struct level *fine, const struct vector *r,
               const struct vector *zc, struct vector *z, struct vector *w)
{
    const struct matrix *A = &fine->A;
    phase_begin(PHASE_PROLONG, A->depth);
    for (int i = 0; i < fine->coarse_n; i++) {
        const int f = fine->coarse_row[i];
        entry_store(*z, f, entry_load(*z, f) + entry_load(*zc, i));
    }
    phase_end((double)fine->coarse_n * (sizeof(int) + 2.0 * sizeof(real) +
                                        (double)format_bytes(zc->format)));
    phase_begin(PHASE_SWEEP, A->depth);
    exchange(A, z);
    relax(A, r, z);
    phase_end(product_bytes(A) + 2.0 * sizeof(real) * A->n);
    if (w)
        K(spmv)(A, z, w);
}
