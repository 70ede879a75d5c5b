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
#include <slice_columns.h>

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
#define add_parts     add_stored_parts

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
    const int *order; /* the numbers of the slices; NULL: as they are stored */
};

static inline struct rows rows_of(const struct matrix *A, int first, int last)
{
    const struct rows rows = {*A->layout, first, last - first, A->columns, NULL};
    return rows;
}

/* The same for products, in which the order of the rows is arbitrary. */
static inline struct rows rows_by_region(const struct matrix *A, int first,
                                         int last)
{
    struct rows rows = rows_of(A, first, last);
    rows.order = A->layout->by_region;
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
    const int s = A->first + k / SLICE_ROWS;
    return row_of_slice(A, A->order ? A->order[s] : s, k % SLICE_ROWS, values);
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

/* sum + (one part of A) x for this row */
DEVICE pack add_part(struct pack_rows p, enum part part, enum format f,
                     const void *x, pack sum)
{
    return pack_from(add_row(p, part, f, x, sum.v[0]));
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
