/* common/measure/phase.c - the table of times, flops and bytes per phase and level. */
#define _POSIX_C_SOURCE 200809L
#include "phase.h"
#include "device.h"
#include "ranges.h"
#include "trace.h"
#include <assert.h>
#include <time.h>

enum { DEEPEST = 8 };

static struct phase_table table;
static struct open_phase {
    enum phase phase;
    int depth;
    struct moment start;
    struct phase_work booked;
} stack[DEEPEST];
static int depth_of_stack;
static int gathering;
static struct phase_work gathered;
static double message[MAX_LEVELS]; /* when it was sent */
static double first;               /* when the table was last reset */

double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void phase_begin(enum phase phase, int depth)
{
    assert(depth_of_stack < DEEPEST);
    range_push(phase_name(phase), depth);
    if (gathering)
        return;
    if (depth_of_stack == 0)
        device_moments_room();
    stack[depth_of_stack++] =
        (struct open_phase){.phase = phase, .depth = depth, .start = device_moment()};
}

void phase_end(double flops, double bytes)
{
    if (gathering) {
        gathered.flops += flops;
        gathered.bytes += bytes;
        range_pop();
        return;
    }
    assert(depth_of_stack > 0);
    struct open_phase *p = &stack[--depth_of_stack];
    struct phase_cell *cell = &table.cell[p->phase][p->depth];
    struct moment end = device_moment();
    cell->calls++;
    cell->flops += flops + p->booked.flops;
    cell->bytes += bytes + p->booked.bytes;
    device_interval(p->start, end, &cell->seconds);
    if (depth_of_stack > 0) {
        const struct open_phase *around = &stack[depth_of_stack - 1];
        device_interval(p->start, end, &table.cell[around->phase][around->depth].nested);
    }
    trace_event(TRACK_COMPUTE, phase_name(p->phase), p->depth, p->start.seconds,
                end.seconds);
    range_pop();
}

void phase_gather(void)
{
    gathering = 1;
    gathered = (struct phase_work){0};
}

struct phase_work phase_gathered(void)
{
    gathering = 0;
    return gathered;
}

void phase_book(struct phase_work work)
{
    if (depth_of_stack == 0)
        return;
    struct open_phase *p = &stack[depth_of_stack - 1];
    p->booked.flops += work.flops;
    p->booked.bytes += work.bytes;
}

void message_begin(int depth)
{
    message[depth] = now();
}

void message_end(int depth)
{
    trace_event(TRACK_MESSAGE, "message", depth, message[depth], now());
}

void phase_reset(void)
{
    device_settle();
    table = (struct phase_table){0};
    first = now();
}

struct phase_table phase_read(void)
{
    device_settle();
    trace_event(TRACK_COMPUTE, "timed", TRACE_NO_LEVEL, first, now());
    return table;
}

const char *phase_name(enum phase phase)
{
    static const char *const name[PHASES] = {
        "spmv",        "residual",     "sweep from zero", "sweep",
        "restriction", "prolongation", "coarse levels",   "correction",
        "ortho",       "update",       "halo exchange",   "reduction"};
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
    }
    return sum;
}

double phase_own(const struct phase_cell *cell)
{
    return cell->seconds - cell->nested;
}
