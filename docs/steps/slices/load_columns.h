/* docs/steps/slices/load_columns.h - the loop over the slice columns of a part of a slice. */
#ifndef MEMWALL_LOAD_COLUMNS_H
#define MEMWALL_LOAD_COLUMNS_H
#include <load_values.h>
#include <load_window.h>
#include <slice_rows.h>

/* L x or U x, in i8 in units of the scales of the rows */
SIMD rows part_product(const struct layout *A, const struct slice *s, enum part part,
                       const real *x)
{
    sums total = {0};
    const struct slice_part *p = &s->part[part];
    const ptrdiff_t first = (ptrdiff_t)p->first * SLICE,
                    end = first + (ptrdiff_t)p->width * SLICE;
    for (ptrdiff_t e = first; e < end; e += SLICE)
        FOR_VECTORS(v)
            add_products(&total, v, load_values(&A->value, e + v * LANES),
                         gather(x, A->column.index + e + v * LANES));
    return rows_of(total);
}
#endif
