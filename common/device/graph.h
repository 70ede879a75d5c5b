/* common/device/graph.h - launches that come again and again, recorded once, launched as one.
 *
 *     if (graph_begin(&G, a, r, z)) {    they are wanted one by one: on the CPU always
 *         LAUNCH ... LAUNCH
 *         graph_end();
 *     }
 *
 * Between the two stand kernels and device_clear on COMPUTE, nothing for which the host
 * waits, and what these launches get is settled by the key: the matrix's values, r and z
 * with their formats, and what never changes while G lives.
 *
 *   with a key   for the first time    launches as they stand: a vendor may load a
 *                                      kernel's code when it is first launched, which
 *                                      cannot be recorded; what comes once is no loss
 *                for the second time   recorded, then launched as one
 *                from then on          launched as one; graph_begin returns 0
 *
 * The host then pays for one launch where it paid for each: docs/13 says when that is
 * worth it. --graphs=off (tuning.h) leaves all launches as they stand. Within a recording
 * graph_begin and graph_end do nothing: the inner launches become part of the outer ones.
 * Phases within have no times of their own (phase.h).
 */
#ifndef MEMWALL_GRAPH_H
#define MEMWALL_GRAPH_H
#include "vector.h"

/* Owned by whoever launches; { 0 } holds none. The keys used latest come first. */
struct graphs {
    struct graph *first;
};

int graph_begin(struct graphs *G, const void *matrix, const struct vector *r,
                const struct vector *z);
void graph_end(void);
void graph_free(struct graphs *G);

/* Whether there are any: not on the CPU, nor with --graphs=off. */
int graph_wanted(void);

/* So far: recordings made, launches of these, and the launches that they stood for. */
struct graph_counts {
    long recorded, launched, replaced;
};
struct graph_counts graph_counted(void);
#endif
