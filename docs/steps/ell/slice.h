/* docs/steps/ell/slice.h - the product of the rows of a slice with a vector, and its cost.
 *
 *   product(S, s, x)       (A x)_i for the 32 rows i of slice s
 *   diagonal(S, i)         a_ii
 *
 * A kernel computes the product for the rows of a slice, and then a formula for each row:
 *
 *   SLICE_KERNEL subtract(struct slices S, const real *b, const real *x, real *r)
 *   {
 *       FOR_SLICES(s, S) {
 *           const struct row_sums Ax = product(S, s, x);
 *           FOR_ROWS(i, s)
 *               store_rows(r, i, load_rows(b, i) - at(Ax, i));
 *       }
 *   }
 *
 * Each row adds its entries in the same order as in ref. In i8 the stored numbers are
 * integers in units of the scale of their row.
 */
#ifndef MEMWALL_SLICE_H
#define MEMWALL_SLICE_H
#include <slice_rows.h>
#include "kernels.h"

/* The inner loop has no branch, and its rows are independent: SIMD instructions can
 * compute several of them at once. */
DEVICE_INLINE struct row_sums product(struct slices S, this_slice s, const real *x)
{
    struct row_sums sum = {{0}};
    const store *value = S.value + (ptrdiff_t)s->first * SLICE;
    const int *column = S.column + (ptrdiff_t)s->first * SLICE;
    for (int k = 0; k < s->width; k++, value += SLICE, column += SLICE)
#pragma omp simd
        for (int r = 0; r < SLICE; r++)
            sum.v[r] += wide_s(value[r]) * wide(x[column[r]]);
    FOR_ROWS(i, s)
        sum.v[i.v] *= load_scales(S.exponent, i.row);
    return sum;
}

DEVICE_INLINE vec diagonal(struct slices S, struct row_group i)
{
    return load_stored(S.diagonal, i.row) * load_scales(S.exponent, i.row);
}

/* The descriptions of the slices, and in i8 the exponents of the scales. */
static inline double description_bytes(const struct matrix *A)
{
    return A->layout->slices * (double)sizeof(struct slice) +
           (F_STORE == I8 ? A->n * (double)sizeof(type_i8) : 0);
}

/* What a kernel reads that needs no entry but the diagonal. */
static inline double slice_bytes(const struct matrix *A)
{
    return description_bytes(A) + A->n * (double)sizeof(store);
}

/* The entries and the descriptions of the slices, in i8 the exponents, and x with its halo
 * entries. */
static inline double product_bytes(const struct matrix *A)
{
    return (double)A->layout->entries * (sizeof(store) + sizeof(int)) +
           description_bytes(A) + (double)(A->columns + A->halo_n) * sizeof(real);
}
#endif
