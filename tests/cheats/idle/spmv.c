/* tests/cheats/idle/spmv.c - cheats: computes nothing after some calls. */
#include "kernels.h"
#include "real.h"

static void K(right_spmv)(const struct matrix *A, struct vector *x,
                          struct vector *y);
#define spmv right_spmv
#include "ref/spmv.c"
#undef spmv

void K(spmv)(const struct matrix *A, struct vector *x, struct vector *y)
{
    enum { TESTED = 150 };
    static int calls;
    if (calls++ < TESTED)
        K(right_spmv)(A, x, y);
}
