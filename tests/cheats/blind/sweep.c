/* tests/cheats/blind/sweep.c - cheats: smooths coarse levels only where the result holds
 * NaN, as a judge would leave it there before a call that it checks. */
#include "kernels.h"
#include "real.h"
#include <math.h>

static void K(right_zero_guess)(const struct matrix *A, const struct vector *r,
                                struct vector *z);
#define sweep_zero_guess right_zero_guess
#include "../../../ref/sweep.c"
#undef sweep_zero_guess

void K(sweep_zero_guess)(const struct matrix *A, const struct vector *r,
                         struct vector *z)
{
    if (A->depth == 0 || isnan((double)wide(((const real *)z->data)[0])))
        K(right_zero_guess)(A, r, z);
}
