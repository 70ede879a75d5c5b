/* tests/trees/timid/jacobi.c - broken on purpose: a Jacobi step goes half the way. */
#include "kernels.h"
#include "real.h"

static void K(right_jacobi)(const struct level *A, double omega, const struct vector *B,
                            struct vector *X, struct vector *Y);
#define jacobi right_jacobi
#include "../../../ref/jacobi.c"
#undef jacobi

void K(jacobi)(const struct level *A, double omega, const struct vector *B,
               struct vector *X, struct vector *Y)
{
    K(right_jacobi)(A, omega / 2, B, X, Y);
}
