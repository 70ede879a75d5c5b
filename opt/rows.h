/* opt/rows.h - the product of the rows of a slice with a vector, on a CPU.
 *
 *   sum_r = sum_j a_rj x_j     over D, L, U or H, or several of them in turn
 *
 * A kernel over the rows of some slices states its formula once:
 *
 *   KERNEL multiply(struct rows A, const real *x, real *y)
 *   {
 *       FOR_PACKS(p, A, F_STORE) {             values of A in format F_STORE
 *           pack sum = times_diagonal(p, x);
 *           sum = add_lower(p, x, sum);
 *           store_pack(p, y, sum);
 *       }
 *   }
 *   LAUNCH_ROWS(multiply, rows_of(A, 0, A->layout->slices), x, y);
 *
 * A pack holds one number for each row of a slice (slice_columns.h). Partial slices
 * and rows in natural order, which do not fill whole SIMD vectors, are handled in
 * functions that are not inlined, so that the common loops stay short. Each row
 * adds its entries in the same order everywhere, so that the result does not depend
 * on the number of threads.
 *
 * Differs from ref: SIMD over the rows of a slice instead of a loop along one row;
 * half of the index traffic or none.
 */
#ifndef MEMWALL_ROWS_H
#define MEMWALL_ROWS_H
#include <slice_columns.h>

/* ---- Which rows ---- */

/* What a kernel is told about A: `count` slices from slice `first` on. */
struct rows {
    const struct layout *layout;
    int first, count, columns;
};

/* Slices first .. last-1. */
static inline struct rows rows_of(const struct matrix *A, int first, int last)
{
    return (struct rows){A->layout, first, last - first, A->columns};
}

/* A CPU visits the slices in the order in which they are stored. */
#define rows_by_region rows_of

#define LAUNCH_ROWS(kernel, A, ...) LAUNCH(kernel, 0, A, __VA_ARGS__)

/* Pack k of A; pack k of the slices that have coarse points. */
PACK_FUNCTION struct pack_rows pack_at(const struct rows *A, int k,
                                       enum format values)
{
    return pack_of(A->layout, A->layout->slice + A->first + k, A->columns, values);
}

PACK_FUNCTION struct pack_rows coarse_pack_at(const struct rows *A, int k,
                                              enum format values)
{
    const struct slice *slice = A->layout->slice + A->layout->coarse.slice[k];
    struct pack_rows p = pack_of(A->layout, slice, A->columns, values);
    p.coarse = k;
    return p;
}

/* The inner loop runs once, and not at all for an empty pack. */
#define FOR_PACK(p, pack_at_k) \
    for (struct pack_rows p = pack_at_k; p.count; p.count = 0)
#define FOR_PACKS(p, A, values) \
    FOR_ALL(p##_k, (A).count)   \
        FOR_PACK(p, pack_at(&(A), p##_k, values))
#define FOR_COARSE_PACKS(p, A, values) \
    FOR_ALL(p##_k, (A).count)          \
        FOR_PACK(p, coarse_pack_at(&(A), p##_k, values))
#define FOR_GROUPS(g, A) FOR_TEAMS(g, slice_groups((A).layout))
/* One group of slices; sum is added up over them. */
#define FOR_GROUP_PACKS(sum, p, A, g, values)                              \
    for (int p##_k = (g)*GROUP; p##_k < group_end((A).layout, g); p##_k++) \
        FOR_PACK(p, pack_at(&(A), p##_k, values))

/* ---- Vectors x and y at these rows ---- */

/* The numbers of a partial slice or of rows in natural order; 1 past the end of the
 * slice, so that a division by it is harmless. */
PACK_OUTLINE pack load_partial(const struct layout *layout,
                               const struct slice *slice, enum format f,
                               const void *x)
{
    pack value;
    for (int r = 0; r < SLICE; r++)
        ((acc *)&value)[r] =
            r < slice->rows ? vector_number(f, x, row_number(layout, slice, r)) : 1;
    return value;
}

PACK_OUTLINE void store_partial(const struct layout *layout,
                                const struct slice *slice, enum format f, void *y,
                                pack value)
{
    for (int r = 0; r < slice->rows; r++)
        put_number(f, y, row_number(layout, slice, r), ((acc *)&value)[r]);
}

PACK_FUNCTION pack load_as(struct pack_rows p, enum format f, const void *x)
{
    if (!p.whole)
        return load_partial(p.layout, p.slice, f, x);
    pack value;
    FOR_VECTORS(v)
        value.v[v] = load_lanes(f, x, p.row + v * LANES);
    return value;
}

PACK_FUNCTION void store_as(struct pack_rows p, enum format f, void *y, pack value)
{
    if (!p.whole) {
        store_partial(p.layout, p.slice, f, y, value);
        return;
    }
    FOR_VECTORS(v)
        store_lanes(f, y, p.row + v * LANES, value.v[v]);
}

/* sum + the sum of squares of the pack's numbers. */
PACK_FUNCTION double add_squares(struct pack_rows p, pack value, double sum)
{
    FOR_VECTORS(v) {
        vec x = value.v[v];
        for (int l = 0; !p.whole && l < LANES; l++)
            x[l] = v * LANES + l < p.count ? x[l] : 0;
        sum += eight_across(eight_squares(x));
    }
    return sum;
}

/* The number of each coarse point of the pack to y. */
PACK_FUNCTION void store_coarse(struct pack_rows p, real *y, pack value)
{
    const struct coarse_part *coarse = &p.layout->coarse;
    for (int c = coarse->start[p.coarse]; c < coarse->start[p.coarse + 1]; c++)
        y[coarse->point[c]] = narrow(((const acc *)&value)[coarse->slice_row[c]]);
}

/* ---- D ---- */

PACK_FUNCTION pack diagonal(struct pack_rows p)
{
    const struct values *D = &p.layout->diag;
    if (D->coding == PLAIN)
        return load_as(p, p.values, D->number[p.values]);
    return decode_slice(D, p.values, coded_diagonal(p.layout, p.slice, 0));
}

PACK_FUNCTION pack diagonal_product(struct pack_rows p, enum format f,
                                    const void *x)
{
    if (p.layout->diag.count == 0)
        return zero_pack();
    pack d = diagonal(p), xp = load_as(p, f, x);
    FOR_VECTORS(v)
        d.v[v] *= xp.v[v];
    return d;
}

/* sum + (L + U) x. In half storage half_product.h has computed this product. */
PACK_FUNCTION pack add_parts(struct pack_rows p, enum format f, const void *x,
                             pack sum)
{
    if (!p.layout->half.on)
        return add_stored_parts(p, f, x, sum);
    const pack product = load_as(p, F_ACC, p.layout->half.upper);
    FOR_VECTORS(v)
        sum.v[v] += product.v[v];
    return sum;
}

/* ---- H ---- */

/* The boundary rows of the slice. If x is NULL, H x is in H->product. */
PACK_OUTLINE pack add_boundary_rows(const struct halo_part *H,
                                    const struct slice *slice, struct operands of,
                                    const void *x, int columns, pack sum)
{
    for (int b = slice[0].boundary; b < slice[1].boundary; b++) {
        acc *row = (acc *)&sum + H->slice_row[b];
        *row = x ? add_halo_row(H, b, of, x, columns, *row)
                 : *row + (acc)H->product[b];
    }
    return sum;
}

PACK_FUNCTION pack add_halo_part(struct pack_rows p, enum format f, const void *x,
                                 pack sum)
{
    if (p.slice[0].boundary == p.slice[1].boundary)
        return sum;
    const struct operands of = {UPPER, p.values, f};
    return add_boundary_rows(&p.layout->halo, p.slice, of, x, p.columns, sum);
}

/* sum + H x, which is known. */
PACK_FUNCTION pack add_halo_product(struct pack_rows p, pack sum)
{
    return add_halo_part(p, F_REAL, NULL, sum);
}
#endif
