/* tests/cheats/fewer/residual.c - cheats: all residual norms but the first are
 * reported as far too small, so that the solver stops early. */
#include "kernels.h"
#include "real.h"

static double K(right_norm)(const struct matrix *A, const struct vector *b,
                            struct vector *x, struct vector *r);
#define residual_norm right_norm
#include "../../../ref/residual.c"
#undef residual_norm

double K(residual_norm)(const struct matrix *A, const struct vector *b,
                        struct vector *x, struct vector *r)
{
    static int calls;
    return K(right_norm)(A, b, x, r) * (calls++ % 2 ? 1e-12 : 1);
}
