/* tests/trees-emu/unswept/sweep.c - broken on purpose: a sweep with zero initial
 * guess starts from the values that z had before, and diverges. */
#include "kernels.h"
#include "real.h"
#define sweep_zero_guess right_sweep_zero_guess
void K(sweep_zero_guess)(const struct matrix *A, const struct vector *r,
                         struct vector *z);
#include "../../../opt/gpu/sweep.c"
#undef sweep_zero_guess

void K(sweep_zero_guess)(const struct matrix *A, const struct vector *r,
                         struct vector *z)
{
    K(sweep)(A, r, z);
}
