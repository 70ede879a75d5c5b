/* common/device/threads_emu.c - the threads of a team on the emulated device.
 *
 * Each thread has a stack of its own (makecontext). The scheduler, execute_team,
 * resumes one thread after another with longjmp, and a thread returns to it with
 * longjmp when it reaches a barrier. A shuffle is a barrier after which the threads
 * exchange a value.
 */
#define _GNU_SOURCE
#include "threads_emu.h"
#include "device.h"
#include "error.h"
#include "queue.h"
#include "sizes.h"
#include "traffic.h"
#include <omp.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum {
    THREADS = 256, /* threads of a team with MEMWALL_EMU_THREADS=256 */
    STACK = 1 << 18,
    MOST_WARPS = 8,                     /* of 32 threads */
    DOUBLES_PER_WARP = MAX_RESTART + 1, /* one per basis column */
    DOUBLES_PER_TEAM = MAX_RESTART + 8  /* coefficients, in batches of 8 */
};

struct emu_team emu_team = {0, 1, 1};

static _Thread_local double
    shared_memory[MOST_WARPS * DOUBLES_PER_WARP + DOUBLES_PER_TEAM];

static struct thread {
    ucontext_t start;
    jmp_buf resume;
    const char *where; /* its barrier; NULL: its kernel has returned */
    double value[2];   /* of the last two shuffles: another thread may not have */
    int current;       /* read the previous value yet; the last is value[current] */
} * thread;
static char *stacks;
static jmp_buf scheduler;
static void (*team_kernel)(void *argument);
static void *team_argument;

static void start(void)
{
    static int ready;
    if (ready)
        return;
    ready = 1;
    if (emu_setting("MEMWALL_EMU_THREADS", "256", THREADS, 1) == 1)
        return;
    thread = calloc(THREADS, sizeof *thread);
    stacks = malloc((size_t)THREADS * STACK);
    if (!thread || !stacks)
        die("no memory for the threads of the emulated device");
    emu_team.threads = THREADS;
    emu_team.warp_size = emu_warp_size();
}

int emu_team_warps(void)
{
    start();
    return emu_team.threads / emu_team.warp_size;
}

int emu_first_team(void)
{
    return emu_team.threads > 1 ? 0 : omp_get_thread_num();
}

int emu_team_step(void)
{
    return emu_team.threads > 1 ? 1 : omp_get_num_threads();
}

static int greatest_common_divisor(int a, int b)
{
    return b == 0 ? a : greatest_common_divisor(b, a % b);
}

struct emu_order emu_order_of(int n)
{
    static long seed = -1;
    if (seed < 0) {
        const char *set = getenv("MEMWALL_EMU_SEED");
        char *end = NULL;
        seed = set && *set ? strtol(set, &end, 10) : 1;
        if (seed < 0 || seed > 1000000 || (end && *end))
            die("MEMWALL_EMU_SEED=%s: a number from 0 to 1000000 is needed", set);
    }
    struct emu_order order = {n, 1, 0, 1};
    if (seed == 0 || n < 2)
        return order;
    order.step = (int)(0.618 * n) + (int)(seed % n) % (n / 3 + 1);
    while (greatest_common_divisor(n, order.step) != 1)
        order.step++;
    order.start = (int)(seed * 7919 % n);
    return order;
}

double *emu_shared_memory(void)
{
    return shared_memory;
}

/* The first function on the stack of a thread. It does not return. */
static void thread_main(void)
{
    team_kernel(team_argument);
    thread[emu_team.thread].where = NULL;
    _longjmp(scheduler, 1);
}

void emu_barrier(const char *where)
{
    if (emu_team.threads == 1)
        return;
    struct thread *self = &thread[emu_team.thread];
    self->where = where;
    if (_setjmp(self->resume) == 0)
        _longjmp(scheduler, 1);
}

double emu_shuffle(double v, int bit)
{
    struct thread *self = &thread[emu_team.thread],
                  *other = &thread[emu_team.thread ^ bit];
    const int current = self->current ^= 1;
    self->value[current] = v;
    emu_barrier("a shuffle");
    return other->value[current];
}

/* Executes the thread emu_team.thread until its next barrier or its end. */
static void execute_thread(int is_new)
{
    struct thread *self = &thread[emu_team.thread];
    if (_setjmp(scheduler) != 0)
        return;
    traffic_switch(emu_team.thread);
    if (!is_new)
        _longjmp(self->resume, 1);
    self->current = 0;
    getcontext(&self->start);
    self->start.uc_stack.ss_sp = stacks + (size_t)emu_team.thread * STACK;
    self->start.uc_stack.ss_size = STACK;
    self->start.uc_link = NULL;
    makecontext(&self->start, thread_main, 0);
    setcontext(&self->start);
}

static int same_place(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* Executes all threads from barrier to barrier until the kernel has returned in
 * each. */
static void execute_team(void)
{
    int is_new = 1;
    do {
        for (emu_team.thread = 0; emu_team.thread < THREADS; emu_team.thread++)
            execute_thread(is_new);
        is_new = 0;
        const char *where = thread[0].where;
        for (int t = 1; t < THREADS; t++)
            if (!same_place(thread[t].where, where))
                die("thread %d of a team waits at %s, but thread 0 at %s", t,
                    thread[t].where ? thread[t].where : "the end of the kernel",
                    where ? where : "the end of the kernel");
    } while (thread[0].where);
    emu_team.thread = 0;
    traffic_switch(0);
}

void emu_execute(size_t doubles, void (*kernel)(void *argument), void *argument)
{
    start();
    const size_t most =
        (size_t)emu_team_warps() * DOUBLES_PER_WARP + DOUBLES_PER_TEAM;
    if (doubles > most)
        die("a kernel requests %zu doubles of shared memory; a team of %d warps has "
            "%zu",
            doubles, emu_team_warps(), most);
    if (emu_team.threads > 1) {
        memset(shared_memory, 0xff, doubles * sizeof *shared_memory);
        team_kernel = kernel;
        team_argument = argument;
        execute_team();
        return;
    }
#pragma omp parallel
    {
        memset(shared_memory, 0xff, doubles * sizeof *shared_memory);
        kernel(argument);
    }
}
