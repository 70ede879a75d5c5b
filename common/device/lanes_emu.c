/* common/device/lanes_emu.c - emu: the lanes of a team, one after another. */
#define _GNU_SOURCE
#include "lanes.h"
#include "device.h"
#include "error.h"
#include "sizes.h"
#include <omp.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum {
    MOST_LANES = 256,
    STACK = 1 << 18,
    ROOM = (MAX_RESTART + 1) * 8 /* doubles: a number a column and warp */
};

struct lanes lanes = {0, 1, 1};

static _Thread_local double room[ROOM];

static struct lane {
    ucontext_t start;
    jmp_buf at;
    const char *where; /* it waits; NULL: it has ended */
    double swapped[2]; /* in turn, since others may not have read the last one yet */
    int turn;
} * lane;
static char *stacks;
static jmp_buf home;
static void (*kernel_of_lanes)(void *);
static void *arguments_of_lanes;

static void start(void)
{
    static int ready;
    if (ready)
        return;
    ready = 1;
    const char *text = getenv("MEMWALL_EMU_LANES");
    if (!text || !*text)
        return;
    if (strcmp(text, "256") != 0)
        die("MEMWALL_EMU_LANES=%s: only 256 is known", text);
    lane = calloc(MOST_LANES, sizeof *lane);
    stacks = malloc((size_t)MOST_LANES * STACK);
    if (!lane || !stacks)
        die("no memory for the lanes of the emulated device");
    lanes.count = MOST_LANES;
    lanes.warp = device_warp();
}

int lanes_warps(void)
{
    start();
    return lanes.count / lanes.warp;
}

int lanes_first_team(void)
{
    return lanes.count > 1 ? 0 : omp_get_thread_num();
}

int lanes_teams(void)
{
    return lanes.count > 1 ? 1 : omp_get_num_threads();
}

double *lanes_room(void)
{
    return room;
}

/* The first words of a lane; it never returns. */
static void begin(void)
{
    kernel_of_lanes(arguments_of_lanes);
    lane[lanes.lane].where = NULL;
    _longjmp(home, 1);
}

void lanes_meet(const char *where)
{
    if (lanes.count == 1)
        return;
    struct lane *me = &lane[lanes.lane];
    me->where = where;
    if (_setjmp(me->at) == 0)
        _longjmp(home, 1);
}

double lanes_swap(double v, int bit)
{
    struct lane *me = &lane[lanes.lane], *other = &lane[lanes.lane ^ bit];
    const int turn = me->turn ^= 1;
    me->swapped[turn] = v;
    lanes_meet("a swap");
    return other->swapped[turn];
}

static void run_lane(int fresh)
{
    struct lane *me = &lane[lanes.lane];
    if (_setjmp(home) != 0)
        return;
    if (!fresh)
        _longjmp(me->at, 1);
    me->turn = 0;
    getcontext(&me->start);
    me->start.uc_stack.ss_sp = stacks + (size_t)lanes.lane * STACK;
    me->start.uc_stack.ss_size = STACK;
    me->start.uc_link = NULL;
    makecontext(&me->start, begin, 0);
    setcontext(&me->start);
}

/* From meeting to meeting, until all have ended. */
static void run_lanes(void)
{
    int fresh = 1;
    do {
        for (lanes.lane = 0; lanes.lane < MOST_LANES; lanes.lane++)
            run_lane(fresh);
        fresh = 0;
        for (int l = 1; l < MOST_LANES; l++)
            if (lane[l].where != lane[0].where &&
                !(lane[l].where && lane[0].where &&
                  strcmp(lane[l].where, lane[0].where) == 0))
                die("lane %d waits for %s, lane 0 for %s", l,
                    lane[l].where ? lane[l].where : "nothing",
                    lane[0].where ? lane[0].where : "nothing");
    } while (lane[0].where);
    lanes.lane = 0;
}

void lanes_run(size_t doubles, void (*kernel)(void *it), void *it)
{
    start();
    if (doubles > ROOM)
        die("a team wants %zu doubles of its own, there are %d", doubles, ROOM);
    if (lanes.count > 1) {
        memset(room, 0xff, doubles * sizeof *room);
        kernel_of_lanes = kernel;
        arguments_of_lanes = it;
        run_lanes();
        return;
    }
#pragma omp parallel
    {
        memset(room, 0xff, doubles * sizeof *room);
        kernel(it);
    }
}
