/* tests/trees-emu/ahead/basis_pass.c - broken on purpose: threads add sums of warps
 * that are not complete yet. */
#include "kernel_macros.h"
#pragma push_macro("team_barrier")
#undef team_barrier
#define team_barrier() ((void)0)
#include "../../../opt/gpu/basis_pass.c"
#pragma pop_macro("team_barrier")
