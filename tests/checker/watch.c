/* tests/checker/watch.c - receives the calls of all kernels; limits of time, bytes of the calls.
 *
 * __wrap_spmv is called instead of spmv, and __real_spmv is the tree's function, by
 * way of dispatch.c. While the watch is on, watch_spmv calls it (watch_matrix.c,
 * watch_vector.c).
 */
#include "watched.h"
#include "error.h"
#include "phase.h"
#include "traffic.h"
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct watch watch;
struct result results[WATCHED];

const char *const kernel_names[] = {
#define NAME(V, S, result, name, ...) #name,
    CONTRACT_X(NAME, , )};

void watch_start(const char *test, int rows, uint64_t seed)
{
    watch = (struct watch){.on = 1, .rows = rows, .random = {seed ^ 0x5eed}};
    snprintf(watch.test, sizeof watch.test, "%s", test);
}

/* ---- Limit of time, crashes ---- */

static int limit;
static char step[400], seconds[20]; /* what runs now, and its limit */
static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
enum { CRASHES = sizeof crashes / sizeof *crashes };
static struct sigaction old[CRASHES];

static void put(const char *text)
{
    for (size_t left = strlen(text); left > 0;) {
        const ssize_t count = write(2, text, left);
        if (count <= 0)
            return;
        text += count;
        left -= (size_t)count;
    }
}

/* The signal handler, which may call only few functions. After a crash the previous handler,
 * from MPI, a sanitizer or the system, ends the program. */
static void arrived(int number)
{
    put(number == SIGALRM ? "memwall: no end within " : "memwall: crash in ");
    put(number == SIGALRM ? seconds : "");
    put(step);
    for (int k = 0; k < CRASHES; k++)
        if (crashes[k] == number)
            sigaction(number, &old[k], NULL);
    if (number == SIGALRM)
        _exit(EXIT_INVALID);
}

void watch_limit(int in_seconds)
{
    struct sigaction action = {.sa_handler = arrived};
    limit = in_seconds;
    sigaction(SIGALRM, &action, NULL);
    for (int k = 0; k < CRASHES; k++)
        sigaction(crashes[k], &action, &old[k]);
}

void watch_step(int limits, const char *format, ...)
{
    char text[200];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    snprintf(seconds, sizeof seconds, "%d s: ", limits * limit);
    snprintf(step, sizeof step, *watch.test ? "%s [%s]\n" : "%s\n", text, watch.test);
    alarm((unsigned)(limits * limit));
}

/* ---- Stated and counted bytes ---- */

static struct stated {
    double stated, counted, misses, lines;
} worst[KERNEL_COUNT][MAX_LEVELS][PHASES];

void watch_bytes(const char *test, uint64_t seed)
{
    watch_start(test, 0, seed);
    watch.bytes = 1;
    memset(worst, 0, sizeof worst);
}

static double deviation(const struct stated *s)
{
    return fabs(s->stated - s->counted) / (s->counted + s->stated + 1e-9);
}

void watch_bytes_call(const struct frame *f)
{
    const struct phase_table *t = phase_read();
    int kernels;
    const struct traffic_kernel *kernel = traffic_result(&kernels);
    for (int p = 0; p < PHASES; p++) {
        struct stated s = {0}, *w = &worst[f->c.index][f->c.level][p];
        for (int l = 0; l < MAX_LEVELS; l++) {
            s.stated += t->cell[p][l].bytes;
            s.counted += t->cell[p][l].counted;
        }
        for (int k = 0; k < kernels; k++)
            if (kernel[k].phase == p) {
                s.misses += kernel[k].sum.misses;
                s.lines += kernel[k].sum.lines;
            }
        if (s.counted + s.stated > 0 &&
            (w->counted + w->stated == 0 || deviation(&s) > deviation(w)))
            *w = s;
    }
}

void watch_bytes_write(void)
{
    for (int k = 0; k < KERNEL_COUNT; k++)
        for (int l = 0; l < MAX_LEVELS; l++)
            for (int p = 0; p < PHASES; p++) {
                const struct stated *w = &worst[k][l][p];
                if (w->counted + w->stated > 0)
                    printf("{\"stated\":%.9g,\"counted\":%.9g,"
                           "\"kernel\":\"%s\",\"phase\":\"%s\","
                           "\"level\":%d,\"lines\":%.9g,\"misses\":%.9g}\n",
                           w->stated, w->counted, kernel_names[k],
                           phase_name((enum phase)p), l, w->lines, w->misses);
            }
}

/* The functions that receive the calls. */
#define FINISH_void(call, after) \
    call;                        \
    after
#define FINISH_double(call, after) \
    const double number = call;    \
    after;                         \
    return number
#define RECEIVE(V, S, result, name, parameters, arguments, first, second, ...) \
    result __wrap_##name parameters;                                           \
    result __wrap_##name parameters                                            \
    {                                                                          \
        if (!watch.on)                                                         \
            return __real_##name arguments;                                    \
        struct frame f = frame_begin(N_##name, #name, first, second);          \
        FINISH_##result(watch_##name(&f, WITHOUT_PARENTHESES arguments),       \
                        frame_end(&f));                                        \
    }
CONTRACT_X(RECEIVE, , )
