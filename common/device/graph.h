/* common/device/graph.h - captures repeated sequences of kernel launches as graphs.
 *
 *     if (graph_begin(&G, &key)) {
 *         LAUNCH ... LAUNCH ...
 *         graph_end();
 *     }
 *
 * On a GPU each launch costs the host and the device some microseconds, which
 * matters for short kernels. A graph is launched as a whole (docs/14). The code
 * above executes the launches in every call, but in one of three ways:
 *
 *   first call with a key    The launches are executed one by one, because the
 *                            runtime may load the code of a kernel at its first
 *                            launch, and this cannot be captured. graph_begin
 *                            returns 1.
 *   second call              The launches are captured. graph_begin returns 1, and
 *                            graph_end launches the graph.
 *   later calls              graph_begin launches the graph and returns 0.
 *
 * On the CPU and with HIP before ROCm 6 graph_begin always returns 1, and nothing is
 * captured.
 *
 * Between the two calls only kernels and device_clear may be queued, on the stream
 * COMPUTE. All other operations of device.h end the program with a message. The
 * launches must be the same, with the same arguments, whenever the key is the same.
 * Graphs cannot be nested.
 */
#ifndef MEMWALL_GRAPH_H
#define MEMWALL_GRAPH_H

/* The graphs of one sequence of launches, one for each key; {0} is the empty set.
 * The owner calls graph_free. */
struct graphs {
    struct graph *first; /* linked list; the most recently used graph comes first */
};

/* The key of a graph: everything by which two calls of the sequence can differ,
 * namely the arrays that the kernels read and write, their length and their
 * format. */
struct graph_key {
    const void *matrix, *r, *z, *w; /* an array that is not used is NULL */
    int format, n;
};

/* Returns 1 if the caller must queue the launches and call graph_end, otherwise
 * 0. */
int graph_begin(struct graphs *G, const struct graph_key *key);
void graph_end(void);
void graph_free(struct graphs *G);

/* Counts since the start of the program: captured graphs, launches of graphs, and
 * the kernel launches that these launches of graphs replaced. All are 0 on the
 * CPU. */
struct graph_counts {
    long captured, launched, replaced;
};
struct graph_counts graph_counted(void);
#endif
