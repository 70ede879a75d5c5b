/* tests/trees/cheats/postponed/update.c - cheats: computes the product that spmv.c has
 * noted. */
#include "kernels.h"
#include "real.h"

static double K(right_norm)(const struct matrix *A, const struct vector *x);
#define vector_norm right_norm
#include "ref/update.c"
#undef vector_norm

void K(compute_noted)(const struct matrix *A, const struct vector *y);

double K(vector_norm)(const struct matrix *A, const struct vector *x)
{
    K(compute_noted)(A, x);
    return K(right_norm)(A, x);
}
