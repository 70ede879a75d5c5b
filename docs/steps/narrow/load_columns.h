/* docs/steps/narrow/load_columns.h - the loop over the slice columns of a part of a slice.
 *
 *   narrow slice column   x at the columns base + offset[r]
 *   wide slice column     x at the columns index[r]
 *
 * Differs from passes: narrow slice columns, whose entries cost 9 bytes instead of 12 in
 * f64, and 5 instead of 8 in f32.
 */
#ifndef MEMWALL_LOAD_COLUMNS_H
#define MEMWALL_LOAD_COLUMNS_H
#include <slice_rows.h>

/* L x or U x, without halo columns, in units of the scales. */
DEVICE_INLINE struct row_sums part_sum(struct slices S, this_slice s,
                                       enum part part, const real *x)
{
    struct row_sums sum = {{0}};
    const struct slice_part *p = &s->part[part];
    const store *value =
        S.value + (ptrdiff_t)(p->first[NARROW] + p->first[WIDE]) * SLICE;
    const int *base = S.column.base + p->first[NARROW],
              *index = S.column.index + (ptrdiff_t)p->first[WIDE] * SLICE;
    const unsigned char *offset =
        S.column.offset + (ptrdiff_t)p->first[NARROW] * SLICE;
    for (int k = 0; k < p->count[NARROW]; k++, value += SLICE, offset += SLICE) {
        const real *window = x + base[k];
#pragma omp simd
        for (int r = 0; r < SLICE; r++)
            sum.v[r] += wide_s(value[r]) * wide(window[offset[r]]);
    }
    for (int k = 0; k < p->count[WIDE]; k++, value += SLICE, index += SLICE)
#pragma omp simd
        for (int r = 0; r < SLICE; r++)
            sum.v[r] += wide_s(value[r]) * wide(x[index[r]]);
    return sum;
}
#endif
