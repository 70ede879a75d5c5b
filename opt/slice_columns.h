/* opt/slice_columns.h - sum + L x or sum + U x for the rows of a slice.
 *
 * A pack holds one number for each row of a slice in SIMD vectors: the number of
 * row r is v[r / LANES][r % LANES].
 *
 * The sums of a full slice stay in registers while its slice columns are read, one
 * after the other. x is loaded contiguously for an implicit slice column and
 * gathered for an explicit one (layout.h). The steps of transfer operators and
 * partial slices are computed in a function that is not inlined: inlined everywhere
 * they cost 15 to 20 % by register spills.
 */
#ifndef MEMWALL_SLICE_COLUMNS_H
#define MEMWALL_SLICE_COLUMNS_H
#include <decode.h>
#include <rows_common.h>

/* The format of a vector in one of the two formats of the compilation. */
#define FORMAT_OF(x) \
    _Generic((x), real * : F_REAL, const real * : F_REAL, default : F_STORE)

/* All rows of a slice. */
PACK_FUNCTION struct pack_rows pack_of(const struct layout *layout,
                                       const struct slice *slice, int columns,
                                       enum format values)
{
    return (struct pack_rows){.layout = layout,
                              .slice = slice,
                              .row = slice->row,
                              .count = slice->rows,
                              .columns = columns,
                              .values = values,
                              .whole = (int)__builtin_expect(
                                  slice->rows == SLICE && !layout->row_order, 1)};
}

PACK_FUNCTION pack zero_pack(void)
{
    pack zero;
    FOR_VECTORS(v)
        zero.v[v] = (vec){0};
    return zero;
}

/* x[col[0]], x[col[1]], ... gcc 12 gathers one number at a time, so that AVX-512's
 * instructions are written out. */
PACK_FUNCTION vec gather(enum format f, const void *x, const int *col)
{
#if defined(__AVX512F__)
    if (f == F64 && LANES == 8)
        return (vec)_mm512_i32gather_pd(_mm256_loadu_si256((const void *)col), x,
                                        8);
    if (f == F32 && LANES == 16)
        return (vec)_mm512_i32gather_ps(_mm512_loadu_si512(col), x, 4);
#endif
    vec v = {0};
    for (int l = 0; l < LANES; l++)
        v[l] = vector_number(f, x, col[l]);
    return v;
}

#define EVEN_f64  0, 2, 4, 6, 8, 10, 12, 14
#define EVEN_f32  EVEN_f64, 16, 18, 20, 22, 24, 26, 28, 30
#define EVEN_f16  EVEN_f32
#define EVEN_bf16 EVEN_f32
#define PAIR_f64  0, 0, 1, 1, 2, 2, 3, 3
#define PAIR_f32  PAIR_f64, 4, 4, 5, 5, 6, 6, 7, 7
#define PAIR_f16  PAIR_f32
#define PAIR_bf16 PAIR_f32
/* x of an implicit slice column for LANES rows from row r (even) on, where row 0
 * has x[i]: consecutive entries, every second one, or each one twice. */
PACK_FUNCTION vec load_implicit(enum step step, enum format f, const void *x,
                                ptrdiff_t i, int r)
{
    i += stepped(step, r);
    const vec low = load_lanes(f, x, i);
    if (step == STEP_ONE)
        return low;
    if (step == STEP_HALF)
        return __builtin_shufflevector(low, low, JOIN2(PAIR_, REAL));
    return __builtin_shufflevector(low, load_lanes(f, x, i + LANES),
                                   JOIN2(EVEN_, REAL));
}

/* &x[i], for x in one of the two formats of a compilation */
PACK_FUNCTION const void *entry_of(enum format f, const void *x, ptrdiff_t i)
{
    return f == F_REAL ? (const void *)((const real *)x + i)
                       : (const void *)((const store *)x + i);
}

/* sum + (one part of A) x for a full slice: one slice column after the other. */
PACK_FUNCTION pack add_columns(struct pack_rows p, enum part part, enum step step,
                               enum format f, const void *x, pack sum)
{
    const struct slice *slice = p.slice;
    const int implicit = slice->implicit[part], width = slice->width[part];
    const int *offset = p.layout->offset + slice->offset_start[part],
              *col = p.layout->col[part] + slice->index_start[part];
    const struct value_source a =
        value_source(&p.layout->val[part], p.coding, p.values);
    const void *x_base = entry_of(f, x, slice->base);
    const ptrdiff_t stride = slice->stride;
    ptrdiff_t value = (ptrdiff_t)slice->value_start[part];
    int k = 0;
    for (; k < implicit; k++, value += stride)
        FOR_VECTORS(v)
            sum.v[v] += load_values(&a, value, v) *
                        load_implicit(step, f, x_base, offset[k], v * LANES);
    for (; k < width; k++, value += stride, col += stride)
        FOR_VECTORS(v)
            sum.v[v] += load_values(&a, value, v) * gather(f, x, col + v * LANES);
    return sum;
}

PACK_FUNCTION pack add_with_step(struct pack_rows p, enum part part, enum step step,
                                 enum format f, const void *x, pack sum)
{
    switch (p.layout->val[part].coding) {
    case CODES_4:
        return add_columns(with_coding(p, CODES_4), part, step, f, x, sum);
    case CODES_8:
        return add_columns(with_coding(p, CODES_8), part, step, f, x, sum);
    default:
        return add_columns(with_coding(p, PLAIN), part, step, f, x, sum);
    }
}

/* The same for a partial slice, row by row, and for steps other than one. */
PACK_FUNCTION pack add_part_apart(struct pack_rows p, enum part part, enum format f,
                                  const void *x, pack sum)
{
    if (p.whole)
        return p.slice->step == STEP_TWO
                   ? add_with_step(p, part, STEP_TWO, f, x, sum)
               : p.slice->step == STEP_HALF
                   ? add_with_step(p, part, STEP_HALF, f, x, sum)
                   : add_columns(with_coding(p, CODES_8), part, STEP_ONE, f, x,
                                 sum);
    for (; p.slice_row < p.count; p.slice_row++) {
        acc *row = (acc *)&sum + p.slice_row;
        *row = add_row_part(p, part, f, x, *row);
    }
    return sum;
}

/* The same, not inlined. In each of its calls the formats are constants again. */
PACK_OUTLINE pack add_part_outline(const struct layout *layout,
                                   const struct slice *slice, struct operands of,
                                   const void *x, pack sum)
{
    if (F_REAL != F_STORE && of.values == F_REAL) {
        const struct pack_rows p = pack_of(layout, slice, 0, F_REAL);
        return of.f == F_REAL ? add_part_apart(p, of.part, F_REAL, x, sum)
                              : add_part_apart(p, of.part, F_STORE, x, sum);
    }
    const struct pack_rows p = pack_of(layout, slice, 0, F_STORE);
    return of.f == F_REAL ? add_part_apart(p, of.part, F_REAL, x, sum)
                          : add_part_apart(p, of.part, F_STORE, x, sum);
}

PACK_FUNCTION pack add_part(struct pack_rows p, enum part part, enum format f,
                            const void *x, pack sum)
{
    const enum coding coding = p.layout->val[part].coding;
    if (p.whole && __builtin_expect(p.slice->step == STEP_ONE, 1)) {
        if (coding == PLAIN)
            return add_columns(with_coding(p, PLAIN), part, STEP_ONE, f, x, sum);
        if (coding == CODES_4)
            return add_columns(with_coding(p, CODES_4), part, STEP_ONE, f, x, sum);
    }
    return add_part_outline(p.layout, p.slice, (struct operands){part, p.values, f},
                            x, sum);
}
#endif
