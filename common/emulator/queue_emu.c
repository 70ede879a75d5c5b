/* common/emulator/queue_emu.c - the emulated device: streams and events.
 *
 * A stream is a queue of operations. They are executed when the host synchronizes
 * with the stream, and then only as far as necessary: all operations of this
 * stream, and those operations of the other stream that stream_wait_for requires. A
 * GPU may execute them earlier. MEMWALL_EMU_ORDER=eager selects the opposite
 * extreme: the operations of the other stream are executed first. If a call of
 * stream_wait_for is missing, the result is wrong in one of the two cases.
 */
#include "arena_emu.h"
#include "clock.h"
#include "counts.h"
#include "events.h"
#include "queue.h"
#include "threads_emu.h"
#include "traffic.h"
#include <stdlib.h>
#include <string.h>

struct operation {
    struct operation *next;
    void (*function)(void *argument); /* NULL: wait for another stream */
    enum stream other;                /* the stream to wait for, */
    long count;                       /* until it has executed this many operations */
    struct traffic_kernel launch;     /* of a kernel, else without a name */
    int overlaps;                     /* a kernel that no wait has counted yet */
    _Alignas(16) char argument[];
};

static struct queue {
    struct operation *first, **last; /* `last` points to the last `next` pointer */
    long added, executed;            /* operations since the start */
} queue[MOST_STREAMS];

/* ---- Queues ---- */

/* Appends an operation with a copy of its argument. */
static struct operation *append(enum stream s, void (*function)(void *argument),
                                const void *argument, size_t bytes)
{
    struct queue *q = &queue[s];
    struct operation *o = emu_alloc(sizeof *o + bytes);
    o->function = function;
    if (bytes > 0)
        memcpy(o->argument, argument, bytes);
    if (!q->first)
        q->last = &q->first;
    *q->last = o;
    q->last = &o->next;
    q->added++;
    return o;
}

void queue_add(enum stream s, void (*function)(void *argument),
               const void *argument, size_t bytes)
{
    append(s, function, argument, bytes);
}

void queue_add_kernel(enum stream s, void (*function)(void *argument),
                      const void *argument, size_t bytes)
{
    device_counts.kernels++;
    struct operation *o = append(s, function, argument, bytes);
    o->launch = traffic_launch();
    o->overlaps = 1;
}

int queue_is_eager(void)
{
    static int eager = -1;
    if (eager < 0)
        eager = emu_setting("MEMWALL_EMU_ORDER", "eager", 1, 0);
    return eager;
}

/* ---- Streams ---- */

long queue_count(enum stream s)
{
    return queue[s].added;
}

void queue_wait(enum stream waiting, enum stream other, long count)
{
    struct operation *o = append(waiting, NULL, NULL, 0);
    o->other = other;
    o->count = count;
}

void stream_wait_for(enum stream waiting, enum stream other)
{
    queue_wait(waiting, other, queue[other].added);
}

/* Executes operations of a stream until `count` of them have been executed. */
static void execute_until(enum stream s, long count)
{
    struct queue *q = &queue[s];
    while (q->executed < count) {
        struct operation *o = q->first;
        q->first = o->next;
        q->executed++;
        if (o->launch.name)
            traffic_begin(&o->launch);
        if (o->function)
            o->function(o->argument);
        if (o->launch.name)
            traffic_end();
        if (!o->function)
            execute_until(o->other, o->count);
        free(o);
    }
}

/* Counts the kernels that are queued on other streams than s. */
static void count_overlapped(enum stream s)
{
    for (int other = 0; other < MOST_STREAMS; other++)
        for (struct operation *o = other == (int)s ? NULL : queue[other].first; o;
             o = o->next) {
            device_counts.overlapped += o->overlaps;
            o->overlaps = 0;
        }
}

void queue_synchronize(enum stream s, long count)
{
    const int eager = queue_is_eager();
    int queued = queue[s].executed < count;
    for (int other = 0; eager && other < MOST_STREAMS; other++)
        queued |= queue[other].executed < queue[other].added;
    if (!queued)
        return;
    device_counts.waits++;
    device_memory_access(1);
    for (int other = 0; eager && other < MOST_STREAMS; other++)
        if (other != (int)s)
            execute_until((enum stream)other, queue[other].added);
    execute_until(s, count);
    count_overlapped(s);
    device_memory_access(0);
}

void stream_synchronize(enum stream s)
{
    queue_synchronize(s, queue[s].added);
}

/* ---- Events ---- */

static double event_time[MAX_EVENTS];

static void execute_event(void *argument)
{
    event_time[*(const int *)argument] = now();
}

void event_record(int index)
{
    device_counts.events++;
    queue_add(COMPUTE, execute_event, &index, sizeof index);
}

double event_elapsed(int from, int to)
{
    return event_time[to] - event_time[from];
}
