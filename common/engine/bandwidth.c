/* common/engine/bandwidth.c - measures the memory bandwidth.
 *
 * The kernels are those of STREAM (McCalpin 1995), and a sum that only reads:
 *
 *   kernel   computes             bytes of n entries
 *   read     sum of a_i           8 n
 *   triad    a_i = b_i + s c_i    24 n
 *   copy     a_i = b_i            16 n
 *
 * All ranks and their threads or devices run at the same time. read sums one array
 * that has the length of all three. Each thread of a GPU issues four loads of 16
 * bytes before it adds the first number. On a device the times are those between
 * events around several launches, because the launch of one kernel takes a tenth of
 * its time.
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

/* PASSES repetitions, of which the shortest time counts; on a device each repetition
 * consists of LAUNCHES launches. A team reads STRIP numbers. */
enum { PASSES = 3, LAUNCHES = 5, STRIP = 2048 };

/* Two numbers that a device loads together. */
struct two {
    double x, y;
} __attribute__((aligned(16)));

/* Loads numbers that are read only once. CUDA uses ld.global.cs (the cache line is evicted
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

/* partial[t] = the sum of strip t of x. */
KERNEL sum_per_strip(int strips, const double *restrict x, double *restrict partial)
{
    enum { QUARTER = STRIP / 2 / 4 };
    FOR_TEAMS(t, strips) {
        const struct two *p = (const struct two *)(x + (size_t)t * STRIP);
        double sum = 0;
        FOR_THREADS_SUM(sum, i, 0, QUARTER) {
            const struct two a = load_once(p + i), b = load_once(p + i + QUARTER),
                             c = load_once(p + i + 2 * QUARTER),
                             d = load_once(p + i + 3 * QUARTER);
            sum += ((a.x + a.y) + (b.x + b.y)) + ((c.x + c.y) + (d.x + d.y));
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

/* Whole numbers, whose sums are exact. */
KERNEL fill(int n, int first, double *a)
{
    FOR_ALL(i, n)
        a[i] = first + i % 16;
}

struct arrays {
    int n; /* entries of each, a multiple of STRIP */
    double *a, *b, *c, *partial;
};

enum kernel { READ, TRIAD, COPY };

static void launch(enum kernel kernel, const struct arrays *x)
{
    const int n = x->n, strips = 3 * (n / STRIP);
    if (kernel == READ)
        TEAM_LAUNCH(sum_per_strip, strips, strips, x->a, x->partial);
    else if (kernel == TRIAD)
        LAUNCH(triad, n, n, 3, x->a, x->b, x->c);
    else
        LAUNCH(copy, n, n, x->a, x->b);
}

/* The seconds of the slowest rank for one launch. */
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
    return best / launches;
}

/* Ends the run if the sum of all numbers is wrong. After the triad a = b + 3 c, in entries
 * i with i % 16 = k, the three arrays contain 7 + 4 k, 1 + k and 2 + k; 7.5 is the mean of
 * k. */
static void check_sum(const struct arrays *x)
{
    const double wanted = (10 + 6 * 7.5) * x->n;
    double sum;
    sum_tiles(x->partial, 3 * (x->n / STRIP), 1, &sum, MPI_COMM_SELF);
    if (sum != wanted)
        die("measurement of the bandwidth: the sum of the arrays is %.17g instead "
            "of %.17g",
            sum, wanted);
}

/* The bytes of the caches from which this rank may read: the last-level cache of its
 * device, or its part of the last-level caches of its node. */
static double cache_of_rank(MPI_Comm comm)
{
    const struct device_info device = device_get_info();
    return device.cache > 0 ? device.cache / device.sharing
                            : machine_cache() / machine_ranks_of_node(comm);
}

size_t bandwidth_bytes(double kernel_bytes, MPI_Comm comm)
{
    const double least = 4 << 20, most = 512 << 20, on_gpu = 6e9;
    const struct device_info device = device_get_info();
    const int gpu = device.cache > 0, ranks = machine_ranks_of_node(comm);
    const double cache = cache_of_rank(comm),
                 available =
                     gpu ? device.available : (double)machine_free_memory() / ranks;
    double bytes = kernel_bytes <= cache
                       ? fmin(fmax(kernel_bytes, least), most)
                       : fmin(gpu ? on_gpu : 4 * cache, available / 4);
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, &bytes, 1, MPI_DOUBLE, MPI_MIN, comm));
    return (size_t)bytes;
}

void bandwidth_measure(struct bandwidth *b, size_t bytes, MPI_Comm comm)
{
    const int strips = (int)(bytes / (3 * sizeof(double)) / STRIP),
              n = strips > 1 ? strips * STRIP : STRIP;
    struct arrays x;
    x.n = n;
    x.a = (double *)device_alloc(3 * (size_t)n, sizeof *x.a, "bandwidth arrays");
    x.b = x.a + n;
    x.c = x.b + n;
    x.partial = (double *)device_alloc(3 * (size_t)(n / STRIP), sizeof *x.a,
                                       "sums per strip");
    LAUNCH(fill, n, n, 0, x.a);
    LAUNCH(fill, n, n, 1, x.b);
    LAUNCH(fill, n, n, 2, x.c);
    const double array_bytes = (double)n * sizeof(double) * comm_size(comm),
                 copied = 2 * array_bytes / time_of(COPY, &x, comm),
                 added = 3 * array_bytes / time_of(TRIAD, &x, comm),
                 read = 3 * array_bytes / time_of(READ, &x, comm);
    check_sum(&x);
    device_free(x.partial);
    device_free(x.a);
    b->copy = copied > b->copy ? copied : b->copy;
    b->triad = added > b->triad ? added : b->triad;
    b->read = read > b->read ? read : b->read;
    b->least_read =
        b->measurements == 0 || read < b->least_read ? read : b->least_read;
    b->measurements++;
    b->bytes = 3 * (size_t)n * sizeof(double);
    b->cache = cache_of_rank(comm);
}

double bandwidth_share(const struct bandwidth *b, double bytes, double seconds,
                       long calls, int ranks)
{
    if (!(bytes / (double)calls / ranks > b->cache && seconds > 0 && b->read > 0))
        return -1;
    return bytes / seconds / b->read;
}

void bandwidth_json(struct json *j, const struct bandwidth *b)
{
    json_add(j,
             "copy_bytes_per_second=%g read_bytes_per_second=%g "
             "triad_bytes_per_second=%g bandwidth_array_bytes=%g "
             "bandwidth_measurements=%d least_read_bytes_per_second=%g "
             "cache_bytes_per_rank=%g",
             b->copy, b->read, b->triad, (double)b->bytes, b->measurements,
             b->least_read, b->cache);
}
