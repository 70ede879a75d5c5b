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
    const int base = p->first[IMPLICIT] + p->first[NARROW];
    struct slice_pointers c = {
        S.value + (ptrdiff_t)(base + p->first[WIDE]) * SLICE, S.column.base + base,
        S.column.offset + (ptrdiff_t)p->first[NARROW] * SLICE,
        S.column.index + (ptrdiff_t)p->first[WIDE] * SLICE};
    struct row_sums total = {0};
    for (int k = 0; k < p->count[IMPLICIT]; k++, c.base++, c.value += SLICE) {
        prefetch(c.value, SLICE * sizeof *c.value);
        FOR_VECTORS(v)
            total.v[v] += load_lanes(F_REAL, x + *c.base, v * LANES) *
                          load_stored(c.value, v * LANES);
    }
    add_columns(NARROW, p->count[NARROW], &c, x, &total);
    add_columns(WIDE, p->count[WIDE], &c, x, &total);
    return total;
}
#endif
