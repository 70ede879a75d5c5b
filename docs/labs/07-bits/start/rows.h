/* docs/labs/07-bits/start/rows.h - ref/rows.h with a scale for each entry of a matrix in 8 bits.
 *
 * The stored entries are then integers k_ij, and a_ij = s_ij k_ij with a power of two s_ij
 * (row_scale.h), whose exponent is stored for each entry. For all other formats s_ij = 1.
 *
 * cost: 2 flops per entry (in i8 also one for the scale, which is not counted); the value
 *       and the column of each entry, in i8 also the exponent of s_ij; ptr for each row
 */
#ifndef MEMWALL_ROWS_H
#define MEMWALL_ROWS_H
#include <layout.h>
#include "kernel_macros.h"
#include "kernels.h"
#include "real.h"
#include <stddef.h>

/* A matrix as an argument of a kernel: pointers to its arrays (layout.h). */
struct rows {
    int n;
    const size_t *ptr;
    const int *col;
    const store *a, *diagonal; /* the values a_ij, and a_ii, in units of s_ij */
    const type_i8 *exponent;   /* [nonzeros] of s_ij, only in i8 */
};

static inline struct rows rows_of(const struct matrix *A)
{
    const struct layout *L = A->layout;
    struct rows rows = {A->n,
                        L->ptr,
                        L->col,
                        (const store *)L->value.number[F_STORE],
                        (const store *)L->diagonal.number[F_STORE],
                        L->exponent};
    return rows;
}

/* a_ij, the entry at position e */
DEVICE acc entry(struct rows A, size_t e)
{
    const acc k = wide_s(A.a[e]);
    return F_STORE == I8 ? (acc)power_of_two(A.exponent[e]) * k : k;
}

DEVICE acc row_dot(struct rows A, int i, const real *x)
{
    acc sum = 0;
    for (size_t e = A.ptr[i]; e < A.ptr[i + 1]; e++)
        sum += entry(A, e) * wide(x[A.col[e]]);
    return sum;
}

DEVICE acc row_residual(struct rows A, int i, const real *b, const real *x)
{
    acc sum = wide(b[i]);
    for (size_t e = A.ptr[i]; e < A.ptr[i + 1]; e++)
        sum -= entry(A, e) * wide(x[A.col[e]]);
    return sum;
}

/* a_ii. All entries of a row have the same scale. */
DEVICE acc diagonal(struct rows A, int i)
{
    const acc k = wide_s(A.diagonal[i]);
    return F_STORE == I8 ? (acc)power_of_two(A.exponent[A.ptr[i]]) * k : k;
}

/* The bytes that the row products of all rows read: the matrix, and x with its halo
 * entries. */
static inline double product_bytes(const struct matrix *A)
{
    const double nonzeros = (double)A->nonzeros, n = A->n;
    const size_t scale = F_STORE == I8 ? sizeof(type_i8) : 0;
    return nonzeros * (double)(sizeof(store) + scale + sizeof(int)) +
           n * sizeof(size_t) + (A->columns + A->halo_n) * (double)sizeof(real);
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
