/* opt/one_row.h - loads and stores of kernels that compute one row of a slice at a time: those
 * of opt/gpu, and of the steps before simd.
 *
 * slice_rows.h has defined struct row_sums, and struct row_group for row i: its index i.row
 * in the matrix, and the index i.v of its sum.
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

/* Number i of an array in the format STORE. */
DEVICE_INLINE vec load_stored(const store *a, ptrdiff_t i)
{
    return wide_s(a[i]);
}

/* The scale of row i, where e has the exponents of all scales: 1 unless STORE is i8. */
DEVICE_INLINE vec load_scales(const type_i8 *e, ptrdiff_t i)
{
    return F_STORE == I8 ? (acc)power_of_two(e[i]) : 1;
}
#endif
