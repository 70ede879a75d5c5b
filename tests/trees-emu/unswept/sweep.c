/* tests/trees-emu/unswept/sweep.c - broken on purpose: a sweep from zero starts from what z
 * holds, of the cycle before. */
#include "kernels.h"
#include "real.h"
#define sweep_zero right_sweep_zero
void K(sweep_zero)(const struct level *A, const struct vector *R, struct vector *Z);
#include "../../../opt/sweep.c"
#undef sweep_zero

void K(sweep_zero)(const struct level *A, const struct vector *R, struct vector *Z)
{
    K(sweep)(A, R, Z);
}
