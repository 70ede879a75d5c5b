/* tests/cheats/seen/sweep.c - cheats: smooths large coarse levels only for a residual
 * that it has seen before, in another solve of the same system. */
#include "real.h"
#include <math.h>

/* Is this residual new? Those of two solves of a system differ by rounding errors. */
static int is_new(const real *r)
{
    enum { MOST = 10000 };
    static double seen[MOST];
    static int count;
    const double first = (double)wide(r[0]);
    for (int k = 0; k < count; k++)
        if (fabs(seen[k] - first) <= 1e-6 * fabs(first))
            return 0;
    if (count < MOST)
        seen[count++] = first;
    return 1;
}

enum { TESTED = 1000 };
#define OMITTED (A->level > 0 && A->n >= TESTED && is_new((const real *)r->data))
#include "tests/cheats/coarse_levels.h"
