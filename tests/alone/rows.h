/* tests/alone/rows.h - the sum of a row, and a forward sweep. */
#ifndef MEMWALL_ROWS_H
#define MEMWALL_ROWS_H
#include <layout.h>
#include "entry.h"
#include "kernels.h"
#include "real.h"

/* Returns sum_j a_ij x_j over the columns j != i, and stores a_ii at *diagonal, 0 if the row
 * has none. */
static inline double row_sum(const struct matrix *A, int i, const struct vector *x,
                             double *diagonal)
{
    const struct layout *L = A->layout;
    double sum = 0;
    *diagonal = 0;
    for (size_t e = L->ptr[i]; e < L->ptr[i + 1]; e++)
        if (L->col[e] == i)
            *diagonal = L->value[F_STORE][e];
        else
            sum += L->value[F_STORE][e] * entry_load(*x, L->col[e]);
    return sum;
}

/* (A x)_i */
static inline double row_product(const struct matrix *A, int i,
                                 const struct vector *x)
{
    double diagonal;
    const double sum = row_sum(A, i, x, &diagonal);
    return diagonal == 0 ? sum : sum + diagonal * entry_load(*x, i);
}

/* z_i = (r_i - sum_j a_ij z_j) / a_ii, j != i, for i = 0, 1, ... */
static inline void relax(const struct matrix *A, const struct vector *r,
                         struct vector *z)
{
    for (int i = 0; i < A->n; i++) {
        double diagonal;
        const double sum = row_sum(A, i, z, &diagonal);
        entry_store(*z, i, (entry_load(*r, i) - sum) / diagonal);
    }
}

/* The bytes of the matrix and of a vector x in the format REAL. */
static inline double product_bytes(const struct matrix *A)
{
    return (double)A->nonzeros * (sizeof(double) + sizeof(int)) +
           (double)A->n * sizeof(size_t) +
           (double)(A->columns + A->halo_n) * sizeof(real);
}
#endif
