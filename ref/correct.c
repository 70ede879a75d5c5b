/* ref/correct.c - corrects the solution and updates the residual in one pass.
 *
 *   u += alpha c,   r -= alpha A c                                     (12.1)
 *
 * u, r and A are stored in a wide format (STORE), c in a narrow one (REAL). This is the
 * kernel UpdateResiduum_Correction of Oo and Vogel (arXiv:2007.07539).
 *
 * cost: 2 nnz + 4 n flops; A and c are read once, u and r are read and written once
 *       (rows.h)
 */
#include <exchange.h>
#include <rows.h>
#include "phase.h"

KERNEL correct_rows(struct rows A, acc alpha, const real *c, store *u, store *r)
{
    FOR_ALL(i, A.n) {
        r[i] = narrow_s((double)(wide_s(r[i]) - alpha * row_dot(A, i, c)));
        u[i] = narrow_s((double)(wide_s(u[i]) + alpha * wide(c[i])));
    }
}

void K(correct_solution)(const struct matrix *A, double alpha, struct vector *c,
                         struct vector *u, struct vector *r)
{
    phase_begin(PHASE_CORRECT, A->level);
    exchange(A, c); /* fills the halo entries of c */
    LAUNCH(correct_rows, A->n, rows_of(A), (acc)alpha, reals(c), stores(u),
           stores(r));
    phase_end(product_bytes(A) + 4.0 * sizeof(store) * A->n);
}
