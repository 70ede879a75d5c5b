/* common/device/graph_device.c - the sets of graphs and their keys. */
#include "graph.h"
#include "capture.h"
#include "error.h"
#include "memory.h"

/* The largest number of graphs in a set. A further graph replaces the least
 * recently used one. On the finest level, GMRES applies the preconditioner to each
 * column of the basis, in up to two formats; with the restart length 30 these are 2
 * (30 + 1) = 62 keys. */
enum { MAX_GRAPHS = 64 };

struct graph {
    struct graph *next;
    struct graph_key key;
    struct captured *captured; /* NULL after the first call with this key */
    long launches;             /* number of kernel launches in the graph */
};

static struct graph *capturing; /* the graph that is being captured, or NULL */
static struct graph_counts counts;

static int keys_are_equal(const struct graph_key *a, const struct graph_key *b)
{
    return a->matrix == b->matrix && a->r == b->r && a->z == b->z && a->w == b->w &&
           a->format == b->format && a->n == b->n;
}

static void remove_graph(struct graph *g)
{
    captured_free(g->captured);
    mem_free(g);
}

/* Returns the graph with this key and makes it the first of the list, or returns
 * NULL. */
static struct graph *find(struct graphs *G, const struct graph_key *key)
{
    for (struct graph **link = &G->first; *link; link = &(*link)->next) {
        struct graph *g = *link;
        if (!keys_are_equal(&g->key, key))
            continue;
        *link = g->next;
        g->next = G->first;
        G->first = g;
        return g;
    }
    return NULL;
}

/* Adds a graph with this key as the first of the list. */
static void add(struct graphs *G, const struct graph_key *key)
{
    struct graph **link = &G->first, *g = NEW(struct graph, 1, "launch graph");
    for (int k = 0; *link; link = &(*link)->next)
        if (++k == MAX_GRAPHS) {
            remove_graph(*link); /* the last one of the list */
            *link = NULL;
            break;
        }
    *g = (struct graph){.next = G->first, .key = *key};
    G->first = g;
}

static void launch(const struct graph *g)
{
    if (g->launches == 0)
        return;
    captured_launch(g->captured);
    counts.launched++;
    counts.replaced += g->launches;
}

int graph_begin(struct graphs *G, const struct graph_key *key)
{
    if (!capture_is_fast())
        return 1;
    struct graph *g = find(G, key);
    if (!g) {
        add(G, key);
        return 1;
    }
    if (g->captured) {
        launch(g);
        return 0;
    }
    capturing = g;
    capture_begin();
    return 1;
}

void graph_end(void)
{
    struct graph *g = capturing;
    if (!g)
        return;
    capturing = NULL;
    g->captured = capture_end(&g->launches);
    counts.captured++;
    launch(g);
}

void graph_free(struct graphs *G)
{
    while (G->first) {
        struct graph *g = G->first;
        G->first = g->next;
        remove_graph(g);
    }
}

struct graph_counts graph_counted(void)
{
    return counts;
}

void capture_excludes(const char *what)
{
    if (capturing)
        die("%s during graph capture: a graph can contain only kernels on COMPUTE",
            what);
}
