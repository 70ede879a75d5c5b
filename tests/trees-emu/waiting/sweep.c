/* tests/trees-emu/waiting/sweep.c - broken on purpose: the host waits during graph
 * capture. */
#include "graph.h"
#define graph_end() (stream_synchronize(COMPUTE), graph_end())
#include "../../../opt/gpu/sweep.c"
#undef graph_end
