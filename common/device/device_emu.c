/* common/device/device_emu.c - a device for machines without one: it only finds mistakes.
 *
 *   arena    | block | gap | block | ...       the same pages, mapped twice:
 *            at `base` without any rights, but while kernels run: what host code touches
 *            there ends the run with one line
 *            at base + `shift` always open, for copies and for MPI
 *
 * Fresh memory, gaps and what was freed hold bytes 0xff: a NaN in each floating point
 * format, and no index. Kernels and copies run no earlier than somebody waits for
 * them, and a mailbox holds NaN until then. MEMWALL_EMU_ORDER=eager: what is queued on the
 * other stream runs before, as far as stream_follow allows; so a missing stream_follow
 * shows in one of the two orders. MEMWALL_EMU_WARP: 32 (the default) or 64 lanes.
 * MEMWALL_EMU_MEMORY: bytes that the device says it has.
 */
#define _GNU_SOURCE
#include "error.h"
#include "memory.h"
#include "moments.h"
#include "phase.h"
#include "queue.h"
#include "recording.h"
#include "sizes.h"
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { UNIT = 256, ADDRESSES_LOG2 = 36 /* of the arena, not memory */ };

struct block {
    struct block *next; /* ascending addresses */
    char *at;
    size_t bytes, counted;
};

static struct arena {
    char *base;
    ptrdiff_t shift;
    size_t top, live, peak; /* bytes in use: up to the last block; of all */
    struct block *first;
    int warp, eager, gpu_aware;
    double answer[MAX_RESTART + 1];
} arena;

/* The first words of a signal handler's line; printf is not allowed there. */
static void say(const char *text)
{
    if (write(STDERR_FILENO, text, strlen(text)) < 0)
        _exit(EXIT_BROKEN);
}

static void on_fault(int signal, siginfo_t *info, void *context)
{
    (void)signal, (void)context;
    const char *at = info->si_addr;
    if (at >= arena.base && at < arena.base + ((size_t)1 << ADDRESSES_LOG2))
        say("memwall: host code has touched device memory\n");
    else
        say("memwall: segmentation fault\n");
    _exit(EXIT_BROKEN);
}

static int setting(const char *name, int otherwise, const char *word, int value)
{
    const char *text = getenv(name);
    if (!text || !*text)
        return otherwise;
    if (strcmp(text, word) != 0)
        die("%s=%s: only %s is known", name, text, word);
    return value;
}

static void start(void)
{
    if (arena.base)
        return;
    arena.warp = setting("MEMWALL_EMU_WARP", 32, "64", 64);
    arena.eager = setting("MEMWALL_EMU_ORDER", 0, "eager", 1);
    const size_t room = (size_t)1 << ADDRESSES_LOG2;
    int file = memfd_create("memwall device", 0);
    if (file < 0 || ftruncate(file, (off_t)room) != 0)
        die("no memory for the emulated device");
    char *closed = mmap(NULL, room, PROT_NONE, MAP_SHARED | MAP_NORESERVE, file, 0);
    char *open =
        mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file, 0);
    close(file);
    if (closed == MAP_FAILED || open == MAP_FAILED)
        die("no addresses for the emulated device");
    arena.base = closed;
    arena.shift = open - closed;
    struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
    sigaction(SIGSEGV, &action, NULL);
}

static void *open_side(const void *device)
{
    return (char *)(uintptr_t)device + arena.shift;
}

/* ---- memory ---- */

static size_t padded(size_t bytes)
{
    return (bytes / UNIT + 2) * UNIT; /* with a gap of one to two units behind */
}

void *device_alloc(size_t count, size_t size, const char *what)
{
    start();
    recording_excludes("an allocation");
    size_t counted = mem_count(count, size, what);
    struct block *b = malloc(sizeof *b);
    if (!b)
        die("no memory for what is known of device memory");
    size_t room = padded(count * size), at = 0;
    struct block **link = &arena.first;
    for (; *link && at + room > (size_t)((*link)->at - arena.base); link = &(*link)->next)
        at = (size_t)((*link)->at - arena.base) + padded((*link)->bytes);
    if (at + room > (size_t)1 << ADDRESSES_LOG2)
        die("the emulated device has no room for %zu x %zu bytes (%s)", count, size,
            what);
    *b = (struct block){*link, arena.base + at, count * size, counted};
    *link = b;
    arena.top = at + room > arena.top ? at + room : arena.top;
    arena.live += b->bytes;
    arena.peak = arena.live > arena.peak ? arena.live : arena.peak;
    memset(open_side(b->at), 0xff, room);
    return b->at;
}

void device_free(void *at)
{
    if (!at)
        return;
    for (int s = 0; s < STREAMS; s++)
        stream_wait((enum stream)s); /* as a GPU's free does */
    struct block **link = &arena.first;
    while (*link && (*link)->at != at)
        link = &(*link)->next;
    struct block *b = *link;
    if (!b)
        die("a pointer that is none of the device's was freed");
    *link = b->next;
    arena.live -= b->bytes;
    mem_uncount(b->counted);
    memset(open_side(at), 0xff, b->bytes);
    free(b);
}

void *device_take(void *host, size_t count, size_t size, const char *what)
{
    if (!host)
        return NULL;
    void *device = device_alloc(count, size, what);
    device_put(device, host, count * size);
    mem_free(host);
    return device;
}

size_t device_peak(void)
{
    return arena.peak;
}

/* ---- streams ---- */

struct task {
    struct task *next;
    const char *what;
    void (*run)(void *); /* NULL: first all that `after` had got by `position` */
    enum stream after;
    long position;
    size_t bytes; /* of the arguments */
    _Alignas(16) char arguments[];
};

static struct queue {
    struct task *first, **last;
    long added, done;
} queue[STREAMS];

struct recording { /* tasks that are queued by copies, in the order of the list */
    struct task *first, **last;
    long tasks;
};
static struct recording *recording; /* under way, or NULL */

static void append(enum stream s, struct task *t)
{
    if (recording) {
        if (s != COMPUTE)
            recording_excludes("work on the halo's stream");
        *recording->last = t;
        recording->last = &t->next;
        recording->tasks++;
        return;
    }
    struct queue *q = &queue[s];
    if (!q->first)
        q->last = &q->first;
    *q->last = t;
    q->last = &t->next;
    q->added++;
}

static struct task *new_task(size_t bytes)
{
    struct task *t = calloc(1, sizeof *t + bytes);
    if (!t)
        die("no memory for what is queued on the emulated device");
    t->bytes = bytes;
    return t;
}

void queue_add(enum stream s, const char *what, void (*run)(void *),
               const void *arguments, size_t bytes)
{
    struct task *t = new_task(bytes);
    t->what = what;
    t->run = run;
    memcpy(t->arguments, arguments, bytes);
    append(s, t);
}

void stream_follow(enum stream later, enum stream earlier)
{
    recording_excludes("an order between streams");
    struct task *t = new_task(0);
    t->after = earlier;
    t->position = queue[earlier].added;
    append(later, t);
}

static void advance(enum stream s, long position)
{
    struct queue *q = &queue[s];
    while (q->done < position) {
        struct task *t = q->first;
        q->first = t->next;
        q->done++;
        if (t->run)
            t->run(t->arguments);
        else
            advance(t->after, t->position);
        free(t);
    }
}

static void rights(int rights)
{
    if (arena.top > 0 && mprotect(arena.base, arena.top, rights) != 0)
        die("the emulated device could not be opened or closed");
}

void stream_wait(enum stream s)
{
    recording_excludes("a wait");
    int waiting = queue[s].done < queue[s].added;
    for (int other = 0; arena.eager && other < STREAMS; other++)
        waiting |= queue[other].done < queue[other].added;
    if (!waiting)
        return;
    rights(PROT_READ | PROT_WRITE);
    for (int other = 0; arena.eager && other < STREAMS; other++)
        if (other != (int)s)
            advance((enum stream)other, queue[other].added);
    advance(s, queue[s].added);
    rights(PROT_NONE);
}

void recording_begin(void)
{
    recording = calloc(1, sizeof *recording);
    if (!recording)
        die("no memory for what is queued on the emulated device");
    recording->last = &recording->first;
}

struct recording *recording_end(long *launches)
{
    struct recording *made = recording;
    recording = NULL;
    *launches = made->tasks;
    return made;
}

void recording_launch(const struct recording *made)
{
    for (const struct task *t = made->first; t; t = t->next)
        queue_add(COMPUTE, t->what, t->run, t->arguments, t->bytes);
}

void recording_free(struct recording *made)
{
    struct task *next;
    for (struct task *t = made ? made->first : NULL; t; t = next) {
        next = t->next;
        free(t);
    }
    free(made);
}

/* ---- copies ---- */

void device_put(void *device, const void *host, size_t bytes)
{
    stream_wait(COMPUTE);
    if (bytes > 0) /* nothing may have no address */
        memcpy(open_side(device), host, bytes);
}

void device_get(void *host, const void *device, size_t bytes)
{
    stream_wait(COMPUTE);
    if (bytes > 0)
        memcpy(host, open_side(device), bytes);
}

struct copy {
    void *to;
    const void *from; /* NULL: from behind this struct */
    size_t bytes;
};

static void run_copy(void *arguments)
{
    const struct copy *c = arguments;
    memcpy(c->to, c->from ? c->from : c + 1, c->bytes);
}

static void run_clear(void *arguments)
{
    const struct copy *c = arguments;
    memset(c->to, 0, c->bytes);
}

static void later(enum stream s, void *to, const void *from, size_t bytes)
{
    struct copy c = {to, from, bytes};
    queue_add(s, "copy", run_copy, &c, sizeof c);
}

void device_clear(void *device, size_t bytes)
{
    struct copy c = {device, NULL, bytes};
    queue_add(COMPUTE, "clear", run_clear, &c, sizeof c);
}

const void *device_lend(void *device, const void *host, size_t bytes)
{
    recording_excludes("a loan of the host's numbers");
    struct task *t = new_task(sizeof(struct copy) + bytes);
    struct copy *c = (struct copy *)(void *)t->arguments;
    *c = (struct copy){device, NULL, bytes};
    memcpy(c + 1, host, bytes);
    t->what = "copy";
    t->run = run_copy;
    append(COMPUTE, t);
    return device;
}

double *device_answer(void)
{
    return arena.answer;
}

/* ---- moments ---- */

static double moment[MOMENTS];

static void run_mark(void *arguments)
{
    moment[*(const int *)arguments] = now();
}

void moment_mark(int place)
{
    recording_excludes("a moment");
    queue_add(COMPUTE, "moment", run_mark, &place, sizeof place);
}

double moment_between(int from, int to)
{
    return moment[to] - moment[from];
}

/* ---- mailboxes ---- */

void *mailbox_alloc(size_t count, size_t size, const char *what)
{
    start();
    return arena.gpu_aware ? NULL : mem_alloc(count, size, what);
}

void mailbox_free(void *mailbox)
{
    mem_free(mailbox);
}

const void *device_outbox(const void *device, void *mailbox, size_t bytes, enum stream s)
{
    recording_excludes("a message");
    if (!mailbox)
        return open_side(device);
    memset(mailbox, 0xff, bytes);
    later(s, mailbox, device, bytes);
    return mailbox;
}

void *device_inbox(void *device, void *mailbox)
{
    recording_excludes("a message");
    return mailbox ? mailbox : open_side(device);
}

void device_deliver(void *device, const void *mailbox, size_t bytes, enum stream s)
{
    recording_excludes("a message");
    if (mailbox)
        later(s, device, mailbox, bytes);
}

/* ---- the device itself ---- */

int device_warp(void)
{
    start();
    return arena.warp;
}

void device_start(const struct device_wish *wish, MPI_Comm comm)
{
    (void)comm;
    if (wish->number > 0)
        fail_all(EXIT_USAGE, "--device=%d: there is one emulated device, number 0",
                 wish->number);
    start();
    arena.gpu_aware = wish->gpu_aware_mpi;
}

struct device_facts device_found(void)
{
    struct device_facts f = {.backend = "emu"};
    start();
    snprintf(f.name, sizeof f.name, "emulated device, %d lanes, %s", arena.warp,
             arena.eager ? "eager" : "late");
    const char *memory = getenv("MEMWALL_EMU_MEMORY");
    f.memory = f.available = memory ? strtod(memory, NULL) : 0x1p36;
    return f;
}
