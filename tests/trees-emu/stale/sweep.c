/* tests/trees-emu/stale/sweep.c - broken on purpose: the key of a graph does not
 * contain r, so that a sweep for one r is launched again for another r. */
#include "graph.h"

static int begin_for_any_r(struct graphs *G, const struct graph_key *key)
{
    struct graph_key without_r = *key;
    without_r.r = 0;
    return graph_begin(G, &without_r);
}
#define graph_begin begin_for_any_r
#include "../../../opt/gpu/sweep.c"
#undef graph_begin
