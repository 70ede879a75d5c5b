/* common/device/capture_gpu.c - graph capture by CUDA or HIP.
 *
 * In this capture mode, a call of this thread that would wait or allocate memory
 * fails during the capture, and GPU_OK ends the program with a message that
 * contains the call.
 */
#include "capture.h"
#include "counts.h"
#include "gpu.h"

/* A pointer to struct captured is the runtime's handle of an executable graph. */

/* Before ROCm 6, HIP executes the nodes of a graph one by one, with a barrier after
 * each. */
int capture_is_fast(void)
{
#if defined(__HIPCC__)
    static int version;
    if (version == 0)
        GPU_OK(hipRuntimeGetVersion(&version));
    return version >= 60000000;
#else
    return 1;
#endif
}

void capture_begin(void)
{
    GPU_OK(GPU(StreamBeginCapture)(gpu_stream(COMPUTE),
                                   GPU(StreamCaptureModeThreadLocal)));
}

struct captured *capture_end(long *launches)
{
    GPU(Graph_t) graph;
    GPU(GraphExec_t) executable;
    size_t nodes = 0;
    GPU_OK(GPU(StreamEndCapture)(gpu_stream(COMPUTE), &graph));
    GPU_OK(GPU(GraphGetNodes)(graph, NULL, &nodes));
    GPU_OK(GPU(GraphInstantiateWithFlags)(&executable, graph, 0));
    GPU_OK(GPU(GraphDestroy)(graph));
    *launches = (long)nodes;
    return (struct captured *)executable;
}

void captured_launch(const struct captured *captured)
{
    device_counts.graphs++;
    GPU_OK(GPU(GraphLaunch)((GPU(GraphExec_t))captured, gpu_stream(COMPUTE)));
}

void captured_free(struct captured *captured)
{
    if (!captured)
        return;
    stream_synchronize(COMPUTE); /* the graph may still be running */
    GPU_OK(GPU(GraphExecDestroy)((GPU(GraphExec_t))captured));
}
