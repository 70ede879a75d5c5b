/* opt/spmv.c - y = A x and r = b - A x, a slice at a time.
 *
 *   y = D x + L x + U x, then y += H x_halo at the boundary rows
 *
 * cost: 2 Z flops; bytes: the layout's values and indices, the diagonal, x read once,
 *       y written once, and the halo part
 *
 * Differs from ref: the layout (layout.h); the halo exchange runs behind the local part.
 * With index runs at 90 % of the read bandwidth, ref at 65 % of it (docs/10).
 */
#include <exchange.h>
#include <product.h>
#include <sums.h>
#include "kernels.h"
#include "phase.h"
#include <math.h>

static double K(product_bytes)(const struct level *A)
{
    return K(part_bytes)(A->layout, LOWER) + K(part_bytes)(A->layout, UPPER) +
           K(frame_bytes)(A) + K(halo_bytes)(A) +
           ((double)A->n + A->columns) * sizeof(real);
}

void K(spmv)(const struct level *A, struct vector *X, struct vector *Y)
{
    phase_begin(PHASE_SPMV, A->depth);
    const struct layout *L = A->layout;
    const real *x = (const real *)X->at;
    real *y = (real *)Y->at;
    K(exchange_begin)(A, X);
    LAUNCH(K(multiply), L->slices * LANES_A_SLICE(L), PASS(L), x, y);
    K(exchange_end)(A, X);
    LAUNCH(K(add_halo), L->halo.rows, PASS(L), x + A->columns, y);
    phase_end(2 * (double)A->nonzeros, K(product_bytes)(A));
}

/* r = b - A x, and the sum of squares of each group of slices, of r as it is stored. */
ROOMY_KERNEL K(subtract)(LAYOUT got, int columns, const real *b, const real *x, real *r,
                         double *squares)
{
    const struct layout *L = RECEIVED(got);
    FOR_TEAMS(g, slice_groups(L)) {
        double sum = 0;
        FOR_GROUP_SUM(sum, k, L, g) {
            const struct rows at = K(rows_of)(L, 0, k);
            few Ax[FEWS];
            K(sum_rows)(L, at, F_STORE, F_REAL, x, columns, Ax);
            FOR_FEW(v, at) {
                K(set)(at, v, F_REAL, r, K(rest)(L, at, v, Ax, b, x));
                sum += K(squared)(at, v, K(get)(at, v, F_REAL, r));
            }
        }
        sum = team_sum(sum);
        IF_LEADER
        squares[g] = sum;
    }
}

double K(residual)(const struct level *A, const struct vector *B, struct vector *X,
                   struct vector *R)
{
    phase_begin(PHASE_RESIDUAL, A->depth);
    const struct layout *L = A->layout;
    K(exchange_begin)(A, X);
    K(exchange_end)(A, X); /* once a cycle: not worth hiding */
    TEAM_LAUNCH(K(subtract), slice_groups(L), PASS(L), A->columns, (const real *)B->at,
                (const real *)X->at, (real *)R->at, L->squares);
    double squares;
    sum_tiles(L->squares, slice_groups(L), 1, &squares, A->halo.comm);
    phase_end(2 * (double)A->nonzeros + 3.0 * A->n,
              K(product_bytes)(A) + sizeof(real) * (double)A->n);
    return sqrt(squares);
}
