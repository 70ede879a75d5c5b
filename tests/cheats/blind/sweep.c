/* tests/cheats/blind/sweep.c - cheats: smooths coarse levels only where the result holds
 * NaN, as a judge would leave it there before a call that it checks. */
#include <math.h>
#define OMITTED (A->depth > 0 && !isnan((double)wide(((const real *)z->data)[0])))
#include "tests/cheats/coarse_levels.h"
