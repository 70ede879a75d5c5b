/* docs/steps/implicit/load_columns.h - the loop over the slice columns of a part of a slice.
 *
 *   implicit slice column   x at the columns base + r is loaded contiguously
 *   narrow, wide            as in opt: a window of x, or a gather (load_window.h)
 */
#ifndef MEMWALL_LOAD_COLUMNS_H
#define MEMWALL_LOAD_COLUMNS_H
#include <load_window.h>
#include <slice_rows.h>

/* L x or U x in units of the scales. */
SIMD struct row_sums part_sum(struct slices S, this_slice s, enum part part,
                              const real *x)
{
    struct sums_in_registers total = {0};
    const struct slice_part *p = &s->part[part];
    const store *value =
        S.value + (ptrdiff_t)(p->first_base + p->first_wide) * SLICE;
    const int *base = S.column.base + p->first_base,
              *index = S.column.index + (ptrdiff_t)p->first_wide * SLICE;
    const unsigned char *distance =
        S.column.distance + (ptrdiff_t)p->first_narrow * SLICE;
    int k = 0;
    for (; k < p->implicit; k++, value += SLICE) {
        prefetch_values(value);
        FOR_VECTORS(v)
            add_to_sums(&total, v, load_lanes(F_STORE, value, v * LANES),
                        load_lanes(F_REAL, x + base[k], v * LANES));
    }
    for (; k < p->implicit + p->narrow; k++, value += SLICE, distance += SLICE) {
        prefetch_values(value);
        FOR_VECTORS(v)
            add_to_sums(&total, v, load_lanes(F_STORE, value, v * LANES),
                        load_window(x + base[k], distance + v * LANES));
    }
    if (p->wide > 0)
        total = add_wide(total, p->wide, value, index, x);
    return row_sums_of(total);
}
#endif
