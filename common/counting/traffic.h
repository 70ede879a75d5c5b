/* common/counting/traffic.h - what kernels load and store, counted while they run.
 *
 * With make COUNT=1 the compiler calls a function before each load and store of a
 * kernel file (-fsanitize=thread without its library), and traffic_count.c defines
 * these functions. In other builds nothing is counted.
 *
 * A byte is distinct if it is counted the first time in a pass, reads and writes
 * apart: this is the traffic of a cache that keeps all data until the pass ends. A
 * pass is one launch of a kernel. The next launch of the same kernel in the same
 * phase belongs to the same pass if more than 3/5 of the bytes that it reads
 * are new: the colors of a sweep are one pass, and the launches of an
 * orthogonalization, which read the basis or w again, are several.
 *
 *     for each load and store    mark its bytes in a table of bits (per page)
 *     at the end of a launch     count the bits; compare them with the pass's bits
 *
 * On the emulated device the accesses of the threads of a warp to memory are also
 * collected in requests. A request is one execution of a load or store instruction
 * by a warp; its sectors are the aligned blocks of 32 bytes that its threads access.
 * An instruction accesses at most 16 bytes for each thread, as on a GPU: a larger struct
 * is copied by several.
 * The n-th executions of the same instruction by the threads of a warp form a request,
 * whatever the order in which the device executes the threads.
 *
 * Shared memory and the data of an L1 cache are divided into 32 banks: word w, of 4
 * bytes, is in bank w mod 32. A bank delivers one word per cycle, to all threads that
 * load it. So a request takes as many cycles as the bank with the most different words
 * holds: 1 for 32 neighboring floats, 32 for floats that are 128 bytes apart.
 *
 * MEMWALL_COUNT_CACHE=BYTES also simulates a cache of this size with lines of 64
 * bytes, 16 ways and replacement of the least recently used line. Variables on the
 * stack are not counted. On the device only device memory is counted.
 */
#ifndef MEMWALL_TRAFFIC_H
#define MEMWALL_TRAFFIC_H
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
/* Sums over the launches of a kernel or of a phase. All members are doubles, so that
 * ranks can add them. */
struct traffic {
    double launches, passes;
    double loads, stores;           /* bytes that the instructions move */
    double read, written;           /* distinct bytes of each pass */
    double lines;                   /* distinct lines of 64 bytes of each pass */
    double misses;                  /* lines that the simulated cache loads */
    double requests_32, sectors_32; /* of warps of 32 threads, */
    double requests_64, sectors_64; /* and of 64; 0 on the CPU */
    double accesses; /* of all threads: accesses / requests_32 of 32 take part */
    double longest;  /* accesses of the thread that has the most, of each launch */
    /* CUDA programs: for each request of 32 threads the most different words in one bank;
     * the same for requests to shared memory */
    double words_32, requests_shared, words_shared;
};
enum { TRAFFIC_NUMBERS = sizeof(struct traffic) / sizeof(double), CACHE_LINE = 64 };

/* sum += more, all members. */
static inline void traffic_add(struct traffic *sum, const struct traffic *more)
{
    for (int k = 0; k < TRAFFIC_NUMBERS; k++)
        ((double *)sum)[k] += ((const double *)more)[k];
}

/* A kernel, with the phase and the level in which it was launched. */
struct traffic_kernel {
    const char *name;    /* "-": loops of a phase that are not kernels */
    const char *formats; /* of the compiled file, "f64,f32", or "" */
    int phase, level;    /* TRAFFIC_NO_PHASE and 0: launched in no phase */
    long phase_number;   /* counts the phases that have begun */
    struct traffic sum;
};

/* A phase begins, and the phase that was begun last ends. Both are numbers that the
 * caller chooses. */
void traffic_phase_begin(int phase, int level);
void traffic_phase_end(void);

/* A launch outside of all phases is counted, too, between traffic_reset and traffic_keep:
 * a tree must not do its work where nobody asks. While paused is 1 it is not. */
enum { TRAFFIC_NO_PHASE = -1 };
void traffic_pause(int paused);

/* Sets all sums to zero; keeps the sums of the kernels since then as the result; returns
 * the result and the number of its kernels. No launch is open. */
void traffic_reset(void);
void traffic_keep(void);
const struct traffic_kernel *traffic_result(int *count);

/* Names the next launch; returns it with its phase; begins it, where it is executed;
 * ends it. A launch within a launch is part of it. */
void traffic_name(const char *name, const char *formats);
struct traffic_kernel traffic_launch(void);
void traffic_begin(const struct traffic_kernel *launch);
void traffic_end(void);

/* Only accesses to these bytes, the memory of the device, are counted, and only in
 * launches. From now on check(p, bytes, alignment, instruction) is called before each
 * access, also of the host; p must be a multiple of `alignment`. It says what the bytes
 * are. Returns 0, and never calls it, if nothing is counted. */
enum traffic_memory { WITHOUT_BANKS, IN_BANKS, SHARED_MEMORY };
typedef enum traffic_memory traffic_check(const void *p, size_t bytes,
                                          size_t alignment,
                                          const void *instruction);
int traffic_device(const void *memory, size_t bytes, traffic_check *check);

/* The thread with this index in its team runs now; it becomes thread `number` of the
 * launch, or, with -1, a thread whose requests are not counted. Returns 1. */
void traffic_switch(int thread_of_team);
int traffic_thread(long number);

/* For the macros of a kernel on the CPU: both together; always 1 and 0, as the
 * condition of a loop that is executed once. */
int traffic_begin_loop(const char *name, const char *formats);
int traffic_end_loop(void);
#ifdef __cplusplus
}
#endif

#if !defined(MEMWALL_TRAFFIC) /* not COUNT=1: nothing is counted */
#define traffic_phase_begin(phase, level)    ((void)(phase), (void)(level))
#define traffic_phase_end()                  ((void)0)
#define traffic_pause(paused)                ((void)(paused))
#define traffic_reset()                      ((void)0)
#define traffic_keep()                       ((void)0)
#define traffic_result(count)                (*(count) = 0, (struct traffic_kernel *)NULL)
#define traffic_launch()                     ((struct traffic_kernel){.name = NULL})
#define traffic_begin(launch)                ((void)(launch))
#define traffic_end()                        ((void)0)
#define traffic_device(memory, bytes, check) ((void)(check), 0)
#define traffic_switch(thread_of_team)       ((void)0)
#endif

#if defined(REAL) && defined(STORE)
#define TRAFFIC_TEXT_(x) #x
#define TRAFFIC_TEXT(x)  TRAFFIC_TEXT_(x)
#define TRAFFIC_FORMATS  TRAFFIC_TEXT(REAL) "," TRAFFIC_TEXT(STORE)
#else
#define TRAFFIC_FORMATS ""
#endif

/* What the kernel macros add to a loop over rows or teams (CPU: make reads this header before
 * kernel_macros.h), to a launch and to the execution of a thread (emulated device). */
#if defined(MEMWALL_COUNT)
#define COUNTED_LOOP(i)                                                   \
    for (int i##_counted = traffic_begin_loop(__func__, TRAFFIC_FORMATS); \
         i##_counted; i##_counted = traffic_end_loop())
#define COUNTED_LAUNCH(kernel) traffic_name(#kernel, TRAFFIC_FORMATS)
#define COUNTED_THREAD(number) traffic_thread(number)
#else
#define COUNTED_LAUNCH(kernel) ((void)0)
#define COUNTED_THREAD(number) 1
#endif
#endif
