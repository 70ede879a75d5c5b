/* ref/correct.c - corrects the solution and updates the residual in one pass.
 *
 *   u += alpha c,   r -= alpha A c,   ||r||_2                          (12.3)
 *
 * u, r and A are stored in a wide format (STORE), c in a narrow one (REAL). This is the kernel
 * UpdateResiduum_Correction of Oo and Vogel (arXiv:2007.07539); we also compute the
 * norm, because the refinement loop needs it next.
 *
 * cost: 2 nnz + 6 n flops; A and c are read once, u and r are read and written once
 *       (rows.h)
 */
#include <exchange.h>
#include <rows.h>
#include "phase.h"

KERNEL correct_rows(struct rows A, acc alpha, const real *c, store *u, store *r,
                    double *partial)
{
    FOR_TEAMS(t, tiles(A.n)) {
        const int first = t * TILE, last = first + TILE < A.n ? first + TILE : A.n;
        double squares = 0;
        FOR_THREADS_SUM(squares, i, first, last) {
            r[i] = narrow_s((double)(wide_s(r[i]) - alpha * row_dot(A, i, c)));
            u[i] = narrow_s((double)(wide_s(u[i]) + alpha * wide(c[i])));
            squares += (double)wide_s(r[i]) * (double)wide_s(r[i]);
        }
        squares = team_sum(squares);
        if (TEAM_LEADER)
            partial[t] = squares;
    }
}

double K(correct_solution)(const struct matrix *A, double alpha, struct vector *c,
                           struct vector *u, struct vector *r)
{
    double squares;
    phase_begin(PHASE_CORRECT, A->depth);
    exchange(A, c); /* fills the halo entries of c */
    TEAM_LAUNCH(correct_rows, tiles(A->n), rows_of(A), (acc)alpha, reals(c),
                stores(u), stores(r), A->partial);
    sum_tiles(A->partial, tiles(A->n), 1, &squares, A->halo.comm);
    const double norm = norm_from_squares(squares, r, A->partial, A->halo.comm);
    const double n = A->n;
    phase_end(product_flops(A) + 6 * n, product_bytes(A) + 4 * sizeof(store) * n);
    return norm;
}
