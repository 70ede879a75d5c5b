/* tests/trees/early/sweep.c - broken on purpose: a product after a sweep multiplies
 * each row when the sweep updates it, with values of later rows that are still old;
 * w is then r. */
#include "kernels.h"
#include "real.h"

static void K(right_sweep_spmv)(const struct matrix *A, const struct vector *r,
                                struct vector *z, struct vector *w);
#define sweep_spmv right_sweep_spmv
#include "../../../ref/sweep.c"
#undef sweep_spmv

void K(sweep_spmv)(const struct matrix *A, const struct vector *r, struct vector *z,
                   struct vector *w)
{
    K(right_sweep_spmv)(A, r, z, w);
    vector_scale(1, r, w);
}
