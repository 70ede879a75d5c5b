/* tests/trees/timid/jacobi.c - broken on purpose: a Jacobi step is half as long. */
#include "kernels.h"
#include "real.h"

static void K(right_jacobi)(const struct matrix *A, double omega,
                            const struct vector *b, struct vector *x,
                            struct vector *y);
#define jacobi right_jacobi
#include "../../../ref/jacobi.c"
#undef jacobi

void K(jacobi)(const struct matrix *A, double omega, const struct vector *b,
               struct vector *x, struct vector *y)
{
    K(right_jacobi)(A, omega / 2, b, x, y);
}
