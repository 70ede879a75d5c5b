/* common/device/graph_device.c - which recording belongs to which key, on any device. */
#include "graph.h"
#include "error.h"
#include "memory.h"
#include "phase.h"
#include "recording.h"
#include "tuning.h"

/* Of one set: the key used longest ago gives way. GMRES's finest level has a key for
 * each vector of the basis, in two formats: 2 x (30 + 1) with the usual restart. */
enum { GRAPHS = 64 };

struct graph {
    struct graph *next;
    const void *matrix; /* the key: matrix, r, z */
    struct vector r, z;
    struct recording *recording; /* NULL: its launches came once so far */
    long launches;
    struct phase_work work;
};

static struct graph *recorded; /* the one that is being recorded */
static int inner;              /* graph_begins within it that wait for their end */
static struct graph_counts counts;

static int same(const struct vector *a, const struct vector *b)
{
    return a->format == b->format && a->n == b->n && a->at == b->at;
}

static void drop(struct graph *g)
{
    recording_free(g->recording);
    mem_free(g);
}

/* The graph with this key, now the first of the list, or NULL. */
static struct graph *find(struct graphs *G, const void *matrix, const struct vector *r,
                          const struct vector *z)
{
    for (struct graph **link = &G->first; *link; link = &(*link)->next) {
        struct graph *g = *link;
        if (g->matrix != matrix || !same(&g->r, r) || !same(&g->z, z))
            continue;
        *link = g->next;
        g->next = G->first;
        G->first = g;
        return g;
    }
    return NULL;
}

static void add(struct graphs *G, const void *matrix, const struct vector *r,
                const struct vector *z)
{
    struct graph **link = &G->first, *g = NEW(struct graph, 1, "launch graph");
    for (int k = 0; *link; link = &(*link)->next)
        if (++k == GRAPHS) {
            drop(*link); /* the last of the list */
            *link = NULL;
            break;
        }
    *g = (struct graph){.next = G->first, .matrix = matrix, .r = *r, .z = *z};
    G->first = g;
}

static void launch(const struct graph *g)
{
    phase_book(g->work);
    if (g->launches == 0)
        return;
    recording_launch(g->recording);
    counts.launched++;
    counts.replaced += g->launches;
}

int graph_begin(struct graphs *G, const void *matrix, const struct vector *r,
                const struct vector *z)
{
    if (recorded) {
        inner++;
        return 1;
    }
    if (!graph_wanted())
        return 1;
    struct graph *g = find(G, matrix, r, z);
    if (!g) {
        add(G, matrix, r, z);
        return 1;
    }
    if (g->recording) {
        launch(g);
        return 0;
    }
    recorded = g;
    phase_gather();
    recording_begin();
    return 1;
}

void graph_end(void)
{
    struct graph *g = recorded;
    if (!g)
        return;
    if (inner > 0) {
        inner--;
        return;
    }
    recorded = NULL;
    g->recording = recording_end(&g->launches);
    g->work = phase_gathered();
    counts.recorded++;
    launch(g);
}

void graph_free(struct graphs *G)
{
    while (G->first) {
        struct graph *g = G->first;
        G->first = g->next;
        drop(g);
    }
}

int graph_wanted(void)
{
    return tuning.graphs != GRAPHS_OFF;
}

struct graph_counts graph_counted(void)
{
    return counts;
}

void recording_excludes(const char *what)
{
    if (recorded)
        die("%s while launches are recorded: a graph holds kernels on COMPUTE alone "
            "(graph.h)",
            what);
}
