/* opt/gpu/rows.h - the product of a row with a vector, on a GPU: one row per
 * thread.
 *
 * Differs from opt/rows.h: a pack is the number of one row, and consecutive threads
 * have consecutive rows of a slice, so that a warp loads a slice column at once.
 * Kernels are written as for the CPU. Threads past the end of a partial slice have
 * no row.
 */
#ifndef MEMWALL_ROWS_H
#define MEMWALL_ROWS_H
#include <rows_common.h>

/* C++ has no _Generic but overloading. */
#define FORMAT_IS(type, f)                     \
    DEVICE enum format FORMAT_OF(const type *) \
    {                                          \
        return f;                              \
    }
extern "C++" {
FORMAT_IS(type_f64, F64)
FORMAT_IS(type_f32, F32)
FORMAT_IS(type_f16, F16)
FORMAT_IS(type_bf16, BF16)
FORMAT_IS(type_i32, I32)
FORMAT_IS(type_i16, I16)
}

#define PACK_FUNCTION DEVICE

enum { VECTORS = 1 };
typedef struct {
    acc v[VECTORS];
} pack;

#define FOR_VECTORS(v) for (int v = 0; v < VECTORS; v++)

/* ---- Which rows ---- */

/* What a kernel is told about A: `count` slices from slice `first` on. The layout
 * itself is copied, because kernels cannot read the host's memory. */
struct rows {
    struct layout layout;
    int first, count, columns;
};

static inline struct rows rows_of(const struct matrix *A, int first, int last)
{
    const struct rows rows = {*A->layout, first, last - first, A->columns};
    return rows;
}

#define LAUNCH_ROWS(kernel, A, ...)                                           \
    do {                                                                      \
        const struct rows rows_ = A;                                          \
        LAUNCH(kernel, rows_.count *rows_.layout.height, rows_, __VA_ARGS__); \
    } while (0)

DEVICE struct pack_rows row_of_slice(const struct rows *A, int s, int slice_row,
                                     enum format values)
{
    struct pack_rows p = {};
    p.layout = &A->layout;
    p.slice = &A->layout.slice[s];
    p.slice_row = slice_row;
    p.columns = A->columns;
    p.values = values;
    /* All sectors of the description of the slice are requested at once. */
    PREFETCH(p.slice->width);
    PREFETCH(p.slice->index_start);
    if (slice_row < p.slice->rows) {
        p.count = 1;
        p.row = row_number(p.layout, p.slice, slice_row);
    }
    return p;
}

/* Row k of A, where each slice counts `height` rows. */
DEVICE struct pack_rows pack_at(const struct rows *A, int k, enum format values)
{
    return row_of_slice(A, A->first + k / SLICE_ROWS, k % SLICE_ROWS, values);
}

/* Coarse point k % height of slice k / height of those with coarse points. */
DEVICE struct pack_rows coarse_pack_at(const struct rows *A, int k,
                                       enum format values)
{
    const struct coarse_part *coarse = &A->layout.coarse;
    const int height = A->layout.height, s = k / height,
              c = coarse->start[s] + k % height, exists = c < coarse->start[s + 1];
    struct pack_rows p = row_of_slice(
        A, coarse->slice[s], exists ? coarse->slice_row[c] : height, values);
    p.coarse = c;
    return p;
}

/* Threads without a row skip the body. */
#define FOR_PACK(p, pack_at_k) if (struct pack_rows p = pack_at_k; p.count)
#define FOR_PACKS(p, A, values)                   \
    FOR_ALL(p##_k, (A).count * (A).layout.height) \
        FOR_PACK(p, pack_at(&(A), p##_k, values))
#define FOR_COARSE_PACKS(p, A, values)            \
    FOR_ALL(p##_k, (A).count * (A).layout.height) \
        FOR_PACK(p, coarse_pack_at(&(A), p##_k, values))
#define FOR_GROUPS(g, A) FOR_TEAMS(g, slice_groups(&(A).layout))
/* One group of slices, by the threads of a team; sum is the thread's own. */
#define FOR_GROUP_PACKS(sum, p, A, g, values)                      \
    FOR_THREADS_SUM(sum, p##_k, (g)*GROUP * (A).layout.height,     \
                    group_end(&(A).layout, g) * (A).layout.height) \
        FOR_PACK(p, pack_at(&(A), p##_k, values))

/* ---- Vectors x and y at this row ---- */

DEVICE pack pack_from(acc value)
{
    const pack one = {{value}};
    return one;
}

DEVICE pack zero_pack(void)
{
    return pack_from(0);
}

DEVICE pack load_as(struct pack_rows p, enum format f, const void *x)
{
    return pack_from(vector_number(f, x, p.row));
}

DEVICE void store_as(struct pack_rows p, enum format f, void *y, pack value)
{
    put_number(f, y, p.row, value.v[0]);
}

DEVICE double add_squares(struct pack_rows, pack value, double sum)
{
    return sum + (double)value.v[0] * (double)value.v[0];
}

DEVICE void store_coarse(struct pack_rows p, real *y, pack value)
{
    y[p.layout->coarse.point[p.coarse]] = narrow(value.v[0]);
}

/* ---- D, L, U, H ---- */

DEVICE pack diagonal(struct pack_rows p)
{
    const struct values *D = &p.layout->diag;
    const ptrdiff_t i =
        D->coding == PLAIN ? p.row : coded_diagonal(p.layout, p.slice, p.slice_row);
    return pack_from(value_number(D, D->coding, p.values, i));
}

DEVICE pack diagonal_product(struct pack_rows p, enum format f, const void *x)
{
    return p.layout->diag.count
               ? pack_from(diagonal(p).v[0] * vector_number(f, x, p.row))
               : zero_pack();
}

/* How many slice columns a thread requests before it uses the first of them. */
enum {
    EXPLICIT_BATCH = sizeof(acc) == 8 ? 6 : 8,
    IMPLICIT_BATCH = sizeof(acc) == 8 ? 8 : 16 /* smaller entries: more of them */
};

/* Where the entries of a batch are: a[start], SLICE_ROWS apart, and the vector x. */
struct batch {
    enum format values, f;
    const void *a;
    ptrdiff_t start;
    const void *x;
};

/* Column b of a batch of `columns`, or the last one: behind it, a thread loads the
 * last one again and does not add it. */
DEVICE int clamp_column(int b, int columns)
{
    return b < columns ? b : columns - 1;
}

/* sum + the slice columns of a batch, times x. The columns of x are first +
 * offset[b], or column[b * SLICE_ROWS]. */
DEVICE acc add_implicit_batch(struct batch B, const int *offset, int first,
                              int columns, acc sum)
{
    acc value[IMPLICIT_BATCH], number[IMPLICIT_BATCH];
    UNROLL(16)
    for (int b = 0; b < IMPLICIT_BATCH; b++) {
        const int c = clamp_column(b, columns);
        value[b] = matrix_number(B.values, B.a, B.start + c * SLICE_ROWS);
        number[b] = vector_number(B.f, B.x, first + offset[c]);
    }
    UNROLL(16)
    for (int b = 0; b < IMPLICIT_BATCH; b++)
        sum = b < columns ? sum + value[b] * number[b] : sum;
    return sum;
}

/* j[b] = column[b * SLICE_ROWS], for b < columns */
DEVICE void request_columns(const int *column, int columns, int j[EXPLICIT_BATCH])
{
    UNROLL(16)
    for (int b = 0; b < EXPLICIT_BATCH; b++)
        j[b] = LOAD_ONCE(column + clamp_column(b, columns) * SLICE_ROWS);
}

/* The same, with the columns of x in j[b]. Then j[b] are those of the next batch,
 * which are requested before this one is used: column[b * SLICE_ROWS] for `next`
 * columns. */
DEVICE acc add_explicit_batch(struct batch B, int columns, int j[EXPLICIT_BATCH],
                              const int *column, int next, acc sum)
{
    acc value[EXPLICIT_BATCH], number[EXPLICIT_BATCH];
    UNROLL(16)
    for (int b = 0; b < EXPLICIT_BATCH; b++) {
        value[b] = matrix_number(B.values, B.a,
                                 B.start + clamp_column(b, columns) * SLICE_ROWS);
        number[b] = vector_number(B.f, B.x, j[b]);
    }
    request_columns(column, next, j);
    UNROLL(16)
    for (int b = 0; b < EXPLICIT_BATCH; b++)
        sum = b < columns ? sum + value[b] * number[b] : sum;
    return sum;
}

/* sum + (one part of A) x for one row. In a whole slice, entries of a row are a
 * constant distance apart, so that their addresses need no registers. Coded values
 * are looked up one by one. */
DEVICE pack add_part(struct pack_rows p, enum part part, enum format f,
                     const void *x, pack sum)
{
    const struct slice *slice = p.slice;
    const struct values *a = &p.layout->val[part];
    if (slice->stride != SLICE_ROWS || a->coding != PLAIN)
        return pack_from(add_row_part(p, part, f, x, sum.v[0]));
    const int implicit = slice->implicit[part],
              others = slice->width[part] - implicit,
              first = slice->base + stepped(slice->step, p.slice_row);
    const int *offset = p.layout->offset + slice->offset_start[part],
              *col = p.layout->col[part] + slice->index_start[part] + p.slice_row;
    struct batch B = {p.values, f, a->number[p.values],
                      (ptrdiff_t)slice->value_start[part] + p.slice_row, x};
    acc s = sum.v[0];
    int k = 0;
    UNROLL(1)
    for (; k + IMPLICIT_BATCH <= implicit; k += IMPLICIT_BATCH) {
        s = add_implicit_batch(B, offset + k, first, IMPLICIT_BATCH, s);
        B.start += IMPLICIT_BATCH * SLICE_ROWS;
    }
    if (k < implicit) {
        s = add_implicit_batch(B, offset + k, first, implicit - k, s);
        B.start += (implicit - k) * SLICE_ROWS;
    }
    if (others == 0)
        return pack_from(s);
    int j[EXPLICIT_BATCH];
    request_columns(col, others, j);
    UNROLL(1)
    for (k = EXPLICIT_BATCH; k <= others; k += EXPLICIT_BATCH) {
        const int more = k < others; /* else column 0 is requested, and not used */
        s = add_explicit_batch(B, EXPLICIT_BATCH, j,
                               more ? col + k * SLICE_ROWS : col,
                               more ? others - k : 1, s);
        B.start += EXPLICIT_BATCH * SLICE_ROWS;
    }
    k -= EXPLICIT_BATCH;
    if (k < others)
        s = add_explicit_batch(B, others - k, j, col, 1, s);
    return pack_from(s);
}

/* The row of H that is this row, -1 if it is no boundary row. */
DEVICE int boundary_row(struct pack_rows p)
{
    for (int b = p.slice[0].boundary; b < p.slice[1].boundary; b++)
        if (p.layout->halo.slice_row[b] == p.slice_row)
            return b;
    return -1;
}

DEVICE pack add_halo_part(struct pack_rows p, enum format f, const void *x,
                          pack sum)
{
    const struct operands of = {UPPER, p.values, f};
    const int b = boundary_row(p);
    if (b >= 0)
        sum.v[0] = add_halo_row(&p.layout->halo, b, of, x, p.columns, sum.v[0]);
    return sum;
}

/* sum + H x, which is known. */
DEVICE pack add_halo_product(struct pack_rows p, pack sum)
{
    const int b = boundary_row(p);
    return b < 0 ? sum : pack_from(sum.v[0] + (acc)p.layout->halo.product[b]);
}
#endif
