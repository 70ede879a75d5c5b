/* tests/trees/uncorrected/post_sweep.c - broken on purpose: the product that the first
 * sweep has left is used as if the coarse-grid correction had not changed z. */
#include <layout.h>
#include "kernels.h"
#include "real.h"

static void K(right_post_sweep)(const struct matrix *A, const struct vector *r,
                                struct vector *z, struct vector *w);
#define post_sweep right_post_sweep
#include "../../../opt/post_sweep.c"
#undef post_sweep

void K(post_sweep)(const struct matrix *A, const struct vector *r, struct vector *z,
                   struct vector *w)
{
    A->layout->half.corrected = 0;
    K(right_post_sweep)(A, r, z, w);
}
