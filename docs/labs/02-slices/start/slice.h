/* docs/labs/02-slices/start/slice.h - the product of the rows of a slice with a vector, one row
 * after the other: where lab 2 starts. slice_rows.h explains the words of a kernel.
 *
 *   product(S, s, x)       (A x)_i for the 32 rows i of slice s
 *   diagonal(S, i)         a_ii
 *
 * Each row adds its entries in the same order as in ref. In i8 the stored numbers are
 * integers in units of the scale of their row.
 */
#ifndef MEMWALL_SLICE_H
#define MEMWALL_SLICE_H
#include <slice_rows.h>
#include "kernels.h"

DEVICE_INLINE struct row_sums product(struct slices S, this_slice s, const real *x)
{
    struct row_sums sum = {{0}};
    FOR_ROWS(i, s) {
        for (int k = s->first; k < s->first + s->width; k++) {
            const ptrdiff_t e = (ptrdiff_t)k * SLICE + i.v;
            sum.v[i.v] += wide_s(S.value[e]) * wide(x[S.column[e]]);
        }
        sum.v[i.v] *= load_scales(S.exponent, i.row);
    }
    return sum;
}

DEVICE_INLINE vec diagonal(struct slices S, struct row_group i)
{
    return load_stored(S.diagonal, i.row) * load_scales(S.exponent, i.row);
}

/* The descriptions of the slices and the diagonal, and in i8 the exponents of the scales. */
static inline double slice_bytes(const struct matrix *A)
{
    const size_t of_row =
        (A->square ? sizeof(store) : 0) + (F_STORE == I8 ? sizeof(type_i8) : 0);
    return A->layout->slices * (double)sizeof(struct slice) + (double)of_row * A->n;
}

/* The matrix, its diagonal, and x with its halo entries. */
static inline double product_bytes(const struct matrix *A)
{
    return (double)A->layout->entries * (sizeof(store) + sizeof(int)) +
           slice_bytes(A) + (double)(A->columns + A->halo_n) * sizeof(real);
}
#endif
