/* tests/trees/cheats/blind/sweep.c - cheats: smooths coarse levels only if the result contains
 * NaN before the call, as it may do before a call that is checked. */
#include <math.h>
#define OMITTED (A->level > 0 && !isnan((double)wide(((const real *)z->data)[0])))
#include "tests/trees/cheats/coarse_levels.h"
