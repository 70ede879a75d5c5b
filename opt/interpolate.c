/* opt/interpolate.c - between a level and the next coarser one, by matrices.
 *
 *   prolongation   z += alpha P zc       P in the format of zc     (12.6)
 *   restriction    rc = R r              R in the format of r      (12.7)
 *
 * cost: 2 Z flops (+ 2 n for alpha); bytes: the layout's values and indices; zc read
 *       once, z read and written once; r read once, rc written once
 *
 * Differs from ref: the layout. With runs, the columns of R step by two and those of P
 * by a half: one vector shuffle instead of a gather, no index.
 */
#include <exchange.h>
#include <narrow_exchange.h>
#include <sums.h>
#include "kernels.h"
#include "phase.h"

NARROW_DECLARE(exchange_begin, (const struct level *A, struct vector *x));
NARROW_DECLARE(exchange_end, (const struct level *A, struct vector *x));

/* The slices first .. first+count-1. */
KERNEL K(add_product)(LAYOUT got, int first, int count, acc alpha, int columns,
                      const store *zc, real *z)
{
    const struct layout *L = RECEIVED(got);
    FOR_ALL(k, count * LANES_A_SLICE(L)) {
        const struct rows at = K(rows_of)(L, first, k);
        few sum[FEWS];
        K(sum_rows)(L, at, F_STORE, F_STORE, zc, columns, sum);
        FOR_FEW(v, at)
            K(set)(at, v, F_REAL, z, K(get)(at, v, F_REAL, z) + alpha * sum[v]);
    }
}

KERNEL K(cast_product)(LAYOUT got, int first, int count, int columns, const real *x,
                       store *y)
{
    const struct layout *L = RECEIVED(got);
    FOR_ALL(k, count * LANES_A_SLICE(L)) {
        const struct rows at = K(rows_of)(L, first, k);
        few sum[FEWS];
        K(sum_rows)(L, at, F_REAL, F_REAL, x, columns, sum);
        FOR_FEW(v, at)
            K(set)(at, v, F_STORE, y, sum[v]);
    }
}

static double K(transfer_bytes)(const struct level *A, size_t value)
{
    const struct layout *L = A->layout;
    return (double)L->values[UPPER] * (double)value + 4.0 * (double)L->indices[UPPER] +
           (double)L->slices * sizeof(struct slice) +
           (double)L->halo.entries * (4 + (double)value) + 12.0 * L->halo.rows +
           (double)(A->columns + A->halo_n) * (double)value;
}

void K(interpolate)(const struct level *P, double alpha, struct vector *ZC,
                    struct vector *Z)
{
    phase_begin(PHASE_PROLONG, P->depth);
    const struct layout *L = P->layout;
    const int early = L->color_first[L->colors], late = L->slices - early;
    const store *zc = (const store *)ZC->at;
    real *z = (real *)Z->at;
    NARROW(exchange_begin)(P, ZC);
    LAUNCH(K(add_product), early * LANES_A_SLICE(L), PASS(L), 0, early, (acc)alpha,
           P->columns, zc, z);
    NARROW(exchange_end)(P, ZC);
    LAUNCH(K(add_product), late * LANES_A_SLICE(L), PASS(L), early, late, (acc)alpha,
           P->columns, zc, z);
    phase_end(2 * (double)P->nonzeros + 2.0 * P->n,
              K(transfer_bytes)(P, sizeof(store)) + 2.0 * P->n * sizeof(real));
}

void K(restrict_by)(const struct level *R, struct vector *X, struct vector *Y)
{
    phase_begin(PHASE_RESTRICT, R->depth);
    const struct layout *L = R->layout;
    const int early = L->color_first[L->colors], late = L->slices - early;
    const real *x = (const real *)X->at;
    store *y = (store *)Y->at;
    K(exchange_begin)(R, X);
    LAUNCH(K(cast_product), early * LANES_A_SLICE(L), PASS(L), 0, early, R->columns, x,
           y);
    K(exchange_end)(R, X);
    LAUNCH(K(cast_product), late * LANES_A_SLICE(L), PASS(L), early, late, R->columns, x,
           y);
    phase_end(2 * (double)R->nonzeros,
              K(transfer_bytes)(R, sizeof(real)) + (double)R->n * sizeof(store));
}
