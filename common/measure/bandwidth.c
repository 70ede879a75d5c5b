/* common/measure/bandwidth.c - the bandwidth that kernels are compared with: read, triad and
 * copy in the manner of STREAM (McCalpin 1995), on all ranks and threads (or devices).
 */
#include "error.h"
#include "kernels.h"
#include "machine.h"
#include "phase.h"
#include "words.h"

enum { PASSES = 7 };

KERNEL add_up(int n, const double *restrict x, double *restrict partial)
{
    FOR_TEAMS(t, tiles(n)) {
        int first = t * TILE, last = first + TILE < n ? first + TILE : n;
        double sum = 0;
        FOR_LANES_SUM(sum, i, first, last)
            sum += x[i];
        sum = team_sum(sum);
        IF_LEADER
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

/* The barrier before a measurement; the time at its end. */
static double begin(MPI_Comm comm)
{
    stream_wait(COMPUTE);
    MPI_OK(MPI_Barrier(comm));
    return now();
}

/* The seconds since `start` on the slowest rank, or `best` if that is less. */
static double faster(double best, double start, MPI_Comm comm)
{
    stream_wait(COMPUTE);
    double seconds = now() - start;
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, comm));
    return seconds < best ? seconds : best;
}

struct bandwidth machine_bandwidth(size_t bytes, MPI_Comm comm)
{
    int ranks, n = (int)(bytes / (3 * sizeof(double)));
    MPI_OK(MPI_Comm_size(comm, &ranks));
    double *a = (double *)device_alloc(3 * (size_t)n, sizeof *a, "bandwidth arrays");
    double *b = a + n, *c = b + n;
    double *partial =
        (double *)device_alloc((size_t)tiles(3 * n), sizeof *a, "sums per tile");
    LAUNCH(fill, n, n, 0, a);
    LAUNCH(fill, n, n, 1, b);
    LAUNCH(fill, n, n, 2, c);
    double of_copy = 1e30, of_read = 1e30, of_triad = 1e30, sum;
    for (int pass = 0; pass < PASSES; pass++) {
        double start = begin(comm);
        LAUNCH(copy, n, n, a, b);
        of_copy = faster(of_copy, start, comm);
        start = begin(comm);
        LAUNCH(triad, n, n, 3, a, b, c);
        of_triad = faster(of_triad, start, comm);
        start = begin(comm);
        TEAM_LAUNCH(add_up, tiles(3 * n), 3 * n, a, partial);
        of_read = faster(of_read, start, comm);
        sum_tiles(partial, tiles(3 * n), 1, &sum, MPI_COMM_SELF);
        if (!(sum == 10.0 * n)) /* n (7 + 1 + 2) */
            die("the bandwidth arrays do not add up: %g instead of %g", sum, 10.0 * n);
    }
    device_free(partial);
    device_free(a);
    double bytes_of_one = (double)n * sizeof(double) * ranks;
    struct bandwidth found;
    found.read = 3 * bytes_of_one / of_read;
    found.triad = 3 * bytes_of_one / of_triad;
    found.copy = 2 * bytes_of_one / of_copy;
    found.bytes = 3 * (size_t)n * sizeof(double);
    return found;
}
