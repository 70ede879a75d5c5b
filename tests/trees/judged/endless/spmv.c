/* tests/trees/judged/endless/spmv.c - wrong: a loop does not end if the matrix has an empty row. */
#include <rows.h>
#include "kernels.h"
#include "real.h"

static void K(right_spmv)(const struct matrix *A, struct vector *x,
                          struct vector *y);
#define spmv right_spmv
#include "ref/spmv.c"
#undef spmv

void K(spmv)(const struct matrix *A, struct vector *x, struct vector *y)
{
    const struct rows rows = rows_of(A);
    for (int i = 0; i < A->n; i++)
        for (volatile size_t e = rows.ptr[i + 1] - 1; e != rows.ptr[i]; e--)
            ;
    K(right_spmv)(A, x, y);
}
