/* ref/residual.c - the residual r = b - A x, and its norm.
 *
 *   r_i = b_i - sum_j a_ij x_j
 *   ||r||_2 = sqrt(sum_i r_i^2)          rho in (1.2)
 *
 * cost: 2 nnz flops; A, x, b and r are each transferred once (rows.h). The norm
 *       needs 3 n flops more and reads r once more.
 */
#include <exchange.h>
#include <rows.h>
#include <vector_loops.h>
#include "phase.h"

KERNEL subtract(struct rows A, const real *b, const real *x, real *r)
{
    FOR_ALL(i, A.n)
        r[i] = narrow(row_residual(A, i, b, x));
}

static void compute_residual(const struct matrix *A, const struct vector *b,
                             struct vector *x, struct vector *r)
{
    exchange(A, x); /* fills the halo entries of x */
    LAUNCH(subtract, A->n, rows_of(A), reals(b), reals(x), reals(r));
}

void K(residual)(const struct matrix *A, const struct vector *b, struct vector *x,
                 struct vector *r)
{
    phase_begin(PHASE_RESIDUAL, A->depth);
    compute_residual(A, b, x, r);
    const double n = A->n;
    phase_end(product_flops(A), product_bytes(A) + 2 * sizeof(real) * n);
}

double K(residual_norm)(const struct matrix *A, const struct vector *b,
                        struct vector *x, struct vector *r)
{
    double sum;
    phase_begin(PHASE_RESIDUAL, A->depth);
    compute_residual(A, b, x, r);
    TEAM_LAUNCH(squares, tiles(A->n), A->n, reals(r), A->partial);
    sum_tiles(A->partial, tiles(A->n), 1, &sum, A->halo.comm);
    const double norm = norm_from_squares(sum, r, A->partial, A->halo.comm);
    const double n = A->n;
    phase_end(product_flops(A) + 3 * n, product_bytes(A) + 3 * sizeof(real) * n);
    return norm;
}
