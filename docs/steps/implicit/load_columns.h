/* docs/steps/implicit/load_columns.h - the loop over the slice columns of a part of a slice.
 *
 *   implicit slice column   x at the columns base + r is loaded contiguously
 *   narrow, wide            as in opt (add_columns.h)
 */
#ifndef MEMWALL_LOAD_COLUMNS_H
#define MEMWALL_LOAD_COLUMNS_H
#include <add_columns.h>

/* L x or U x in units of the scales. */
SIMD struct row_sums part_sum(struct slices S, this_slice s, enum part part,
                              const real *x)
{
    const struct slice_part *p = &s->part[part];
    struct slice_pointers c = {
        S.value + (ptrdiff_t)(p->first_base + p->first_wide) * SLICE,
        S.column.base + p->first_base,
        S.column.distance + (ptrdiff_t)p->first_narrow * SLICE,
        S.column.index + (ptrdiff_t)p->first_wide * SLICE};
    struct row_sums total = {0};
    for (int k = 0; k < p->implicit; k++, c.base++, c.value += SLICE) {
        prefetch(c.value, SLICE * sizeof *c.value);
        FOR_VECTORS(v)
            total.v[v] += load_lanes(F_REAL, x + *c.base, v * LANES) *
                          load_stored(c.value, v * LANES);
    }
    add_columns(NARROW, p->narrow, &c, x, &total);
    add_columns(WIDE, p->wide, &c, x, &total);
    return total;
}
#endif
