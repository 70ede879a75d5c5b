/* opt/add_columns.h - adds the products of slice columns to the sums of a slice. */
#ifndef MEMWALL_ADD_COLUMNS_H
#define MEMWALL_ADD_COLUMNS_H
#include <load_window.h>
#include <slice_rows.h>

/* Slice columns that follow each other (columns.h). */
struct slice_pointers {
    const store *value;
    const int *base;
    const unsigned char *offset;
    const int *index;
};

#define FOR_VECTORS(v) \
    OMP(GCC unroll 16) \
    for (int v = 0; v < VECTORS; v++)

/* Prefetches what follows an array of a slice column, AHEAD slice columns later, into L2: the
 * processor by itself keeps too few loads in flight. Speedup of spmv and of the sweep at 104^3: on
 * Zen 4 1.2 and 1.2 (f64, f32); on Emerald Rapids 1.1 and 1.1 (f64), 1.1 and 1.0 (i8), 1.3 and 1.2
 * (f16), and none in f32 (at 80^3). */
enum { AHEAD = 8192 / (SLICE * sizeof(store)) };
SIMD void prefetch(const void *array, size_t bytes)
{
    enum { LINE = 64, TO_L2 = 2 };
    OMP(GCC unroll 4)
    for (size_t b = 0; b < bytes; b += LINE)
        __builtin_prefetch((const char *)array + AHEAD * bytes + b, 0, TO_L2);
}

/* Adds the products of `count` slice columns, and moves c (but for base) past them; kind is a
 * constant. */
SIMD void add_columns(const enum column_kind kind, int count,
                      struct slice_pointers *c, const real *x,
                      struct row_sums *total)
{
    for (int k = 0; k < count; k++) {
        if (kind == NARROW) {
            prefetch(c->value, SLICE * sizeof *c->value);
            prefetch(c->offset, SLICE);
        }
        FOR_VECTORS(v)
            total->v[v] +=
                (kind == NARROW ? load_window(x + c->base[k], c->offset, v * LANES)
                                : gather(x, c->index + v * LANES)) *
                load_stored(c->value, v * LANES);
        c->value += SLICE;
        if (kind == NARROW)
            c->offset += SLICE;
        else
            c->index += SLICE;
    }
}
#endif
