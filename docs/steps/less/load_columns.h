/* docs/steps/less/load_columns.h - the loop over the slice columns of a part of a slice. */
#ifndef MEMWALL_LOAD_COLUMNS_H
#define MEMWALL_LOAD_COLUMNS_H
#include <slice_rows.h>

/* L x or U x, without halo columns, in units of the scales. */
DEVICE_INLINE struct row_sums part_sum(struct slices S, this_slice s,
                                       enum part part, const real *x)
{
    struct row_sums sum = {{0}};
    const struct slice_part p = s->part[part];
    const store *value = S.value + (ptrdiff_t)p.first * SLICE;
    const int *column = S.column.index + (ptrdiff_t)p.first * SLICE;
    for (int k = 0; k < p.width; k++, value += SLICE, column += SLICE)
#pragma omp simd
        for (int r = 0; r < SLICE; r++)
            sum.v[r] += wide_s(value[r]) * wide(x[column[r]]);
    return sum;
}
#endif
