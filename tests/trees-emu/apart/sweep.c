/* tests/trees-emu/apart/sweep.c - broken on purpose: the lanes of a team that sweeps a small
 * level do not wait for each other between two colours. */
#include "words.h"
#undef team_barrier
#define team_barrier() ((void)0)
#include "../../../opt/sweep.c"
#undef team_barrier
#define team_barrier() lanes_meet("a barrier")
