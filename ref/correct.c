/* ref/correct.c - residual and solution take a correction in one pass.
 *
 *   u += alpha c,   r -= alpha A c,   ||r||_2                                 (12.3)
 *
 * u, r and A are wide, c is narrow: the kernel UpdateResiduum_Correction of Oo and Vogel
 * (arXiv 2007.07539), with the norm that the loop asks for next.
 *
 * cost: 2 Z + 6 n flops; Z (value + 4) + 8 n bytes of matrix, c read once, u and r read
 *       and written once
 */
#include <exchange.h>
#include <layout.h>
#include <narrow_exchange.h>
#include "kernels.h"
#include "phase.h"
#include "real.h"
#include "words.h"
#include <math.h>

NARROW_DECLARE(exchange, (const struct level *A, struct vector *x));

KERNEL K(correct_rows)(int n, acc alpha, const size_t *restrict ptr,
                       const int *restrict col, const real *restrict a,
                       const store *restrict c, real *restrict u, real *restrict r,
                       double *restrict partial)
{
    FOR_TEAMS(t, tiles(n)) {
        int first = t * TILE, last = first + TILE < n ? first + TILE : n;
        double squares = 0;
        FOR_LANES_SUM(squares, i, first, last) {
            acc sum = 0;
            for (size_t e = ptr[i]; e < ptr[i + 1]; e++)
                sum += wide(a[e]) * wide_s(c[col[e]]);
            r[i] = narrow(wide(r[i]) - alpha * sum);
            u[i] = narrow(wide(u[i]) + alpha * wide_s(c[i]));
            squares += (double)wide(r[i]) * (double)wide(r[i]);
        }
        squares = team_sum(squares);
        IF_LEADER
        partial[t] = squares;
    }
}

double K(take_correction)(const struct level *A, double alpha, struct vector *C,
                          struct vector *U, struct vector *R)
{
    phase_begin(PHASE_CORRECT, A->depth);
    NARROW(exchange)(A, C);
    const struct layout *L = A->layout;
    TEAM_LAUNCH(K(correct_rows), tiles(A->n), A->n, (acc)alpha, L->ptr, L->col,
                (const real *)L->val[F_REAL], (const store *)C->at, (real *)U->at,
                (real *)R->at, A->partial);
    double squares;
    sum_tiles(A->partial, tiles(A->n), 1, &squares, A->halo.comm);
    double Z = (double)A->nonzeros, n = A->n;
    phase_end(2 * Z + 6 * n, Z * (sizeof(real) + 4) + 8 * n + 4 * sizeof(real) * n +
                                 sizeof(store) * (n + A->halo_n));
    return sqrt(squares);
}
