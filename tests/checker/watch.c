/* tests/checker/watch.c - sums over the calls of each kernel, and the judge's clock.
 *
 * __wrap_spmv is called instead of spmv, and __real_spmv is the tree's function, by
 * way of dispatch.c. While the watch is on, watch_spmv calls it (watch_matrix.c,
 * watch_vector.c). The least bytes of a call are those that any layout must transfer:
 * each value of the matrix and each vector once, and no index.
 */
#include "watched.h"
#include "phase.h"
#include "traffic.h"
#include "verdict.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct watch watch = {.test = ""};
struct result results[WATCHED_MOST];

/* The calls of a kernel on a level since watch_start. */
static struct sum {
    long calls;
    double bytes;               /* of all calls */
    double seconds[TIMES_KEPT]; /* of the last calls */
    enum format v, s;           /* of the last call */
} sums[WATCHED_MOST][MAX_LEVELS];

const char *const kernel_names[] = {
#define NAME(V, S, result, name, ...) #name,
    CONTRACT_X(NAME, , )};
static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median_seconds(struct sum *s)
{
    const long count = s->calls < TIMES_KEPT ? s->calls : TIMES_KEPT;
    qsort(s->seconds, (size_t)count, sizeof *s->seconds, ascending);
    return count > 0 ? s->seconds[count / 2] : 0;
}

void watch_sums_write(void)
{
    for (int k = 0; k < KERNEL_COUNT; k++)
        for (int l = 0; l < MAX_LEVELS; l++) {
            struct sum *s = &sums[k][l];
            if (s->calls > 0)
                verdict_line("{\"kernel\":\"%s\",\"level\":%d,\"format\":\"%s,%s\","
                             "\"calls\":%ld,\"seconds\":%.9g,\"bytes\":%.9g}",
                             kernel_names[k], l, format_name(s->v),
                             format_name(s->s), s->calls, median_seconds(s),
                             s->bytes / (double)s->calls);
        }
}

void watch_start(const char *test, int rows, uint64_t seed, int sample)
{
    inspect_start();
    watch = (struct watch){.on = 1,
                           .rows = rows,
                           .test = test,
                           .random = {seed ^ 0x5eed},
                           .sample = sample,
                           .choice = {seed ^ 0xc401ce}};
    memset(sums, 0, sizeof sums);
}

/* ---- Stated and counted bytes ---- */

static struct stated {
    double stated, counted, misses, lines;
} worst[WATCHED_MOST][MAX_LEVELS][PHASES];

void watch_bytes(const char *test, uint64_t seed)
{
    watch_start(test, 0, seed, 0);
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
                    verdict_line("{\"stated\":%.9g,\"counted\":%.9g,"
                                 "\"kernel\":\"%s\",\"phase\":\"%s\","
                                 "\"level\":%d,\"lines\":%.9g,\"misses\":%.9g}",
                                 w->stated, w->counted, kernel_names[k],
                                 phase_name((enum phase)p), l, w->lines, w->misses);
            }
}

double judge_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void finish(struct frame *f)
{
    struct sum *s = &sums[f->c.index][f->c.level];
    s->seconds[s->calls++ % TIMES_KEPT] = f->seconds;
    s->bytes += f->bytes;
    s->v = f->c.v;
    s->s = f->c.s;
    frame_end(f);
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
                        finish(&f));                                           \
    }
CONTRACT_X(RECEIVE, , )

double watched_bytes(const struct matrix *A, double share, enum format s,
                     double vectors, enum format v)
{
    return share * (double)A->nonzeros * (double)format_bytes(s) +
           vectors * A->n * (double)format_bytes(v);
}
