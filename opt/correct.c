/* opt/correct.c - residual and solution take a correction in one pass.
 *
 *   u += alpha c,   r -= alpha A c,   ||r||_2                                 (12.3)
 *
 * cost: 2 Z + 6 n flops; bytes: the layout's values and indices, the diagonal, c read
 *       once, u and r read and written once
 *
 * Differs from ref: the layout; c is widened vector by vector.
 */
#include <exchange.h>
#include <narrow_exchange.h>
#include <sums.h>
#include "kernels.h"
#include "phase.h"

NARROW_DECLARE(exchange_begin, (const struct level *A, struct vector *x));
NARROW_DECLARE(exchange_end, (const struct level *A, struct vector *x));

ROOMY_KERNEL K(correct_rows)(LAYOUT got, acc alpha, int columns, const store *c, real *u,
                             real *r, double *squares)
{
    const struct layout *L = RECEIVED(got);
    FOR_TEAMS(g, slice_groups(L)) {
        double sum = 0;
        FOR_GROUP_SUM(sum, k, L, g) {
            const struct rows at = K(rows_of)(L, 0, k);
            few Ac[FEWS];
            K(sum_rows)(L, at, F_REAL, F_STORE, c, columns, Ac);
            FOR_FEW(v, at) {
                const few ci = K(get)(at, v, F_STORE, c),
                          di = K(get)(at, v, F_REAL, L->diag[F_REAL]),
                          ri = K(get)(at, v, F_REAL, r) - alpha * (Ac[v] + di * ci);
                K(set)(at, v, F_REAL, r, ri);
                K(set)(at, v, F_REAL, u, K(get)(at, v, F_REAL, u) + alpha * ci);
                sum += K(squared)(at, v, ri);
            }
        }
        sum = team_sum(sum);
        IF_LEADER
        squares[g] = sum;
    }
}

double K(take_correction)(const struct level *A, double alpha, struct vector *C,
                          struct vector *U, struct vector *R)
{
    phase_begin(PHASE_CORRECT, A->depth);
    const struct layout *L = A->layout;
    NARROW(exchange_begin)(A, C);
    NARROW(exchange_end)(A, C); /* once a cycle: not worth hiding */
    TEAM_LAUNCH(K(correct_rows), slice_groups(L), PASS(L), (acc)alpha, A->columns,
                (const store *)C->at, (real *)U->at, (real *)R->at, L->squares);
    double squares;
    sum_tiles(L->squares, slice_groups(L), 1, &squares, A->halo.comm);
    const double n = A->n, stored = (double)(L->values[LOWER] + L->values[UPPER]),
                 indices = (double)(L->indices[LOWER] + L->indices[UPPER]);
    phase_end(2.0 * (double)A->nonzeros + 6 * n,
              stored * sizeof(real) + 4 * indices + 5 * n * sizeof(real) +
                  L->slices * (double)sizeof(struct slice) +
                  (n + A->halo_n) * sizeof(store));
    return sqrt(squares);
}
