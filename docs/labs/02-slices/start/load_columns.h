/* docs/labs/02-slices/start/load_columns.h - the sum of each row of a slice, one row after the
 * other: where lab 2 starts. */
#ifndef MEMWALL_LOAD_COLUMNS_H
#define MEMWALL_LOAD_COLUMNS_H
#include <load_values.h>
#include <load_window.h>
#include <slice_rows.h>

/* L x or U x, in i8 in units of the scales of the rows */
SIMD rows part_product(const struct layout *A, const struct slice *s,
                       enum part part, const real *x)
{
    const struct slice_part *p = &s->part[part];
    rows sum;
    for (int r = 0; r < SLICE; r++) {
        acc row = 0;
        for (int k = p->first; k < p->first + p->width; k++) {
            const ptrdiff_t e = (ptrdiff_t)k * SLICE + r;
            row += load_value(&A->value, e) * wide(x[A->column.index[e]]);
        }
        ((acc *)&sum)[r] = row;
    }
    return sum;
}
#endif
