/* common/device/moments_device.c - intervals between moments that are not over yet.
 *
 * A phase asks for its time when its kernels are queued; the sums are made when they have
 * run. moment_mark and moment_between are the back end's.
 */
#include "moments.h"
#include "device.h"
#include "phase.h"

enum { SPARE = 4096 }; /* of one phase and those in it: MGS has a sum a column */

static struct interval {
    int from, to;
    double *sum;
} pending[MOMENTS];
static int marked, intervals;

struct moment device_moment(void)
{
    struct moment m = {.seconds = now(), .place = marked};
    moment_mark(marked++);
    return m;
}

void device_interval(struct moment from, struct moment to, double *sum)
{
    pending[intervals++] = (struct interval){from.place, to.place, sum};
}

void device_settle(void)
{
    stream_wait(COMPUTE);
    for (int k = 0; k < intervals; k++)
        *pending[k].sum += moment_between(pending[k].from, pending[k].to);
    intervals = 0;
}

void device_moments_room(void)
{
    if (marked < MOMENTS - SPARE)
        return;
    device_settle();
    marked = 0;
}
