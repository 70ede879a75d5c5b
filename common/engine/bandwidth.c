/* common/engine/bandwidth.c - measures the memory bandwidth.
 *
 * The kernels are STREAM's (McCalpin 1995), and a sum that only reads:
 *
 *   kernel   computes             bytes of n entries
 *   read     sum of a_i           8 n
 *   triad    a_i = b_i + s c_i    24 n
 *   copy     a_i = b_i            16 n
 *
 * All ranks and their threads or devices run at the same time. read sums one array
 * that has the length of all three, on a CPU in the fastest of three loops: which one
 * depends on the processor. Each thread of a GPU issues four loads of 16 bytes before
 * it adds the first number. On a device the times are those between events around
 * several launches, because the launch of one kernel takes a tenth of its time.
 */
#include "bandwidth.h"
#include "clock.h"
#include "device.h"
#include "error.h"
#include "kernels.h"
#include "machine.h"
#include "memory.h"
#include "phase.h"
#include "kernel_macros.h"
#include <math.h>
#include <stdio.h>

/* The shortest of PASSES times, on a device of LAUNCHES each; a team reads STRIP elements. */
enum { PASSES = 3, LAUNCHES = 5, STRIP = 2048 };

/* The first sums an array; so do the next two on a CPU, in four streams through different
 * quarters of the array, and in one whose cache lines are prefetched into L2. */
enum kernel { ONE_STREAM, FOUR_STREAMS, PREFETCHED, TRIAD, COPY };

/* Two elements that a device loads together. */
struct two {
    double x, y;
} __attribute__((aligned(16)));

/* Loads elements that are read only once. CUDA uses ld.global.cs (the cache line is evicted
 * first), HIP a load with the bits glc and slc. */
DEVICE struct two load_once(const struct two *p)
{
#if defined(__CUDA_ARCH__)
    const double2 loaded = __ldcs((const double2 *)p);
    return {loaded.x, loaded.y};
#elif defined(__HIP_DEVICE_COMPILE__)
    typedef double pair __attribute__((ext_vector_type(2)));
    const pair loaded = __builtin_nontemporal_load((const pair *)p);
    return {loaded.x, loaded.y};
#else
    return *p;
#endif
}

/* Prefetches a cache line into L2. nvcc does not know how, and no device does it. */
DEVICE void prefetch(const double *p)
{
#if !defined(__CUDACC__)
    __builtin_prefetch(p, 0, 2);
#endif
}

/* partial[t] = the sum of strip t of x; with FOUR_STREAMS, of a quarter of a strip in each
 * quarter of x. */
KERNEL sum_per_strip(int strips, enum kernel kernel, const double *restrict x,
                     double *restrict partial)
{
    const int quarter = STRIP / 4, half = quarter / 2, block = 128, ahead = 1024;
    const int four = kernel == FOUR_STREAMS;
    const size_t stride = four ? (size_t)strips * quarter : (size_t)block;
    FOR_TEAMS(t, strips) {
        const double *p = x + (size_t)t * (four ? quarter : 4 * quarter);
        double sum = 0;
        if (ON_DEVICE) {
            const struct two *q = (const struct two *)p;
            FOR_THREADS_SUM(sum, i, 0, half) {
                const struct two a = load_once(q + i), b = load_once(q + i + half),
                                 c = load_once(q + i + 2 * half),
                                 d = load_once(q + i + 3 * half);
                sum += ((a.x + a.y) + (b.x + b.y)) + ((c.x + c.y) + (d.x + d.y));
            }
        }
        for (int k = 0; !ON_DEVICE && k < quarter / block; k++) {
            for (int i = 0; kernel == PREFETCHED && i < 4 * block; i += 8)
                prefetch(p + i + ahead);
            FOR_THREADS_SUM(sum, i, 0, block)
                sum += (p[i] + p[i + stride]) +
                       (p[i + 2 * stride] + p[i + 3 * stride]);
            p += four ? block : 4 * block;
        }
        sum = team_sum(sum);
        if (TEAM_LEADER)
            partial[t] = sum;
    }
}

KERNEL triad(int n, double s, double *restrict a, const double *restrict b,
             const double *restrict c)
{
    FOR_ALL(i, n)
        a[i] = b[i] + s * c[i];
}

KERNEL copy(int n, double *restrict a, const double *restrict b)
{
    FOR_ALL(i, n)
        a[i] = b[i];
}

/* Integers, whose sums are exact. */
KERNEL fill(int n, int first, double *a)
{
    FOR_ALL(i, n)
        a[i] = first + i % 16;
}

struct arrays {
    int n; /* entries of each, a multiple of STRIP */
    double *a, *b, *c, *partial;
};

static void launch(enum kernel kernel, const struct arrays *x)
{
    const int n = x->n, strips = 3 * (n / STRIP);
    if (kernel == TRIAD)
        LAUNCH(triad, n, n, 3, x->a, x->b, x->c);
    else if (kernel == COPY)
        LAUNCH(copy, n, n, x->a, x->b);
    else
        TEAM_LAUNCH(sum_per_strip, strips, strips, kernel, x->a, x->partial);
}

/* Ends the run if the sum of all elements is wrong. After the triad a = b + 3 c, in entries
 * i with i % 16 = k, the arrays contain 7 + 4 k, 1 + k and 2 + k; k has the mean 7.5. */
static void check_sum(const struct arrays *x)
{
    const double wanted = (10 + 6 * 7.5) * x->n;
    double sum;
    sum_tiles(x->partial, 3 * (x->n / STRIP), 1, &sum, MPI_COMM_SELF);
    if (sum != wanted)
        die("bandwidth: the sum of the arrays is %.17g, not %.17g", sum, wanted);
}

/* The seconds of the slowest rank for one launch. Sums are checked. */
static double time_of(enum kernel kernel, const struct arrays *x, MPI_Comm comm)
{
    double best = 1e30;
    const int launches = *device_get_info().name ? LAUNCHES : 1;
    for (int pass = 0; pass < PASSES; pass++) {
        double seconds = 0;
        device_events_reserve();
        stream_synchronize(COMPUTE);
        MPI_OK(MPI_Barrier(comm));
        const struct event start = device_event();
        for (int k = 0; k < launches; k++)
            launch(kernel, x);
        device_interval(start, device_event(), &seconds);
        device_events_synchronize();
        MPI_OK(MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, comm));
        best = seconds < best ? seconds : best;
    }
    if (kernel <= PREFETCHED)
        check_sum(x);
    return best / launches;
}

/* The bytes of the caches from which this rank may read: the last-level cache of its
 * device, or its part of the last-level caches of its node. */
static double cache_of_rank(MPI_Comm comm)
{
    const struct device_info device = device_get_info();
    return device.cache > 0 ? device.cache / device.sharing
                            : machine_cache() / machine_ranks_of_node(comm);
}

/* The bytes of the arrays on a rank (bandwidth_measure). */
static double array_bytes(double kernel_bytes, MPI_Comm comm)
{
    const double least = 4 << 20, most = 512 << 20, on_gpu = 6e9;
    const struct device_info device = device_get_info();
    const int gpu = device.cache > 0, ranks = machine_ranks_of_node(comm);
    const double cache = cache_of_rank(comm), node = (double)machine_free_memory(),
                 spare = gpu ? device.available : node / ranks;
    double bytes = kernel_bytes <= cache
                       ? fmin(fmax(kernel_bytes, least), most)
                       : fmin(gpu ? on_gpu : 4 * cache, spare / 4);
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, &bytes, 1, MPI_DOUBLE, MPI_MIN, comm));
    return bytes;
}

void bandwidth_measure(struct bandwidth *b, double kernel_bytes, MPI_Comm comm)
{
    const double strips =
        array_bytes(kernel_bytes, comm) / (3 * sizeof(double) * STRIP);
    const int n = STRIP * (int)fmax(strips, 1);
    const size_t all = 3 * (size_t)n;
    double *a = (double *)device_alloc(all, sizeof *a, "bandwidth arrays");
    double *partial =
        (double *)device_alloc(all / STRIP, sizeof *a, "sums per strip");
    const struct arrays x = {n, a, a + n, a + 2 * (size_t)n, partial};
    LAUNCH(fill, n, n, 0, x.a);
    LAUNCH(fill, n, n, 1, x.b);
    LAUNCH(fill, n, n, 2, x.c);
    const double bytes = (double)n * sizeof(double) * comm_size(comm);
    b->copy = fmax(b->copy, 2 * bytes / time_of(COPY, &x, comm));
    b->triad = fmax(b->triad, 3 * bytes / time_of(TRIAD, &x, comm));
    double read = 0;
    for (int k = ONE_STREAM; k <= (ON_DEVICE ? ONE_STREAM : PREFETCHED); k++)
        read = fmax(read, 3 * bytes / time_of((enum kernel)k, &x, comm));
    device_free(partial);
    device_free(a);
    b->least_read = b->measurements == 0 ? read : fmin(read, b->least_read);
    b->read = fmax(b->read, read);
    b->measurements++;
    b->bytes = (double)(all * sizeof *a);
    b->cache = cache_of_rank(comm);
}

double bandwidth_share(const struct bandwidth *b, double bytes, double seconds,
                       long calls, int ranks)
{
    if (!(bytes / (double)calls / ranks > b->cache && seconds > 0 && b->read > 0))
        return -1;
    return bytes / seconds / b->read;
}

void bandwidth_print(const struct bandwidth *b)
{
    printf(
        "measured memory bandwidth: read %.1f GB/s, triad %.1f, copy %.1f (arrays "
        "of %.0f MB per rank; best of %d measurements, the slowest has %.1f %% "
        "less)\n",
        b->read / 1e9, b->triad / 1e9, b->copy / 1e9, b->bytes / 1e6,
        b->measurements, 100 - 100 * b->least_read / b->read);
    if (b->bytes > b->cache && b->read < fmax(b->triad, b->copy))
        printf("read is below triad or copy: fractions of read are too large\n");
}

void bandwidth_json(struct json *j, const struct bandwidth *b)
{
    json_add(j,
             "copy_bytes_per_second=%g read_bytes_per_second=%g "
             "triad_bytes_per_second=%g bandwidth_array_bytes=%g "
             "bandwidth_measurements=%d least_read_bytes_per_second=%g "
             "cache_bytes_per_rank=%g",
             b->copy, b->read, b->triad, b->bytes, b->measurements, b->least_read,
             b->cache);
}
