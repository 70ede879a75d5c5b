/* opt/correct.c - corrects the solution and updates the residual in one pass.
 *
 *   u += alpha c,   r -= alpha A c,   ||r||_2                                (12.3)
 *
 * Cost: 2 nnz + 4 n flops; A and c are read once, u and r are read and written once
 * (slice_bytes.h). The norm, 2 n flops, reads r again in a phase of its own.
 */
#include <exchange.h>
#include <slice.h>
#include "phase.h"

KERNEL correct_rows(const struct layout *A, int first, int count, acc alpha,
                    const real *c, struct vector u, struct vector r)
{
    FOR_ALL(k, count) {
        const struct slice *s = &A->slice[first + k];
        const rows Ac = product(A, s, c), cs = load_rows(s, c);
        rows us = load_result(s, u), rs = load_result(s, r);
        FOR_VECTORS(v) {
            rs.v[v] -= alpha * Ac.v[v];
            us.v[v] += alpha * cs.v[v];
        }
        store_result(s, r, rs);
        store_result(s, u, us);
    }
}

double K(correct_solution)(const struct matrix *A, double alpha, struct vector *c,
                           struct vector *u, struct vector *r)
{
    phase_begin(PHASE_CORRECT, A->depth);
    exchange_begin(A, c);
    correct_rows(INTERIOR(A), (acc)alpha, reals(c), *u, *r);
    exchange_end(A, c);
    multiply_halo(A, c);
    correct_rows(BOUNDARY(A), (acc)alpha, reals(c), *u, *r);
    phase_end(product_flops(A) + 4.0 * A->n,
              product_bytes(A) + 4.0 * A->n * sizeof(store));
    return vector_norm(A, r); /* in the format of r, which is STORE */
}
