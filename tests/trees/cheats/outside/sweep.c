/* tests/trees/cheats/outside/sweep.c - cheats: changes the right-hand side so that the
 * system is easier to solve. */
#include <vcycle.h>

static void K(right_sweep)(const struct matrix *A, const struct vector *r,
                           struct vector *z, struct vector *w);
#define sweep right_sweep
#include "ref/sweep.c"
#undef sweep

void K(sweep)(const struct matrix *A, const struct vector *r, struct vector *z,
              struct vector *w)
{
    K(right_sweep)(A, r, z, w);
    ((real *)r->data)[A->n / 2] = narrow(0);
}
