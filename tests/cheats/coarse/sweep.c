/* tests/cheats/coarse/sweep.c - cheats: coarse levels are not smoothed if they are
 * larger than those that are usually tested. */
#include "kernels.h"
#include "real.h"

static void K(right_zero_guess)(const struct matrix *A, const struct vector *r,
                                struct vector *z);
#define sweep_zero_guess right_zero_guess
#include "../../../ref/sweep.c"
#undef sweep_zero_guess

void K(sweep_zero_guess)(const struct matrix *A, const struct vector *r,
                         struct vector *z)
{
    enum { TESTED = 400 };
    if (A->depth == 0 || A->n < TESTED)
        K(right_zero_guess)(A, r, z);
    else
        vector_clear(z);
}
