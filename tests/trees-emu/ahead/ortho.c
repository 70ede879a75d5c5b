/* tests/trees-emu/ahead/ortho.c - broken on purpose: lanes add up sums of warps that are
 * not complete yet. */
#include "words.h"
#undef team_barrier
#define team_barrier() ((void)0)
#include "../../../opt/ortho.c"
#undef team_barrier
#define team_barrier() lanes_meet("a barrier")
