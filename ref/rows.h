/* ref/rows.h - the row product sum_j a_ij x_j of a CSR matrix, and its cost.
 *
 * Every kernel of ref that reads a matrix is a formula with one of two functions:
 *
 *   row_dot(A, i, x)           sum_j a_ij x_j
 *   row_residual(A, i, b, x)   b_i - sum_j a_ij x_j
 *
 * Both add one entry of the row after the other, in the order in which they are
 * stored; row_residual starts from b_i and subtracts. The type of the sum is acc
 * (real.h).
 *
 * cost: 2 flops per entry; the value and the column of each entry, ptr for each row
 */
#ifndef MEMWALL_ROWS_H
#define MEMWALL_ROWS_H
#include <layout.h>
#include "kernel_macros.h"
#include "kernels.h"
#include "real.h"
#include <stddef.h>

/* A matrix as an argument of a kernel: pointers to its arrays (layout.h). The
 * values are stored in one of the two formats of the pair (real.h), or in both. */
struct rows {
    int n;
    const size_t *ptr;
    const int *col;
    const store *a;        /* values in the second format: for most kernels */
    const real *a_real;    /* values in the first format: restrict.c, correct.c */
    const store *diagonal; /* a_ii in the second format */
};

static inline struct rows rows_of(const struct matrix *A)
{
    const struct layout *L = A->layout;
    struct rows rows = {A->n,
                        L->ptr,
                        L->col,
                        (const store *)L->value[F_STORE],
                        (const real *)L->value[F_REAL],
                        (const store *)L->diagonal[F_STORE]};
    return rows;
}

/* The body of each function below: the sum over row i of A, with values A.a and a
 * vector x in any two formats, which wide_a and wide_x convert to acc. */
#define ROW_SUM(start, plus, wide_a, a, wide_x)        \
    acc sum = start;                                   \
    for (size_t e = A.ptr[i]; e < A.ptr[i + 1]; e++)   \
        sum plus wide_a(A.a[e]) * wide_x(x[A.col[e]]); \
    return sum

DEVICE acc row_dot(struct rows A, int i, const real *x)
{
    ROW_SUM(0, +=, wide_s, a, wide);
}

DEVICE acc row_residual(struct rows A, int i, const real *b, const real *x)
{
    ROW_SUM(wide(b[i]), -=, wide_s, a, wide);
}

/* row_dot_V_S is row_dot for a matrix in format V and a vector in format S. */
DEVICE acc row_dot_store_store(struct rows A, int i, const store *x)
{
    ROW_SUM(0, +=, wide_s, a, wide_s);
}

DEVICE acc row_dot_real_real(struct rows A, int i, const real *x)
{
    ROW_SUM(0, +=, wide, a_real, wide);
}

DEVICE acc row_dot_real_store(struct rows A, int i, const store *x)
{
    ROW_SUM(0, +=, wide, a_real, wide_s);
}

/* The flops of the row products of all rows. */
static inline double product_flops(const struct matrix *A)
{
    return 2 * (double)A->nonzeros;
}

/* The bytes that they read: the matrix, with values of a_size bytes, and x with its
 * halo entries, of x_size bytes each. */
static inline double product_bytes(const struct matrix *A, double a_size,
                                   double x_size)
{
    const double nonzeros = (double)A->nonzeros, n = A->n;
    return nonzeros * (a_size + sizeof(int)) + n * sizeof(size_t) +
           (A->columns + A->halo_n) * x_size;
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
