/* tests/trees/tired/residual.c - broken on purpose: right during the validation, but
 * after some calls the residual norm is a thousandth of the true one. */
#include "kernels.h"
#include "real.h"

static double K(right_norm)(const struct matrix *A, const struct vector *b,
                            struct vector *x, struct vector *r);
#define residual_norm right_norm
#include "ref/residual.c"
#undef residual_norm

double K(residual_norm)(const struct matrix *A, const struct vector *b,
                        struct vector *x, struct vector *r)
{
    enum { CALLS = 14 };
    static int calls;
    return K(right_norm)(A, b, x, r) * (++calls > CALLS ? 1e-3 : 1);
}
