/* tests/trees/rough/sketch.c - broken on purpose: a sixteenth of the numbers of a sketch is
 * used, in place of all. */
#include "kernels.h"
#include "real.h"

static void K(right_basis_sketch)(const struct basis *Q, int j, const struct sketch *S,
                                  const struct vector *w, double *s);
#define basis_sketch right_basis_sketch
#include "../../../ref/sketch.c"
#undef basis_sketch

void K(basis_sketch)(const struct basis *Q, int j, const struct sketch *S,
                     const struct vector *w, double *s)
{
    K(right_basis_sketch)(Q, j, S, w, s);
    for (int l = 0; l < 2 * S->m; l++)
        s[l] = l % S->m < S->m / 16 ? 4 * s[l] : 0;
}
