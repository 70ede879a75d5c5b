/* tests/trees/reused/sweep.c - broken on purpose: every sweep uses the product U z that
 * an earlier sweep has left for the same array, also if z has changed since. */
#include <half_sweep.h>

static void K(right_sweep)(const struct matrix *A, const struct vector *r,
                           struct vector *z);
#define sweep right_sweep
#include "../../../opt/sweep.c"
#undef sweep

void K(sweep)(const struct matrix *A, const struct vector *r, struct vector *z)
{
    A->layout->half.kept = 1;
    A->layout->half.z = z->data;
    K(right_sweep)(A, r, z);
}
