/* tests/trees/cheats/ones/update.c - cheats: the solution of the benchmark is known to be
 * all ones, and the update of the solution writes it. */
#include "kernels.h"
#include "real.h"

static void K(right_axpy)(double alpha, const struct vector *z, struct vector *x);
#define vector_axpy right_axpy
#include "ref/update.c"
#undef vector_axpy

void K(vector_axpy)(double alpha, const struct vector *z, struct vector *x)
{
    (void)alpha, (void)z;
    (void)K(right_axpy);
    real *solution = (real *)x->data;
    for (int i = 0; i < x->n; i++)
        solution[i] = narrow(1);
}
