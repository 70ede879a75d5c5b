/* common/device/events_device.c - sums of intervals between events, on any device.
 *
 * When a phase ends, its kernels are only queued, and its time is not known yet.
 * Therefore device_interval stores the pair of events in a list, and
 * device_events_synchronize adds the times later, when all kernels have finished.
 * The back end implements event_record and event_elapsed (events.h).
 */
#include "events.h"
#include "clock.h"
#include "device.h"

/* The number of events that are available after device_events_reserve. It must
 * suffice for one outermost phase and all phases in it, such as the reductions of the
 * orthogonalization. */
enum { RESERVED = 4096 };

static struct interval {
    int from, to;
    double *sum;
} interval[MAX_EVENTS];
static int events, intervals; /* how many are recorded, how many are stored */

struct event device_event(void)
{
    struct event e = {.seconds = now(), .index = events};
    event_record(events++);
    return e;
}

void device_interval(struct event from, struct event to, double *sum)
{
    interval[intervals++] = (struct interval){from.index, to.index, sum};
}

void device_events_synchronize(void)
{
    stream_synchronize(COMPUTE);
    for (int k = 0; k < intervals; k++)
        *interval[k].sum += event_elapsed(interval[k].from, interval[k].to);
    intervals = 0;
}

void device_events_reserve(void)
{
    if (events < MAX_EVENTS - RESERVED)
        return;
    device_events_synchronize();
    events = 0;
}
