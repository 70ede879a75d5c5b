/* ref/correct.c - corrects the solution and updates the residual in one pass.
 *
 *   u += alpha c,   r -= alpha A c,   ||r||_2                          (12.3)
 *
 * u, r and A are stored in a wide format, c in a narrow one. This is the kernel
 * UpdateResiduum_Correction of Oo and Vogel (arXiv:2007.07539); we also compute the
 * norm, because the refinement loop needs it next.
 *
 * cost: 2 nnz + 6 n flops; A and c are read once, u and r are read and written once
 *       (rows.h)
 */
#include <exchange.h>
#include <norm.h>
#include <rows.h>
#include "phase.h"

KERNEL correct_rows(struct rows A, acc alpha, const store *c, real *u, real *r,
                    double *partial)
{
    FOR_TEAMS(t, tiles(A.n)) {
        const int first = t * TILE, last = first + TILE < A.n ? first + TILE : A.n;
        double squares = 0;
        FOR_THREADS_SUM(squares, i, first, last) {
            r[i] = narrow(wide(r[i]) - alpha * row_dot_real_store(A, i, c));
            u[i] = narrow(wide(u[i]) + alpha * wide_s(c[i]));
            squares += (double)wide(r[i]) * (double)wide(r[i]);
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
    TEAM_LAUNCH(correct_rows, tiles(A->n), rows_of(A), (acc)alpha, stores(c),
                reals(u), reals(r), A->partial);
    sum_tiles(A->partial, tiles(A->n), 1, &squares, A->halo.comm);
    const double norm = K(norm_from_squares)(squares, r, A->partial, A->halo.comm);
    const double n = A->n;
    phase_end(product_flops(A) + 6 * n,
              product_bytes(A, sizeof(real), sizeof(store)) + 4 * sizeof(real) * n);
    return norm;
}
