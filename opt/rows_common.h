/* opt/rows_common.h - the product of a single row of A with a vector.
 *
 * rows.h uses it for partial slices on the CPU, gpu/rows.h for each thread of a
 * GPU. An operand is a pointer and its format, which is a constant wherever these
 * functions are inlined, so that no choice between formats is left in a loop.
 */
#ifndef MEMWALL_ROWS_COMMON_H
#define MEMWALL_ROWS_COMMON_H
#include <layout.h>
#include "kernel_macros.h"
#include "kernels.h"
#include "real.h"

/* The rows that a kernel computes together: on the CPU all rows of a slice, on a
 * GPU one row. `values` is the format of the matrix values. */
struct pack_rows {
    const struct layout *layout;
    const struct slice *slice;
    int slice_row; /* the first row, counted within the slice ... */
    int row;       /* ... and its number in A */
    int count;     /* number of rows, 0 past the end of a partial slice */
    int whole;     /* CPU: SLICE consecutive rows */
    int columns;   /* the halo entries of x follow after `columns` local entries */
    int coarse;    /* index in layout->coarse, when the coarse points are visited */
    enum format values;
    enum coding coding; /* of a part of A, where a loop over its columns knows it */
};

/* Which rows of A, for LAUNCH_ROWS. */
#define all_slices(A)      rows_by_region(A, 0, (A)->layout->slices)
#define interior_slices(A) rows_by_region(A, 0, (A)->layout->interior)
#define boundary_slices(A) \
    rows_by_region(A, (A)->layout->interior, (A)->layout->slices)

DEVICE struct pack_rows with_coding(struct pack_rows p, enum coding coding)
{
    p.coding = coding;
    return p;
}

/* What kernels call. FORMAT_OF(x) is the format of the numbers that x points to. */
/* clang-format off */
#define load_pack(p, x)         load_as(p, FORMAT_OF(x), x)
#define store_pack(p, y, value) store_as(p, FORMAT_OF(y), y, value)
#define times_diagonal(p, x)    diagonal_product(p, FORMAT_OF(x), x)     /* D x */
#define add_lower(p, x, sum)    add_part(p, LOWER, FORMAT_OF(x), x, sum) /* + L x */
#define add_upper(p, x, sum)    add_part(p, UPPER, FORMAT_OF(x), x, sum) /* + U x */
#define add_halo(p, x, sum)     add_halo_part(p, FORMAT_OF(x), x, sum)   /* + H x */
#define add_lower_and_upper(p, x, sum) /* + (L + U) x */ \
    add_parts(p, FORMAT_OF(x), x, sum)
#define add_stored_parts(p, f, x, sum) /* the same if U is stored */ \
    add_part(p, UPPER, f, x, add_part(p, LOWER, f, x, sum))
#define off_diagonal(p, x) /* (L + U + H) x */ \
    add_halo(p, x, add_lower_and_upper(p, x, zero_pack()))
#define load_result(p, y) \
    ((y).f == F_REAL ? load_as(p, F_REAL, (y).data) : load_as(p, F_ACC, (y).data))
#define store_result(p, y, value)                           \
    ((y).f == F_REAL ? store_as(p, F_REAL, (y).data, value) \
                     : store_as(p, F_ACC, (y).data, value))
#define halo_row(H, b, halo) /* row b of H, times the halo entries */ \
    halo_product(H, b, FORMAT_OF(halo), halo)
/* clang-format on */

/* x[i], of a vector or of the matrix. The matrix is read once and should not
 * displace x from the caches. Neither is stored in integers. */
#define NUMBER(f, x, i, READ)                                            \
    ((f) == F64    ? (acc)READ((const type_f64 *)(x) + (i))              \
     : (f) == F32  ? (acc)READ((const type_f32 *)(x) + (i))              \
     : (f) == F16  ? (acc)widen_f16(READ((const type_f16 *)(x) + (i)))   \
     : (f) == BF16 ? (acc)widen_bf16(READ((const type_bf16 *)(x) + (i))) \
                   : 0)

DEVICE acc vector_number(enum format f, const void *x, ptrdiff_t i)
{
    return NUMBER(f, x, i, *);
}

DEVICE acc matrix_number(enum format f, const void *a, ptrdiff_t i)
{
    return NUMBER(f, a, i, LOAD_ONCE);
}

/* Value i, where `coding` is that of the values: a constant in a loop, or any. */
DEVICE acc value_number(const struct values *v, enum coding coding, enum format f,
                        ptrdiff_t i)
{
    if (coding == PLAIN)
        return matrix_number(f, v->number[f], i);
    const acc *table = (const acc *)v->table[f][sizeof(acc) == sizeof(double)];
    if (coding == CODES_8)
        return table[LOAD_ONCE(v->code + i)];
    return table[LOAD_ONCE(v->code + code_byte((size_t)i)) >> code_bit((size_t)i) &
                 15];
}

/* y[i] = value, for y in one of the two formats of a compilation or unrounded */
DEVICE void put_number(enum format f, void *y, ptrdiff_t i, acc value)
{
    if (f == F_REAL)
        ((real *)y)[i] = narrow(value);
    else if (f == F_STORE)
        ((store *)y)[i] = narrow_s((double)value);
    else
        ((acc *)y)[i] = value;
}

/* A vector for products: in the format of the vectors, or that of the arithmetic. */
struct result {
    void *data;
    enum format f;
};

static inline struct result result_of(const struct vector *y)
{
    const struct result result = {y->data, y->format};
    return result;
}

/* The number in A of row r of the slice. */
DEVICE int row_number(const struct layout *layout, const struct slice *slice, int r)
{
    const int position = slice->row + r;
    return layout->row_order ? layout->row_order[position] : position;
}

/* sum + (one part of A) x for row p.slice_row. The threads of a warp have
 * consecutive rows: they load a slice column together, the values, the indices, and
 * in an implicit column x. */
DEVICE acc add_row_columns(struct pack_rows p, enum part part, enum format f,
                           const void *x, acc sum)
{
    const struct slice *slice = p.slice;
    const struct values *a = &p.layout->val[part];
    const int implicit = slice->implicit[part],
              others = slice->width[part] - implicit, r = p.slice_row,
              offset = slice->offset_start[part],
              first = slice->base + stepped(slice->step, p.slice_row);
    const ptrdiff_t stride = slice->stride,
                    value = (ptrdiff_t)slice->value_start[part],
                    index = (ptrdiff_t)slice->index_start[part];
    UNROLL(1)
    for (int k = 0; k < implicit; k++)
        sum += value_number(a, p.coding, p.values,
                            value + entry_at(p.layout, implicit, stride, k, r)) *
               vector_number(f, x, first + p.layout->offset[offset + k]);
    UNROLL(1)
    for (int k = 0; k < others; k++) {
        const ptrdiff_t at = entry_at(p.layout, others, stride, k, r);
        sum += value_number(a, p.coding, p.values, value + implicit * stride + at) *
               vector_number(f, x, LOAD_ONCE(p.layout->col[part] + index + at));
    }
    return sum;
}

DEVICE acc add_row_part(struct pack_rows p, enum part part, enum format f,
                        const void *x, acc sum)
{
    switch (p.layout->val[part].coding) {
    case CODES_4:
        return add_row_columns(with_coding(p, CODES_4), part, f, x, sum);
    case CODES_8:
        return add_row_columns(with_coding(p, CODES_8), part, f, x, sum);
    default:
        return add_row_columns(with_coding(p, PLAIN), part, f, x, sum);
    }
}

/* The formats of the matrix and of x; the part, where a function asks for it. */
struct operands {
    enum part part;
    enum format values, f;
};

/* sum + (H x) for row b of H. The halo entries of x begin at x[columns]. A thread
 * reads along the row and not past the caches, because its next entries are in the
 * same cache line. */
DEVICE acc add_halo_row(const struct halo_part *H, int b, struct operands of,
                        const void *x, int columns, acc sum)
{
    for (int e = H->start[b]; e < H->start[b + 1]; e++)
        sum += value_number(&H->val, H->val.coding, of.values, e) *
               vector_number(of.f, x, (ptrdiff_t)columns + H->col[e]);
    return sum;
}

DEVICE acc halo_product(const struct halo_part *H, int b, enum format f,
                        const void *halo)
{
    const struct operands of = {UPPER, F_STORE, f};
    return add_halo_row(H, b, of, halo, 0, 0);
}

/* y_i += (H x)_i for the row i of row b of H. */
DEVICE void add_halo_row_to(struct result y, const struct halo_part *H, int b,
                            const real *halo)
{
    const int i = H->row[b];
    put_number(y.f, y.data, i,
               vector_number(y.f, y.data, i) + halo_product(H, b, F_REAL, halo));
}

/* The numbers of a vector in the first or the second format of the pair. */
static inline real *reals(const struct vector *x)
{
    return (real *)x->data;
}

static inline store *stores(const struct vector *x)
{
    return (store *)x->data;
}
#endif
