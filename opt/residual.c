/* opt/residual.c - the residual r = b - A x and its norm.
 *
 *   r_i = b_i - (D x + L x + U x + H x)_i                                     (1.2)
 *
 * Cost: 2 nnz flops; A, b, x and r are each transferred once (slice_bytes.h). The norm reads
 * r again.
 */
#include <exchange.h>
#include <slice.h>
#include "phase.h"

KERNEL subtract(const struct layout *A, int first, int count, const real *b,
                const real *x, real *r)
{
    FOR_ALL(k, count) {
        const struct slice *s = &A->slice[first + k];
        const rows Ax = product(A, s, x);
        rows rs = load_rows(s, b);
        FOR_VECTORS(v)
            rs.v[v] -= Ax.v[v];
        store_rows(s, r, rs);
    }
}

void K(residual)(const struct matrix *A, const struct vector *b, struct vector *x,
                 struct vector *r)
{
    phase_begin(PHASE_RESIDUAL, A->depth);
    exchange_begin(A, x);
    subtract(INTERIOR(A), reals(b), reals(x), reals(r));
    exchange_end(A, x);
    multiply_halo(A, x);
    subtract(BOUNDARY(A), reals(b), reals(x), reals(r));
    phase_end(product_flops(A), product_bytes(A) + 2.0 * A->n * sizeof(real));
}

double K(residual_norm)(const struct matrix *A, const struct vector *b,
                        struct vector *x, struct vector *r)
{
    K(residual)(A, b, x, r);
    return vector_norm(A, r);
}
