/* tests/trees/judged/unfinished/sweep.c - wrong: the sweep of coarse levels is not written
 * yet. */
#define OMITTED (A->level > 0)
#include "tests/trees/cheats/coarse_levels.h"
