/* opt/one_row.h - loads and stores of kernels that compute one row of a slice at a time: those
 * of opt/gpu, and of the steps before simd.
 *
 * slice_rows.h has defined struct row_sums, and struct row_group for row i: its number i.row
 * in the matrix, and the number i.v of its sum.
 */
#ifndef MEMWALL_ONE_ROW_H
#define MEMWALL_ONE_ROW_H
#include "entry.h"

DEVICE_INLINE vec at(struct row_sums a, struct row_group i)
{
    return a.v[i.v];
}

/* ---- Vectors at row i ---- */

DEVICE_INLINE vec load_rows(const real *x, struct row_group i)
{
    return wide(x[i.row]);
}

DEVICE_INLINE void store_rows(real *y, struct row_group i, vec a)
{
    y[i.row] = narrow(a);
}

DEVICE_INLINE vec as_stored(vec a)
{
    return wide(narrow(a));
}

DEVICE_INLINE vec load_result(struct vector x, struct row_group i)
{
    return (acc)entry_load(x, i.row);
}

DEVICE_INLINE void store_result(struct vector y, struct row_group i, vec a)
{
    entry_store(y, i.row, (double)a);
}

DEVICE_INLINE void store_points(real *y, const int *point, struct row_group i,
                                vec a)
{
    if (point[i.row] >= 0)
        y[point[i.row]] = narrow(a);
}

/* ---- The matrix ---- */

/* The scale of row i in i8, and its diagonal in units of this. */
DEVICE_INLINE vec load_scales(struct slices S, struct row_group i)
{
    return (acc)power_of_two(S.exponent[i.row]);
}

DEVICE_INLINE vec load_diagonal(struct slices S, struct row_group i)
{
    return wide_s(S.diagonal[i.row]);
}
#endif
