/* opt/product.h - the product kernels, shared by SpMV and an unfused restriction.
 *
 *   y = (D + L + U) x, then y += H x_halo at the boundary rows
 */
#ifndef MEMWALL_PRODUCT_H
#define MEMWALL_PRODUCT_H
#include <slice.h>

/* (D + L + U) x at row r of a slice; a D that is not there is zero. */
DEVICE acc K(product_row)(const struct layout *L, const struct slice *S, int r,
                          const real *x)
{
    const store *d = (const store *)L->diag[F_STORE];
    const int i = K(row_of)(L, S, r);
    return (d ? wide_s(STREAMED(d + i)) * wide(x[i]) : 0) +
           K(row_part)(L, S, r, LOWER, x) + K(row_part)(L, S, r, UPPER, x);
}

#if ON_DEVICE
KERNEL K(multiply)(LAYOUT got, const real *x, real *y)
{
    const struct layout *L = RECEIVED(got);
    FOR_ALL(k, L->slices * L->height) {
        int r;
        const struct slice *S = K(slice_of)(L, 0, k, &r);
        if (S)
            y[K(row_of)(L, S, r)] = narrow(K(product_row)(L, S, r, x));
    }
}
#else
/* y = (D + L + U) x for the rows of a slice, y = b - (D + L + U) x where b is given; a D
 * that is not there is zero. */
static inline __attribute__((always_inline)) void K(product_slice)(const struct layout *L,
                                                                   const struct slice *S,
                                                                   const real *b,
                                                                   const real *x, real *y)
{
    const store *d = (const store *)L->diag[F_STORE];
    if (K(is_full)(L, S)) {
        vec sum[VECTORS];
#pragma GCC unroll 8
        for (int v = 0; v < VECTORS; v++)
            sum[v] = d ? K(load_store)(d + S->row + v * LANES) *
                             K(load)(x + S->row + v * LANES)
                       : (vec){0};
        K(add_part)(L, S, LOWER, x, sum);
        K(add_part)(L, S, UPPER, x, sum);
#pragma GCC unroll 8
        for (int v = 0; v < VECTORS; v++)
            K(put)
        (y + S->row + v * LANES, b ? K(load)(b + S->row + v * LANES) - sum[v] : sum[v]);
        return;
    }
    for (int r = 0; r < S->rows; r++) {
        int i = K(row_of)(L, S, r);
        acc sum = K(product_row)(L, S, r, x);
        y[i] = narrow(b ? wide(b[i]) - sum : sum);
    }
}

KERNEL K(multiply)(LAYOUT L, const real *x, real *y)
{
    FOR_ALL(s, L->slices)
        K(product_slice)(L, &L->slice[s], NULL, x, y);
}
#endif

KERNEL K(add_halo)(LAYOUT got, const real *halo, real *y)
{
    const struct layout *L = RECEIVED(got);
    FOR_ALL(b, L->halo.rows) {
        int i = L->halo.row[b];
        y[i] = narrow(wide(y[i]) + K(halo_row)(L, b, halo));
    }
}
#endif
