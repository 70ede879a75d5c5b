/* tests/cudart/graphs.c - capture and launch of graphs (stub.h). */
#include "stub.h"

struct CUgraph_st *capture;
cudaStream_t captured;

cudaError_t cudaStreamBeginCapture(cudaStream_t s, enum cudaStreamCaptureMode mode)
{
    (void)mode;
    TRY(check_stream(s, __func__));
    TRY(forbid_in_capture(__func__));
    capture = calloc(1, sizeof *capture);
    captured = s;
    return capture ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t cudaStreamEndCapture(cudaStream_t s, cudaGraph_t *graph)
{
    if (!capture || s != captured)
        return mistake("cudaStreamEndCapture: this stream is not captured");
    *graph = capture;
    capture = NULL;
    return cudaSuccess;
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *n)
{
    (void)nodes;
    *n = (size_t)graph->nodes;
    return cudaSuccess;
}

/* An executable graph is a copy. It is kept after it was destroyed, to know it. */
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *executable,
                                          cudaGraph_t graph,
                                          unsigned long long flags)
{
    (void)flags;
    const size_t bytes = offsetof(struct CUgraph_st, node) +
                         (size_t)graph->nodes * sizeof(struct launch);
    struct CUgraph_st *copy = malloc(bytes);
    if (!copy)
        return cudaErrorMemoryAllocation;
    memcpy(copy, graph, bytes);
    *executable = (cudaGraphExec_t)copy;
    return cudaSuccess;
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph)
{
    free(graph);
    return cudaSuccess;
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t s)
{
    const struct CUgraph_st *g = (const struct CUgraph_st *)executable;
    TRY(check_stream(s, __func__));
    TRY(forbid_in_capture(__func__));
    if (g->destroyed || g->nodes == 0)
        return mistake("cudaGraphLaunch: a graph that %s",
                       g->destroyed ? "was destroyed" : "is empty");
    for (int k = 0; k < g->nodes; k++)
        TRY(check_pointers(&g->node[k]));
    count.graphs++;
    count.nodes += g->nodes;
    occupy(s, g->nodes);
    return cudaSuccess;
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable)
{
    struct CUgraph_st *g = (struct CUgraph_st *)executable;
    if (g->destroyed)
        return mistake("cudaGraphExecDestroy: the graph was destroyed");
    g->destroyed = 1;
    return cudaSuccess;
}
