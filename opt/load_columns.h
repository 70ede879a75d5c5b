/* opt/load_columns.h - the loop over the slice columns of a part of a slice.
 *
 *   narrow slice column   loads x at the columns base + distance[r] (load_window.h)
 *   wide slice column     gathers x at the columns index[r]
 */
#ifndef MEMWALL_LOAD_COLUMNS_H
#define MEMWALL_LOAD_COLUMNS_H
#include <load_values.h>
#include <load_window.h>
#include <slice_rows.h>

/* L x or U x, in i8 in units of the scales of the rows */
SIMD rows part_product(const struct layout *A, const struct slice *s,
                       enum part part, const real *x)
{
    sums total = {0};
    const struct slice_part *p = &s->part[part];
    ptrdiff_t value = (ptrdiff_t)(p->first_narrow + p->first_wide) * SLICE;
    const int *base = A->column.base + p->first_narrow,
              *index = A->column.index + (ptrdiff_t)p->first_wide * SLICE;
    const unsigned char *distance =
        A->column.distance + (ptrdiff_t)p->first_narrow * SLICE;
    for (int k = 0; k < p->narrow; k++, value += SLICE, distance += SLICE)
        FOR_VECTORS(v)
            add_products(&total, v, load_values(&A->value, value + v * LANES),
                         load_window(x + base[k], distance + v * LANES));
    for (int k = 0; k < p->wide; k++, value += SLICE, index += SLICE)
        FOR_VECTORS(v)
            add_products(&total, v, load_values(&A->value, value + v * LANES),
                         gather(x, index + v * LANES));
    return rows_of(total);
}
#endif
