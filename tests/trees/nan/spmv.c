/* tests/trees/nan/spmv.c - broken on purpose: after some calls y = A x contains a
 * NaN. */
#include "kernels.h"
#include "real.h"

static void K(right_spmv)(const struct matrix *A, struct vector *x,
                          struct vector *y);
#define spmv right_spmv
#include "../../../ref/spmv.c"
#undef spmv

void K(spmv)(const struct matrix *A, struct vector *x, struct vector *y)
{
    enum { CALLS = 10 };
    static int calls;
    K(right_spmv)(A, x, y);
    if (++calls > CALLS)
        vector_set(y, A->n / 2, NAN);
}
