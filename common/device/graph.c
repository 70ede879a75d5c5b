/* common/device/graph.c - graph.h for the CPU, which has no graphs. */
#include "graph.h"

int graph_begin(struct graphs *G, const struct graph_key *key)
{
    (void)G, (void)key;
    return 1;
}

void graph_end(void)
{
}

void graph_free(struct graphs *G)
{
    (void)G;
}

struct graph_counts graph_counted(void)
{
    return (struct graph_counts){0};
}
