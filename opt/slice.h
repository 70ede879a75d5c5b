/* opt/slice.h - the product of the rows of a slice with a vector.
 *
 *   add_part(A, s, LOWER, x, sum)   sum + L x
 *   off_diagonal(A, s, x)           (L + U + H) x
 *   product(A, s, x)                (D + L + U + H) x, without D if A is not square
 *
 * for the rows of slice s. A kernel computes one slice after the other:
 *
 *   KERNEL multiply(const struct layout *A, int first, int count, const real *x,
 *                   struct vector y)
 *   {
 *       FOR_ALL(k, count) {
 *           const struct slice *s = &A->slice[first + k];
 *           store_result(s, y, product(A, s, x));
 *       }
 *   }
 *
 * The sums of a slice are in registers while its slice columns are read, one after the
 * other (load_columns.h). Each row adds its entries in the same order in all kernels, and
 * the result does not depend on the number of threads. In i8 the sums of L, U, D and H are
 * sums of integers times x, which `scaled` multiplies by the scale of the row.
 */
#ifndef MEMWALL_SLICE_H
#define MEMWALL_SLICE_H
#include <layout.h>
#include <load_columns.h>
#include <slice_bytes.h>

/* The numbers of the rows times the scales of the rows, which only i8 has. */
SIMD rows scaled(const struct layout *A, const struct slice *s, rows a)
{
    if (F_STORE == I8)
        FOR_VECTORS(v)
            a.v[v] *=
                load_lanes(BF16, A->scale, (s - A->slice) * SLICE + v * LANES);
    return a;
}

/* sum + L x or sum + U x */
SIMD rows add_part(const struct layout *A, const struct slice *s, enum part part,
                   const real *x, rows sum)
{
    const rows product = scaled(A, s, part_product(A, s, part, x));
    FOR_VECTORS(v)
        sum.v[v] += product.v[v];
    return sum;
}

SIMD rows diagonal(const struct layout *A, const struct slice *s)
{
    rows d;
    FOR_VECTORS(v)
        d.v[v] = load_values(&A->diagonal, (s - A->slice) * SLICE + v * LANES);
    return scaled(A, s, d);
}

/* sum + H x, where multiply_halo has computed H x. */
SIMD rows add_halo(const struct layout *A, const struct slice *s, rows sum)
{
    if (s[0].halo == s[1].halo)
        return sum;
    rows Hx = {0};
    for (int h = s[0].halo; h < s[1].halo; h++)
        ((acc *)&Hx)[A->halo.row[h]] = (acc)A->halo.product[h];
    Hx = scaled(A, s, Hx);
    FOR_VECTORS(v)
        sum.v[v] += Hx.v[v];
    return sum;
}

SIMD rows off_diagonal(const struct layout *A, const struct slice *s, const real *x)
{
    const rows sum = add_part(A, s, LOWER, x, (rows){0});
    return add_halo(A, s, add_part(A, s, UPPER, x, sum));
}

SIMD rows product(const struct layout *A, const struct slice *s, const real *x)
{
    rows sum = off_diagonal(A, s, x);
    if (!A->square)
        return sum;
    const rows d = diagonal(A, s), xs = load_rows(s, x);
    FOR_VECTORS(v)
        sum.v[v] += d.v[v] * xs.v[v];
    return sum;
}

/* H x in units of the scales, after the halo exchange of x; `halo`: the halo entries
 * of x. */
KERNEL multiply_halo_rows(const struct halo_rows *H, const real *halo)
{
    FOR_ALL(h, H->rows) {
        acc sum = 0;
        for (int e = H->start[h]; e < H->start[h + 1]; e++)
            sum += load_value(&H->value, e) * wide(halo[H->column[e]]);
        H->product[h] = (double)sum;
    }
}

static inline void multiply_halo(const struct matrix *A, const struct vector *x)
{
    if (A->layout->halo.rows > 0)
        multiply_halo_rows(&A->layout->halo, reals(x) + A->columns);
}

/* The first arguments of a kernel: a layout, the first slice, the number of slices. */
#define INTERIOR(A) (A)->layout, 0, (A)->layout->interior
#define BOUNDARY(A) \
    (A)->layout, (A)->layout->interior, (A)->layout->slices - (A)->layout->interior
#endif
