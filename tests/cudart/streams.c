/* tests/cudart/streams.c - streams and events, and the time at which their work ends
 * (stub.h). */
#include "stub.h"
#include <time.h>

struct CUevent_st {
    int timed, recorded, destroyed;
    double time;
};

static struct CUstream_st stream[MOST];
static struct CUevent_st event[MOST];
static int streams, events;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void occupy(cudaStream_t s, long kernels)
{
    static double seconds = -1;
    const double t = now();
    if (seconds < 0)
        seconds =
            getenv("CUDART_STUB_SECONDS") ? atof(getenv("CUDART_STUB_SECONDS")) : 0;
    s->busy = (s->busy > t ? s->busy : t) + seconds * (double)kernels;
}

/* A stream that exists. The default stream waits for all others: memwall must not
 * use it. */
cudaError_t check_stream(cudaStream_t s, const char *call)
{
    if (s < stream || s >= stream + streams)
        return mistake("%s: not a stream that was created", call);
    return cudaSuccess;
}

static cudaError_t check_event(cudaEvent_t e, int recorded, const char *call)
{
    if (e < event || e >= event + events || e->destroyed)
        return mistake("%s: not an event that was created", call);
    if (recorded && !e->recorded)
        return mistake("%s: the event was not recorded", call);
    return cudaSuccess;
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *s, unsigned flags,
                                         int priority)
{
    (void)priority;
    if (flags != cudaStreamNonBlocking)
        return mistake("cudaStreamCreateWithPriority: a stream that waits for the "
                       "default stream");
    *s = &stream[streams++];
    return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t s)
{
    TRY(check_stream(s, __func__));
    const double left = s->busy - now();
    const struct timespec t = {(time_t)left,
                               (long)(1e9 * (left - (double)(time_t)left))};
    if (left > 0)
        nanosleep(&t, NULL);
    return cudaSuccess;
}

cudaError_t cudaStreamWaitEvent(cudaStream_t s, cudaEvent_t e, unsigned flags)
{
    (void)flags;
    TRY(check_stream(s, __func__));
    TRY(check_event(e, 1, __func__));
    s->busy = s->busy > e->time ? s->busy : e->time;
    return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *e, unsigned flags)
{
    if (events == MOST)
        return mistake("more than %d events", MOST);
    *e = &event[events++];
    (*e)->timed = !(flags & cudaEventDisableTiming);
    return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t s)
{
    TRY(check_event(e, 0, __func__));
    TRY(check_stream(s, __func__));
    occupy(s, 0);
    e->recorded = 1;
    e->time = s->busy;
    return cudaSuccess;
}

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t a, cudaEvent_t b)
{
    TRY(check_event(a, 1, __func__));
    TRY(check_event(b, 1, __func__));
    if (!a->timed || !b->timed)
        return mistake("cudaEventElapsedTime: an event without time");
    if (b->time > now())
        return mistake("cudaEventElapsedTime: the event has not been reached");
    *milliseconds = (float)(1e3 * (b->time - a->time));
    return cudaSuccess;
}
