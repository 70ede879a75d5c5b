/* tests/trees/judged/reread/spmv.c - right, but the kernel reads the matrix twice: the first
 * pass computes a product that the second one overwrites. */
#include <rows.h>
#include "entry.h"

KERNEL multiply_twice(struct rows A, const real *x, struct vector y)
{
    for (int times = 0; times < 2; times++)
        for (int i = 0; i < A.n; i++)
            entry_store(y, i, (double)row_dot(A, i, x));
}

#include <exchange.h>
#include "phase.h"

void K(spmv)(const struct matrix *A, struct vector *x, struct vector *y)
{
    phase_begin(PHASE_SPMV, A->level);
    exchange(A, x);
    multiply_twice(rows_of(A), reals(x), *y);
    phase_end(product_bytes(A) + (double)format_bytes(y->format) * A->n);
}
