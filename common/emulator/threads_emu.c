/* common/emulator/threads_emu.c - the threads of a team on the emulated device.
 *
 * Each thread has a stack of its own (makecontext). The scheduler, emu_execute_team,
 * resumes one thread after another with longjmp, and a thread returns to it with
 * longjmp when it reaches a barrier or a shuffle, or when its kernel has returned. It
 * then waits, on the same stack, for the next team.
 */
#define _GNU_SOURCE
#include "threads_emu.h"
#include "device.h"
#include "error.h"
#include "sizes.h"
#include "traffic.h"
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum {
    THREADS = 256,       /* threads of a team with MEMWALL_EMU_THREADS=256 */
    MOST_THREADS = 1024, /* of a block */
    STACK = (1 << 18) + 320, /* no power of two: the stacks share no lines of a cache */
    MOST_WARPS = 8,          /* of 32 threads */
    COPIES = 256,            /* to shared memory that a thread can wait for */
    DOUBLES_PER_WARP = MAX_RESTART + 1, /* one per basis column */
    DOUBLES_PER_TEAM = MAX_RESTART + 8  /* coefficients, in batches of 8 */
};

struct emu_team emu_team = {.threads = 1, .warp_size = 1};

static _Thread_local double shared_memory[MOST_WARPS * DOUBLES_PER_WARP + DOUBLES_PER_TEAM];
static size_t shared_bytes;

static struct emu_thread {
    jmp_buf resume;
    int has_stack;
    enum { RUNS, ENDED, AT_BARRIER, AT_SHUFFLE } state;
    const char *where; /* its barrier or shuffle */
    int line, vote, source;
    uint64_t mask;
    char value[16];
    void *result;
    size_t bytes;
    int copies, batch; /* the number of the batch that is not complete */
} thread[MOST_THREADS];
static struct emu_copy { /* not in emu_thread: the scheduler reads all of these, and they fit in the cache */
    void *to;
    const void *from;
    size_t bytes;
    int batch;
} copy_of[MOST_THREADS][COPIES];
static char *stacks;
static jmp_buf scheduler;
static void (*team_kernel)(void *argument);
static void *team_argument;

void *emu_alloc(size_t bytes)
{
    void *memory = calloc(1, bytes);
    if (!memory)
        die("no memory for the emulated device");
    return memory;
}

int emu_setting(const char *name, const char *text, int value, int otherwise)
{
    const char *set = getenv(name);
    if (!set || !*set)
        return otherwise;
    if (strcmp(set, text) != 0)
        die("%s=%s: the only allowed value is %s", name, set, text);
    return value;
}

static void start(void)
{
    static int ready;
    if (ready++)
        return;
    if (emu_setting("MEMWALL_EMU_THREADS", "256", THREADS, 1) == 1)
        return;
    emu_team.threads = THREADS;
    emu_team.warp_size = emu_warp_size();
}

int emu_warp_size(void)
{
    return emu_setting("MEMWALL_EMU_WARP", "64", 64, 32);
}

int emu_team_warps(void)
{
    start();
    return emu_team.threads / emu_team.warp_size;
}

const char *emu_place(int t)
{
    static char text[200];
    if (!emu_team.kernel)
        return "";
    const unsigned *b = emu_team.block;
    snprintf(text, sizeof text, "%.100s, block (%u, %u, %u), thread %d%s: ",
             emu_team.kernel, b[0], b[1], b[2], t,
             thread[t].copies ? ", some of whose copies have not arrived" : "");
    return text;
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

int emu_is_shared(const void *p, size_t bytes)
{
    const char *address = p, *shared = (const char *)shared_memory;
    return (address >= shared && address + bytes <= shared + shared_bytes) ||
           (address >= emu_team.shared[0] && address + bytes <= emu_team.shared[1]);
}

int emu_is_on_stack(const void *p)
{
    return (const char *)p >= stacks &&
           (const char *)p < stacks + (size_t)MOST_THREADS * STACK;
}

/* Returns to the scheduler, until this thread runs again. */
static void wait_as(int state, const char *where, int line)
{
    struct emu_thread *self = &thread[emu_team.thread];
    self->state = state;
    self->where = where;
    self->line = line;
    if (_setjmp(self->resume) == 0)
        _longjmp(scheduler, 1);
}

/* The first function on the stack of a thread: the thread of one team after another. */
static void thread_main(void)
{
    for (;;) {
        team_kernel(team_argument);
        wait_as(ENDED, "the end of the kernel", 0);
    }
}

void emu_barrier(const char *where, int line)
{
    if (emu_team.threads > 1)
        wait_as(AT_BARRIER, where, line);
}

uint64_t emu_exchange(const char *where, int line, uint64_t mask, int vote,
                      const void *value, void *result, size_t bytes, int source)
{
    struct emu_thread *self = &thread[emu_team.thread];
    memcpy(self->value, value, bytes);
    self->result = result;
    self->bytes = bytes;
    self->source = source;
    self->vote = vote;
    self->mask = mask;
    wait_as(AT_SHUFFLE, where, line);
    return self->mask; /* give_results has stored the votes there */
}

int emu_copy_start(void *to, const void *from, size_t bytes)
{
    struct emu_thread *self = &thread[emu_team.thread];
    memset(to, 0xff, bytes);
    if (self->copies == COPIES)
        return 0;
    copy_of[emu_team.thread][self->copies++] = (struct emu_copy){to, from, bytes, self->batch};
    return 1;
}

void emu_copy_commit(void)
{
    thread[emu_team.thread].batch++;
}

void emu_copy_wait(int prior, void *copy(void *, const void *, size_t))
{
    struct emu_thread *self = &thread[emu_team.thread];
    struct emu_copy *const first = copy_of[emu_team.thread], *waits = first;
    for (struct emu_copy *c = first; c < first + self->copies; c++)
        if (c->batch < self->batch - prior) {
            copy(c->to, c->from, c->bytes);
        } else {
            memset(c->to, 0xff, c->bytes);
            *waits++ = *c;
        }
    self->copies = (int)(waits - first);
}

double emu_shuffle(double v, int bit)
{
    if (emu_team.threads > 1)
        emu_exchange("a shuffle", 0, UINT64_MAX, 0, &v, &v, sizeof v,
                     emu_team.thread % emu_team.warp_size ^ bit);
    return v;
}

/* Executes the thread emu_team.thread until it waits. */
static void execute_thread(void)
{
    struct emu_thread *self = &thread[emu_team.thread];
    if (_setjmp(scheduler) != 0) {
        emu_team.runs = 0;
        return;
    }
    emu_team.runs = 1;
    traffic_switch(emu_team.thread);
    if (self->has_stack)
        _longjmp(self->resume, 1);
    ucontext_t first;
    self->has_stack = 1;
    getcontext(&first);
    first.uc_stack.ss_sp = stacks + (size_t)emu_team.thread * STACK;
    first.uc_stack.ss_size = STACK;
    first.uc_link = NULL;
    makecontext(&first, thread_main, 0);
    setcontext(&first);
}

static int same_place(const struct emu_thread *a, const struct emu_thread *b)
{
    return a->state == b->state && a->line == b->line &&
           (a->state != AT_SHUFFLE || a->mask == b->mask) &&
           (a->where == b->where || strcmp(a->where, b->where) == 0);
}

/* Returns the index of a thread for which thread t still waits, or -1. */
static int awaited(int t)
{
    const int shuffles = thread[t].state == AT_SHUFFLE, warp = emu_team.warp_size,
              first = shuffles ? t / warp * warp : 0;
    for (int u = first; u < emu_team.threads && (!shuffles || u < first + warp); u++)
        if ((!shuffles || (thread[t].mask >> (u - first) & 1 && thread[u].state != ENDED)) &&
            !same_place(&thread[u], &thread[t]))
            return u;
    return -1;
}

/* Bit masks of a warp: the threads that take part in a shuffle, and those of them whose vote is not 0. */
struct shuffle {
    uint64_t takes_part, votes;
};

static struct shuffle shuffle_of(int t)
{
    const int warp = emu_team.warp_size, first = t / warp * warp;
    struct shuffle s = {0, 0};
    for (int u = first; u < first + warp && u < emu_team.threads; u++)
        if (thread[u].state == AT_SHUFFLE && thread[t].mask >> (u - first) & 1) {
            s.takes_part |= (uint64_t)1 << (u - first);
            s.votes |= (uint64_t)(thread[u].vote != 0) << (u - first);
        }
    return s;
}

/* Lets the threads go on that wait for no other one. Returns their number. */
static int release(int *waiting)
{
    static char goes[MOST_THREADS];
    static struct shuffle shuffle[MOST_THREADS];
    int count = 0;
    *waiting = -1;
    for (int t = 0; t < emu_team.threads; t++) {
        if (thread[t].state == ENDED)
            continue;
        const int as_before = t > 0 && same_place(&thread[t], &thread[t - 1]) &&
                              (thread[t].state == AT_BARRIER || t % emu_team.warp_size);
        goes[t] = as_before ? goes[t - 1] : awaited(t) < 0;
        if (!goes[t])
            *waiting = t;
        else if (thread[t].state == AT_SHUFFLE)
            shuffle[t] = as_before ? shuffle[t - 1] : shuffle_of(t);
        count += goes[t];
    }
    for (int t = 0; t < emu_team.threads; t++) {
        if (thread[t].state == ENDED || !goes[t])
            continue;
        if (thread[t].state == AT_SHUFFLE) {
            const int warp = emu_team.warp_size, source = thread[t].source;
            memset(thread[t].result, 0xff, thread[t].bytes);
            if (source >= 0 && source < warp && shuffle[t].takes_part >> source & 1)
                memcpy(thread[t].result, thread[t / warp * warp + source].value, thread[t].bytes);
            thread[t].mask = shuffle[t].votes;
        }
        thread[t].state = RUNS;
    }
    return count;
}

void emu_execute_team(size_t bytes, void (*kernel)(void *argument), void *argument)
{
    static unsigned random = 1;
    const struct emu_order order = emu_order_of(emu_team.threads);
    int waiting;
    if (!stacks)
        stacks = emu_alloc((size_t)MOST_THREADS * STACK);
    memset(shared_memory, 0xff, bytes);
    shared_bytes = bytes;
    team_kernel = kernel;
    team_argument = argument;
    for (int t = 0; t < emu_team.threads; t++) {
        thread[t].state = RUNS;
        thread[t].copies = thread[t].batch = 0;
    }
    do { /* in this order or in the opposite one */
        random = 1664525 * random + 1013904223;
        const int back = order.step > 1 && random >> 31, step = back ? order.n - order.step : order.step;
        int t = emu_at(&order, back ? order.n - 1 : 0);
        for (int turn = 0; turn < order.n; turn++, t = (t + step) % order.n) {
            emu_team.thread = t;
            if (thread[t].state == RUNS)
                execute_thread();
        }
    } while (release(&waiting) > 0);
    emu_team.thread = 0;
    traffic_switch(0);
    if (waiting < 0)
        return;
    const struct emu_thread *t = &thread[waiting], *u = &thread[awaited(waiting)];
    char line[2][24] = {"", ""}; /* only of what is a line of a CUDA program */
    if (t->line > 0)
        snprintf(line[0], sizeof line[0], " (line %d)", t->line);
    if (u->line > 0)
        snprintf(line[1], sizeof line[1], " (line %d)", u->line);
    die("%sthread %d of a team waits at %s%s, but thread %d at %s%s", emu_place(waiting),
        waiting, t->where, line[0], (int)(u - thread), u->where, line[1]);
}

void emu_execute(size_t bytes, void (*kernel)(void *argument), void *argument)
{
    start();
    const size_t most = sizeof(double) * ((size_t)emu_team_warps() * DOUBLES_PER_WARP +
                                          DOUBLES_PER_TEAM);
    if (bytes > most)
        die("a kernel requests %zu bytes of shared memory; a team of %d warps has %zu",
            bytes, emu_team_warps(), most);
    if (emu_team.threads > 1) {
        emu_execute_team(bytes, kernel, argument);
        return;
    }
#pragma omp parallel
    {
        memset(shared_memory, 0xff, bytes);
        kernel(argument);
    }
}
