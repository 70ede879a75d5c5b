/* tests/trees/nan/spmv.c - broken on purpose: after some calls y = A x holds a NaN. */
#include "kernels.h"
#include "real.h"

static void K(right_spmv)(const struct level *A, struct vector *X, struct vector *Y);
#define spmv right_spmv
#include "../../../ref/spmv.c"
#undef spmv

void K(spmv)(const struct level *A, struct vector *X, struct vector *Y)
{
    enum { CALLS = 10 };
    static int calls;
    K(right_spmv)(A, X, Y);
    if (++calls > CALLS)
        vector_set(Y, A->n / 2, NAN);
}
