/* common/phase/phase.c - the table of times, flops and bytes (phase.h). */
#include "phase.h"
#include "clock.h"
#include "device.h"
#include "ranges.h"
#include "trace.h"
#include "traffic.h"
#include <assert.h>

enum { MAX_NESTED = 8 };

static struct phase_table table;
static struct open_phase {
    enum phase phase;
    int level;
    struct event start;
} stack[MAX_NESTED];
static int open_phases, untimed;
static double reset_time;
static struct {
    double start;
    int level;
} posted; /* the exchange whose messages are in flight */

void phase_enable(int timed)
{
    untimed = !timed;
}

static int is_paused;

void phase_pause(int paused)
{
    is_paused = paused;
    traffic_pause(paused);
}

/* The time now, without an event on a device. */
static struct event host_time(void)
{
    return (struct event){.seconds = now()};
}

void phase_begin(enum phase phase, int level)
{
    if (is_paused)
        return;
    assert(open_phases < MAX_NESTED);
    range_push(phase_name(phase), level);
    traffic_phase_begin((int)phase, level);
    if (open_phases == 0)
        device_events_reserve();
    stack[open_phases++] =
        (struct open_phase){.phase = phase,
                            .level = level,
                            .start = untimed ? host_time() : device_event()};
}

void phase_end(double bytes)
{
    if (is_paused)
        return;
    assert(open_phases > 0);
    struct open_phase *p = &stack[--open_phases];
    struct phase_cell *cell = &table.cell[p->phase][p->level];
    traffic_phase_end();
    const struct event end = untimed ? host_time() : device_event();
    cell->calls++;
    cell->bytes += bytes;
    if (!untimed)
        device_interval(p->start, end, &cell->seconds);
    if (open_phases > 0 && !untimed) {
        const struct open_phase *outer = &stack[open_phases - 1];
        device_interval(p->start, end,
                        &table.cell[outer->phase][outer->level].nested);
    }
    trace_event(TRACK_COMPUTE, phase_name(p->phase), p->level, p->start.seconds,
                end.seconds);
    range_pop();
}

void phase_again(double bytes)
{
    const struct open_phase *p = &stack[open_phases - 1];
    if (!is_paused)
        table.cell[p->phase][p->level].again += bytes;
}

void phase_flops(enum phase phase, int level, double flops)
{
    if (!is_paused)
        table.cell[phase][level].flops += flops;
}

void exchange_posted(void)
{
    posted.start = now();
    posted.level = open_phases > 0 ? stack[open_phases - 1].level : TRACE_NO_LEVEL;
}

void exchange_arrived(void)
{
    if (!is_paused)
        trace_event(TRACK_MESSAGE, "message", posted.level, posted.start, now());
}

void phase_reset(void)
{
    device_events_synchronize();
    table = (struct phase_table){0};
    traffic_reset();
    reset_time = now();
}

const struct phase_table *phase_read(void)
{
    int kernels;
    device_events_synchronize();
    traffic_keep();
    const struct traffic_kernel *kernel = traffic_result(&kernels);
    for (int p = 0; p < PHASES; p++)
        for (int l = 0; l < MAX_LEVELS; l++)
            table.cell[p][l].counted = 0;
    for (int k = 0; k < kernels; k++)
        if (kernel[k].phase != TRAFFIC_NO_PHASE)
            table.cell[kernel[k].phase][kernel[k].level].counted +=
                kernel[k].sum.read + kernel[k].sum.written;
    trace_event(TRACK_COMPUTE, "timed", TRACE_NO_LEVEL, reset_time, now());
    return &table;
}

const char *phase_name(enum phase phase)
{
    static const char *const name[PHASES] = {
        "spmv",        "residual",      "sweep, zero guess", "sweep",
        "restriction", "prolongation",  "correction",        "ortho",
        "update",      "halo exchange", "reduction"};
    return name[phase];
}

struct phase_cell phase_total(const struct phase_table *t, enum phase phase)
{
    struct phase_cell sum = {0};
    for (int l = 0; l < MAX_LEVELS; l++) {
        const struct phase_cell *c = &t->cell[phase][l];
        sum.calls += c->calls;
        sum.seconds += c->seconds;
        sum.nested += c->nested;
        sum.flops += c->flops;
        sum.bytes += c->bytes;
        sum.again += c->again;
        sum.counted += c->counted;
    }
    return sum;
}

double phase_own(const struct phase_cell *cell)
{
    return cell->seconds - cell->nested;
}
