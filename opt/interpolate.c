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

#if !ON_DEVICE
VECTOR void K(add_slice)(const struct layout *L, const struct slice *S, acc alpha,
                         int columns, const store *zc, real *z)
{
    vec sum[VECTORS];
    real *zs = z + S->row;
    K(sum_slice)(L, S, F_STORE, F_STORE, zc, columns, sum);
#pragma GCC unroll 8
    for (int v = 0; v < VECTORS; v++)
        K(put)(zs + v * LANES, K(load)(zs + v * LANES) + alpha * sum[v]);
}

VECTOR void K(cast_slice)(const struct layout *L, const struct slice *S, int columns,
                          const real *x, store *y)
{
    vec sum[VECTORS];
    store *ys = y + S->row;
    K(sum_slice)(L, S, F_REAL, F_REAL, x, columns, sum);
#pragma GCC unroll 8
    for (int v = 0; v < VECTORS; v++)
        JOIN2(put_, STORE)(ys + v * LANES, sum[v]);
}
#endif

/* The slices first .. first+count-1, row by row where they are no whole vectors. */
KERNEL K(add_product)(LAYOUT got, int first, int count, acc alpha, int columns,
                      const store *zc, real *z)
{
    const struct layout *L = RECEIVED(got);
    FOR_ALL(k, count * LANES_A_SLICE(L)) {
#if ON_DEVICE
        int r, end;
        const struct slice *S = K(slice_of)(L, first, k, &r);
        end = S ? r + 1 : r;
#else
        const struct slice *S = &L->slice[first + k];
        int r = 0, end = S->rows;
        if (K(is_whole)(L, S)) {
            K(add_slice)(L, S, alpha, columns, zc, z);
            continue;
        }
#endif
        for (; r < end; r++) {
            real *zi = z + S->row + r;
            *zi = narrow(wide(*zi) +
                         alpha * K(sum_row)(L, S, r, F_STORE, F_STORE, zc, columns));
        }
    }
}

KERNEL K(cast_product)(LAYOUT got, int first, int count, int columns, const real *x,
                       store *y)
{
    const struct layout *L = RECEIVED(got);
    FOR_ALL(k, count * LANES_A_SLICE(L)) {
#if ON_DEVICE
        int r, end;
        const struct slice *S = K(slice_of)(L, first, k, &r);
        end = S ? r + 1 : r;
#else
        const struct slice *S = &L->slice[first + k];
        int r = 0, end = S->rows;
        if (K(is_whole)(L, S)) {
            K(cast_slice)(L, S, columns, x, y);
            continue;
        }
#endif
        for (; r < end; r++)
            y[S->row + r] =
                narrow_s((double)K(sum_row)(L, S, r, F_REAL, F_REAL, x, columns));
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
