/* tests/trees/judged/reordered/spmv.c - right: adds the entries of a row in the opposite
 * order. */
#include <exchange.h>
#include <rows.h>
#include "entry.h"
#include "phase.h"

KERNEL multiply_backward(struct rows A, const real *x, struct vector y)
{
    FOR_ALL(i, A.n) {
        acc sum = 0;
        for (size_t e = A.ptr[i + 1]; e > A.ptr[i]; e--)
            sum += wide_s(A.a[e - 1]) * wide(x[A.col[e - 1]]);
        entry_store(y, i, (double)from_units(A, i, sum));
    }
}

void K(spmv)(const struct matrix *A, struct vector *x, struct vector *y)
{
    phase_begin(PHASE_SPMV, A->level);
    exchange(A, x);
    LAUNCH(multiply_backward, A->n, rows_of(A), reals(x), *y);
    phase_end(product_bytes(A) + (double)format_bytes(y->format) * A->n);
}
