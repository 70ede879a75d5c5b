/* tests/trees/early/sweep.c - broken on purpose: a product after a sweep multiplies
 * each row when the sweep updates it, with values of later rows that are still old;
 * w is then r. */
#include <vcycle.h>

static void K(right_sweep)(const struct matrix *A, const struct vector *r,
                           struct vector *z, struct vector *w);
#define sweep right_sweep
#include "../../../ref/sweep.c"
#undef sweep

void K(sweep)(const struct matrix *A, const struct vector *r, struct vector *z,
              struct vector *w)
{
    K(right_sweep)(A, r, z, w);
    if (w)
        vector_scale(1, r, w);
}
