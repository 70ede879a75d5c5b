/* opt/gpu/correct.c - corrects the solution and updates the residual, one row per thread.
 *
 *   u += alpha c,   r -= alpha A c                                            (12.3)
 *
 * Cost: 2 nnz + 4 n flops; A and c are read once, u and r are read and written once
 * (slice_bytes.h).
 */
#include <exchange.h>
#include <slice.h>
#include "phase.h"

KERNEL_4_BLOCKS correct_rows(struct slices A, acc alpha, const real *c, store *u,
                             store *r)
{
    FOR_ROWS(row, A) {
        const int i = row.i;
        r[i] = narrow_s((double)(wide_s(r[i]) - alpha * product(A, row, c)));
        u[i] = narrow_s((double)(wide_s(u[i]) + alpha * wide(c[i])));
    }
}

void K(correct_solution)(const struct matrix *A, double alpha, struct vector *c,
                         struct vector *u, struct vector *r)
{
    store *const us = (store *)u->data, *const rs = (store *)r->data;
    phase_begin(PHASE_CORRECT, A->depth);
    exchange_begin(A, c);
    LAUNCH_ROWS(correct_rows, interior(A), (acc)alpha, reals(c), us, rs);
    exchange_end(A, c);
    LAUNCH_ROWS(correct_rows, boundary(A), (acc)alpha, reals(c), us, rs);
    phase_end(product_bytes(A) + 4.0 * A->n * sizeof(store));
}
