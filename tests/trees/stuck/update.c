/* tests/trees/stuck/update.c - broken on purpose: x += alpha z leaves x unchanged, so
 * that the solver stagnates. */
#include "kernels.h"
#include "real.h"

static void K(right_axpy)(double alpha, const struct vector *z, struct vector *x);
#define vector_axpy right_axpy
#include "../../../ref/update.c"
#undef vector_axpy

void K(vector_axpy)(double alpha, const struct vector *z, struct vector *x)
{
    K(right_axpy)(0 * alpha, z, x);
}
