/* tests/trees-emu/apart/sweep.c - broken on purpose: the threads of the team that
 * sweeps a small level do not wait for each other between two colors. */
#include "kernel_macros.h"
#pragma push_macro("team_barrier")
#undef team_barrier
#define team_barrier() ((void)0)
#include "../../../opt/gpu/sweep.c"
#pragma pop_macro("team_barrier")
