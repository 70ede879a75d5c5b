/* common/measure/bandwidth.c - measures the memory bandwidth.
 *
 * The kernels are those of STREAM (McCalpin 1995), and a sum that only reads:
 *
 *   kernel   computes             bytes of n entries
 *   read     sum of a_i           8 n
 *   triad    a_i = b_i + s c_i    24 n
 *   copy     a_i = b_i            16 n
 *
 * All ranks and their threads or devices run at the same time. read sums one array
 * that has the length of all three.
 */
#include "error.h"
#include "clock.h"
#include "kernels.h"
#include "bandwidth.h"
#include "phase.h"
#include "kernel_macros.h"

enum { PASSES = 7 }; /* repetitions; the shortest time counts */

/* partial[t] = the sum of tile t of x. */
KERNEL sum_per_tile(int n, const double *restrict x, double *restrict partial)
{
    FOR_TEAMS(t, tiles(n)) {
        int first = t * TILE, last = first + TILE < n ? first + TILE : n;
        double sum = 0;
        FOR_THREADS_SUM(sum, i, first, last)
            sum += x[i];
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

KERNEL fill(int n, double value, double *a)
{
    FOR_ALL(i, n)
        a[i] = value;
}

/* Waits for all ranks and returns the time. */
static double begin(MPI_Comm comm)
{
    stream_synchronize(COMPUTE);
    MPI_OK(MPI_Barrier(comm));
    return now();
}

/* The minimum of `best` and the seconds since `start` on the slowest rank. */
static double end(double best, double start, MPI_Comm comm)
{
    stream_synchronize(COMPUTE);
    double seconds = now() - start;
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, comm));
    return seconds < best ? seconds : best;
}

struct bandwidth machine_bandwidth(size_t bytes, MPI_Comm comm)
{
    int ranks, n = (int)(bytes / (3 * sizeof(double)));
    MPI_OK(MPI_Comm_size(comm, &ranks));
    double *a =
        (double *)device_alloc(3 * (size_t)n, sizeof *a, "bandwidth arrays");
    double *b = a + n, *c = b + n;
    double *partial =
        (double *)device_alloc((size_t)tiles(3 * n), sizeof *a, "sums per tile");
    LAUNCH(fill, n, n, 0, a);
    LAUNCH(fill, n, n, 1, b);
    LAUNCH(fill, n, n, 2, c);
    double copy_seconds = 1e30, read_seconds = 1e30, triad_seconds = 1e30, sum;
    for (int pass = 0; pass < PASSES; pass++) {
        double start = begin(comm);
        LAUNCH(copy, n, n, a, b);
        copy_seconds = end(copy_seconds, start, comm);
        start = begin(comm);
        LAUNCH(triad, n, n, 3, a, b, c);
        triad_seconds = end(triad_seconds, start, comm);
        start = begin(comm);
        TEAM_LAUNCH(sum_per_tile, tiles(3 * n), 3 * n, a, partial);
        read_seconds = end(read_seconds, start, comm);
        sum_tiles(partial, tiles(3 * n), 1, &sum, MPI_COMM_SELF);
        if (!(sum == 10.0 * n)) /* n (a + b + c) = n (7 + 1 + 2) */
            die("measurement of the bandwidth: the sum of the arrays is %g instead "
                "of %g",
                sum, 10.0 * n);
    }
    device_free(partial);
    device_free(a);
    double array_bytes = (double)n * sizeof(double) * ranks;
    struct bandwidth measured;
    measured.read = 3 * array_bytes / read_seconds;
    measured.triad = 3 * array_bytes / triad_seconds;
    measured.copy = 2 * array_bytes / copy_seconds;
    measured.bytes = 3 * (size_t)n * sizeof(double);
    return measured;
}
