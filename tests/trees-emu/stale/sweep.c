/* tests/trees-emu/stale/sweep.c - broken on purpose: a sweep is recorded once for all r. */
#include "graph.h"
#define graph_begin(G, matrix, r, z) graph_begin(G, matrix, z, z)
#include "../../../ref/sweep.c"
#undef graph_begin
