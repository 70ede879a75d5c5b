/* opt/gpu/slice.h - the product of a row of a slice with a vector: one row per thread.
 *
 *   off_diagonal(A, row, x)   (L + U + H) x      for one row
 *   product(A, row, x)        (D + L + U + H) x, without D if A is not square
 *
 * Thread t of a launch computes row t % SLICE of slice t / SLICE of those that the
 * launch names; threads behind the last row of a slice do nothing:
 *
 *   KERNEL multiply(struct slices A, const real *x, struct vector y)
 *   {
 *       FOR_ROWS(row, A)
 *           entry_store(y, row.i, (double)product(A, row, x));
 *   }
 *   LAUNCH_ROWS(multiply, interior(A), reals(x), *y);
 *
 * The 32 threads of a slice read SLICE consecutive values and distances of a slice
 * column with one instruction each.
 *
 * Differs from opt: a thread adds the entries of its row instead of SIMD vectors those
 * of a slice, and the row of H, so that H x needs neither a launch nor an array.
 */
#ifndef MEMWALL_SLICE_H
#define MEMWALL_SLICE_H
#include <layout.h>
#include <slice_bytes.h>
#include "entry.h"
#include "kernel_macros.h"
#include "kernels.h"

/* A matrix as an argument of a kernel: pointers to its arrays (layout.h), and the
 * slices to be computed: `count` from `first` on, then count_2 from first_2 on. */
struct slices {
    int first, count, first_2, count_2;
    int columns; /* the halo entries of x begin at x + columns */
    const struct slice *slice;
    const int *base, *index;
    const unsigned char *distance;
    const store *value, *diagonal, *halo_value;
    const type_bf16 *scale; /* of the rows, only in i8 */
    const int *halo_row, *halo_start, *halo_column;
};

static inline struct slices slices_of(const struct matrix *A, int first, int end)
{
    const struct layout *L = A->layout;
    struct slices S = {first,
                       end - first,
                       0,
                       0,
                       A->columns,
                       L->slice,
                       L->column.base,
                       L->column.index,
                       L->column.distance,
                       (const store *)L->value.number[F_STORE],
                       (const store *)L->diagonal.number[F_STORE],
                       (const store *)L->halo.value.number[F_STORE],
                       (const type_bf16 *)L->scale,
                       L->halo.row,
                       L->halo.start,
                       L->halo.column};
    return S;
}

static inline struct slices interior(const struct matrix *A)
{
    return slices_of(A, 0, A->layout->interior);
}

static inline struct slices boundary(const struct matrix *A)
{
    return slices_of(A, A->layout->interior, A->layout->slices);
}

/* Row r of slice s. It is row i of the matrix, if it exists. */
struct row {
    int s, r, i, exists;
};

DEVICE struct row row_of_slice(struct slices A, int s, int r)
{
    struct row row = {s, r, A.slice[s].row + r, r < A.slice[s].rows};
    return row;
}

/* The row of thread t. */
DEVICE struct row row_of_thread(struct slices A, int t)
{
    const int k = t / SLICE;
    return row_of_slice(A, k < A.count ? A.first + k : A.first_2 + k - A.count,
                        t % SLICE);
}

#define FOR_ROWS(row, A)                                \
    FOR_ALL(row##_t, ((A).count + (A).count_2) * SLICE) \
        if (const struct row row = row_of_thread(A, row##_t); row.exists)

#define LAUNCH_ROWS(kernel, A, ...)                                       \
    do {                                                                  \
        const struct slices A_ = A;                                       \
        LAUNCH(kernel, (A_.count + A_.count_2) * SLICE, A_, __VA_ARGS__); \
    } while (0)

/* Slice columns are added in batches, whose loads a thread issues before it uses the
 * first of them. In the code of nvcc for sm_90 it then waits for memory two to six times
 * in a batch, depending on the formats (docs/13); in a loop over single slice
 * columns, unrolled 8 times, four times in a whole batch and twice for each of the up to
 * 7 slice columns behind the last one. */
enum { BATCH = 8 };

/* sum + the products of the next slice columns, at most BATCH of the `left` ones. */
DEVICE acc add_batch(const store *value, const int column[BATCH], int left,
                     const real *x, acc sum)
{
    acc a[BATCH], xs[BATCH];
    UNROLL_ALL
    for (int c = 0; c < BATCH; c++)
        a[c] = c < left ? wide_s(value[c * SLICE]) : 0;
    UNROLL_ALL
    for (int c = 0; c < BATCH; c++)
        xs[c] = c < left ? wide(x[column[c]]) : 0;
    UNROLL_ALL
    for (int c = 0; c < BATCH; c++)
        sum = c < left ? sum + a[c] * xs[c] : sum;
    return sum;
}

/* The scale of a row, by which sums of its stored numbers are multiplied; 1 except in
 * i8. */
DEVICE acc scale_of_row(struct slices A, struct row row)
{
    return F_STORE == I8 ? (acc)widen_bf16(A.scale[row.s * SLICE + row.r]) : 1;
}

/* sum + L x or sum + U x */
DEVICE acc add_part(struct slices A, struct row row, enum part part, const real *x,
                    acc sum)
{
    acc product = 0;
    const struct slice_part p = A.slice[row.s].part[part];
    const int *base = A.base + p.first_narrow,
              *index = A.index + (ptrdiff_t)p.first_wide * SLICE + row.r;
    const unsigned char *distance =
        A.distance + (ptrdiff_t)p.first_narrow * SLICE + row.r;
    const store *value =
        A.value + (ptrdiff_t)(p.first_narrow + p.first_wide) * SLICE + row.r;
    int column[BATCH];
    for (int left = p.narrow; left > 0; left -= BATCH) {
        UNROLL_ALL
        for (int c = 0; c < BATCH; c++)
            column[c] = c < left ? base[c] + distance[c * SLICE] : 0;
        product = add_batch(value, column, left, x, product);
        base += BATCH;
        distance += BATCH * SLICE;
        value += BATCH * SLICE;
    }
    value = A.value +
            (ptrdiff_t)(p.first_narrow + p.narrow + p.first_wide) * SLICE + row.r;
    for (int left = p.wide; left > 0; left -= BATCH) {
        UNROLL_ALL
        for (int c = 0; c < BATCH; c++)
            column[c] = c < left ? index[c * SLICE] : 0;
        product = add_batch(value, column, left, x, product);
        index += BATCH * SLICE;
        value += BATCH * SLICE;
    }
    return sum + scale_of_row(A, row) * product;
}

/* sum + H x. The rows of H in a slice are ascending. Hence row r is not behind number r
 * of them, and is number r if all rows before it are in H. */
DEVICE acc add_halo(struct slices A, struct row row, const real *x, acc sum)
{
    const int first = A.slice[row.s].halo, end = A.slice[row.s + 1].halo;
    int h = first + row.r < end ? first + row.r : end - 1;
    while (h >= first && A.halo_row[h] > row.r)
        h--;
    if (h < first || A.halo_row[h] != row.r)
        return sum;
    acc Hx = 0;
    for (int e = A.halo_start[h]; e < A.halo_start[h + 1]; e++)
        Hx += wide_s(A.halo_value[e]) * wide(x[A.columns + A.halo_column[e]]);
    return sum + scale_of_row(A, row) * Hx;
}

DEVICE acc off_diagonal(struct slices A, struct row row, const real *x)
{
    const acc Lx = add_part(A, row, LOWER, x, 0);
    return add_halo(A, row, x, add_part(A, row, UPPER, x, Lx));
}

DEVICE acc diagonal(struct slices A, struct row row)
{
    return scale_of_row(A, row) * wide_s(A.diagonal[row.s * SLICE + row.r]);
}

DEVICE acc product(struct slices A, struct row row, const real *x)
{
    const acc sum = off_diagonal(A, row, x);
    return A.diagonal ? sum + diagonal(A, row) * wide(x[row.i]) : sum;
}

static inline real *reals(const struct vector *x)
{
    return (real *)x->data;
}
#endif
