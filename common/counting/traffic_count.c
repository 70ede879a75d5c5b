/* common/counting/traffic_count.c - counts loads and stores (traffic.h, make COUNT=1).
 *
 * gcc calls __tsan_read8(p) before it loads 8 bytes from p, and so on: the interface of
 * the thread sanitizer (T. Serebryany, T. Iskhodzhanov, "ThreadSanitizer", WBIA 2009), of
 * which we use no other part. The sums of a launch are in three files:
 *
 *   distinct_bytes_count.c   the bytes that it touches, each counted once
 *   warp_requests_count.c    requests of warps, their sectors and banks (emulated device)
 *   simulated_cache_count.c  misses of a cache
 */
#define _GNU_SOURCE
#include "traffic.h"
#include "distinct_bytes.h"
#include "error.h"
#include "simulated_cache.h"
#include "warp_requests.h"
#include <omp.h>
#include <pthread.h>
#include <string.h>

/* The launch that is executed. */
static struct {
    int open;                  /* launches within one another */
    int host;                  /* 1: a loop of a phase that is no kernel */
    int several;               /* 1: several threads */
    long phase;                /* the number of its phase */
    struct traffic_kernel *of; /* its sums */
    struct traffic counted;    /* loads, stores, misses, requests, sectors so far */
} launch;

/* The kernel whose launches are the pass, and its phase. */
static struct {
    struct traffic_kernel *of;
    long phase;
} pass;

static const char *device;
static size_t device_bytes;
static traffic_check *check_access;

/* ---- Phases and kernels ---- */

enum { NESTED = 8, KERNELS = 512 };
static struct phase {
    int phase, level;
    long number;
} phase[NESTED];
static int phases;
static long phase_number;
static int is_timed, is_paused; /* timed: between traffic_reset and traffic_keep */

static struct traffic_kernel kernel[KERNELS], result[KERNELS], next;
static int kernels, results;

static void end_host_loop(void);

void traffic_phase_begin(int p, int level)
{
    end_host_loop();
    if (phases == NESTED)
        die("traffic_phase_begin: more than %d phases within one another", NESTED);
    phase[phases++] = (struct phase){p, level, ++phase_number};
}

void traffic_phase_end(void)
{
    end_host_loop();
    phases--;
}

void traffic_pause(int paused)
{
    end_host_loop();
    is_paused = paused;
}

/* Are launches counted now? */
static int is_counted(void)
{
    return phases > 0 || (is_timed && !is_paused);
}

void traffic_name(const char *name, const char *formats)
{
    next = (struct traffic_kernel){
        .name = name, .formats = formats, .phase = TRAFFIC_NO_PHASE};
    if (phases > 0) {
        next.phase = phase[phases - 1].phase;
        next.level = phase[phases - 1].level;
        next.phase_number = phase[phases - 1].number;
    }
}

struct traffic_kernel traffic_launch(void)
{
    return is_counted() ? next : (struct traffic_kernel){.name = NULL};
}

/* The sums of this kernel in this phase and level. */
static struct traffic_kernel *find(const struct traffic_kernel *wanted)
{
    struct traffic_kernel *k = kernel;
    for (; k < kernel + kernels; k++)
        if (k->phase == wanted->phase && k->level == wanted->level &&
            strcmp(k->name, wanted->name) == 0 &&
            strcmp(k->formats, wanted->formats) == 0)
            return k;
    if (kernels == KERNELS)
        die("traffic_begin: more than %d kernels, phases and levels", KERNELS);
    *k = *wanted;
    kernels++;
    return k;
}

void traffic_reset(void)
{
    end_host_loop();
    is_timed = 1;
    kernels = 0;
    pass.of = NULL;
}

void traffic_keep(void)
{
    end_host_loop();
    is_timed = 0;
    memcpy(result, kernel, sizeof result);
    results = kernels;
}

const struct traffic_kernel *traffic_result(int *count)
{
    *count = results;
    return result;
}

/* ---- Loads and stores ---- */

static _Thread_local const char *stack_low, *stack_high;

/* The first thread calls it before main. */
__attribute__((constructor)) static void find_stack(void)
{
    pthread_attr_t attributes;
    void *low;
    size_t bytes;
    pthread_getattr_np(pthread_self(), &attributes);
    pthread_attr_getstack(&attributes, &low, &bytes);
    pthread_attr_destroy(&attributes);
    stack_low = low;
    stack_high = stack_low + bytes;
}

/* Returns 1 if p is on the stack of this thread. */
static inline int on_stack(const char *p)
{
    if (__builtin_expect(!stack_high, 0))
        find_stack();
    return p >= stack_low && p < stack_high;
}

static void begin_host_loop(void);

static inline void count(const char *p, size_t bytes, enum access access,
                         const void *instruction, enum traffic_memory memory)
{
    static char lock;
    if (!launch.open) {
        if (!is_counted() || device || omp_in_parallel())
            return;
        begin_host_loop();
    }
    if (device ? (size_t)(p - device) >= device_bytes : on_stack(p))
        return;
    while (launch.several && __atomic_test_and_set(&lock, __ATOMIC_ACQUIRE))
        ;
    struct traffic *sum = &launch.counted;
    *(access == LOADED ? &sum->loads : &sum->stores) += (double)bytes;
    distinct_mark(p, bytes, access);
    sum->misses += cache_access(p, bytes);
    if (device)
        requests_add(p, bytes, instruction, memory, sum);
    if (launch.several)
        __atomic_clear(&lock, __ATOMIC_RELEASE);
}

/* ---- Launches ---- */

static void begin(const struct traffic_kernel *k)
{
    launch.of = find(k);
    launch.phase = k->phase_number;
    launch.several = omp_get_max_threads() > 1;
    launch.counted = (struct traffic){.launches = 1};
    distinct_begin();
    requests_begin();
}

/* Adds what the launch has read and written: only what the pass had not yet, if the
 * launch belongs to the same pass. */
static void end(void)
{
    struct traffic all = {0}, new = {0};
    struct traffic_kernel *k = launch.of;
    distinct_of_launch(&all, &new);
    if (all.lines >= 4) { /* a launch without rows reads at most a few pointers */
        const int joins = pass.of == k && pass.phase == launch.phase &&
                          5 * new.read > 3 * all.read;
        if (!launch.host) {
            distinct_join_pass(!joins);
            pass.of = k;
            pass.phase = launch.phase;
        }
        all = joins ? new : all;
        all.passes = !joins;
    }
    traffic_add(&k->sum, &all);
    traffic_add(&k->sum, &launch.counted);
}

void traffic_begin(const struct traffic_kernel *k)
{
    end_host_loop();
    if (launch.open++ == 0)
        begin(k);
}

void traffic_end(void)
{
    if (--launch.open == 0)
        end();
}

static void begin_host_loop(void)
{
    traffic_name("-", "");
    launch.host = launch.open = 1;
    begin(&next);
}

static void end_host_loop(void)
{
    if (launch.host) {
        end();
        launch.host = launch.open = 0;
    }
}

int traffic_begin_loop(const char *name, const char *formats)
{
    traffic_name(name, formats);
    if (is_counted())
        traffic_begin(&next);
    return 1;
}

int traffic_end_loop(void)
{
    if (is_counted())
        traffic_end();
    return 0;
}

int traffic_device(const void *memory, size_t bytes, traffic_check *check)
{
    device = memory;
    device_bytes = bytes;
    check_access = check;
    return 1;
}

/* ---- The functions that the compiler calls ---- */

#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#define INSTRUCTION __builtin_return_address(0)

static inline void check_and_count(const char *p, size_t bytes, size_t alignment,
                                   enum access access, const void *instruction)
{
    enum traffic_memory memory = WITHOUT_BANKS;
    if (check_access)
        memory = check_access(p, bytes, alignment, instruction);
    if (memory != SHARED_MEMORY)
        count(p, bytes, access, instruction, memory);
    else if (launch.open)
        requests_add(p, bytes, instruction, memory, &launch.counted);
}
#define DEFINE(function, parameters, bytes, alignment, access)     \
    void function parameters                                       \
    {                                                              \
        check_and_count(p, bytes, alignment, access, INSTRUCTION); \
    }
#define DEFINE_ALL(bytes)                                                      \
    DEFINE(__tsan_read##bytes, (const void *p), bytes, bytes, LOADED)          \
    DEFINE(__tsan_write##bytes, (const void *p), bytes, bytes, STORED)         \
    DEFINE(__tsan_unaligned_read##bytes, (const void *p), bytes, 1, LOADED)    \
    DEFINE(__tsan_unaligned_write##bytes, (const void *p), bytes, 1, STORED)   \
    DEFINE(__tsan_volatile_read##bytes, (const void *p), bytes, bytes, LOADED) \
    DEFINE(__tsan_volatile_write##bytes, (const void *p), bytes, bytes, STORED)
DEFINE_ALL(1)
DEFINE_ALL(2)
DEFINE_ALL(4)
DEFINE_ALL(8)
DEFINE_ALL(16)
DEFINE(__tsan_read_range, (const void *p, size_t n), n, 1, LOADED)
DEFINE(__tsan_write_range, (const void *p, size_t n), n, 1, STORED)

#define DEFINE_IGNORED(function, parameters) \
    void function parameters                 \
    {                                        \
    }
DEFINE_IGNORED(__tsan_init, (void))
DEFINE_IGNORED(__tsan_func_entry, (void *caller __attribute__((unused))))
DEFINE_IGNORED(__tsan_func_exit, (void))

/* Copies: the linker replaces calls of memcpy by calls of __wrap_memcpy (Makefile).
 * Those outside of kernels and phases are not counted. __real_memcpy is memcpy itself. */
#define DEFINE_COPY(name, parameters, arguments, source, n)       \
    void *__real_##name parameters;                               \
    void *__wrap_##name parameters                                \
    {                                                             \
        if (launch.open && (source))                              \
            count(source, n, LOADED, INSTRUCTION, WITHOUT_BANKS); \
        if (launch.open)                                          \
            count(target, n, STORED, INSTRUCTION, WITHOUT_BANKS); \
        return __real_##name arguments;                           \
    }
DEFINE_COPY(memcpy, (void *target, const void *source, size_t n),
            (target, source, n), source, n)
DEFINE_COPY(memmove, (void *target, const void *source, size_t n),
            (target, source, n), source, n)
DEFINE_COPY(memset, (void *target, int byte, size_t n), (target, byte, n), NULL, n)
