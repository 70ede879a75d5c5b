/* tests/trees/planted/tired/update.c - broken on purpose: right during the validation, but
 * after some calls a norm is a thousandth of the true one. */
#include "kernels.h"
#include "real.h"

static double K(right_norm)(const struct matrix *A, const struct vector *x);
#define vector_norm right_norm
#include "ref/update.c"
#undef vector_norm

double K(vector_norm)(const struct matrix *A, const struct vector *x)
{
    enum { CALLS = 14 };
    static int calls;
    return K(right_norm)(A, x) * (++calls > CALLS ? 1e-3 : 1);
}
