/* tests/trees/planted/mislaid/residual.c - broken on purpose: right, but it computes the norm, too,
 * which is another function of the contract and has another phase. */
#include "kernels.h"
#include "real.h"

static void K(right_residual)(const struct matrix *A, const struct vector *b,
                              struct vector *x, struct vector *r);
#define residual right_residual
#include "ref/residual.c"
#undef residual

void K(residual)(const struct matrix *A, const struct vector *b, struct vector *x,
                 struct vector *r)
{
    K(right_residual)(A, b, x, r);
    vector_norm(A, r);
}
