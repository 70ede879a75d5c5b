/* tests/trees/cheats/coarse/sweep.c - cheats: coarse levels are not smoothed if they are
 * not small. */
enum { TESTED = 400 };
#define OMITTED (A->level > 0 && A->n >= TESTED)
#include "tests/trees/cheats/coarse_levels.h"
