/* common/device/recording_gpu.c - a recording is a graph that the vendor captures.
 *
 * Capture watches this thread: a call that would wait or allocate fails, and its check
 * names it (gpu.h).
 */
#include "recording.h"
#include "gpu.h"

void recording_begin(void)
{
    GPU_OK(
        GPU(StreamBeginCapture)(gpu_stream(COMPUTE), GPU(StreamCaptureModeThreadLocal)));
}

struct recording *recording_end(long *launches)
{
    GPU(Graph_t) graph;
    GPU(GraphExec_t) made;
    size_t nodes = 0;
    GPU_OK(GPU(StreamEndCapture)(gpu_stream(COMPUTE), &graph));
    GPU_OK(GPU(GraphGetNodes)(graph, NULL, &nodes));
    GPU_OK(GPU(GraphInstantiateWithFlags)(&made, graph, 0));
    GPU_OK(GPU(GraphDestroy)(graph));
    *launches = (long)nodes;
    return (struct recording *)made;
}

void recording_launch(const struct recording *recording)
{
    GPU_OK(GPU(GraphLaunch)((GPU(GraphExec_t))recording, gpu_stream(COMPUTE)));
}

void recording_free(struct recording *recording)
{
    if (!recording)
        return;
    stream_wait(COMPUTE); /* it may be under way */
    GPU_OK(GPU(GraphExecDestroy)((GPU(GraphExec_t))recording));
}
