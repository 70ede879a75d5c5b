/* tests/trees-emu/waiting/sweep.c - broken on purpose: waits for what is being recorded. */
#include "graph.h"
#define graph_end() (stream_wait(COMPUTE), graph_end())
#include "../../../ref/sweep.c"
#undef graph_end
