/* common/bandwidth.c - the bandwidth that the kernels are compared with: read and triad
 * in the manner of STREAM (McCalpin 1995), on all ranks and threads at once.
 */
#include "error.h"
#include "machine.h"
#include "memory.h"
#include "phase.h"
#include "words.h"

enum { PASSES = 7 };

static double read_all(int n, const double *x, double *partial)
{
    FOR_TEAMS(t, tiles(n)) {
        int first = t * TILE, last = first + TILE < n ? first + TILE : n;
        double sum = 0;
        FOR_LANES_SUM(sum, i, first, last)
            sum += x[i];
        partial[t] = sum;
    }
    double sum = 0;
    for (int t = 0; t < tiles(n); t++)
        sum += partial[t];
    return sum;
}

static void triad(int n, double s, double *restrict a, const double *restrict b,
                  const double *restrict c)
{
    FOR_ALL(i, n)
        a[i] = b[i] + s * c[i];
}

/* Seconds since `start` on the slowest rank. */
static double slowest(double start, MPI_Comm comm)
{
    double seconds = now() - start;
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, comm));
    return seconds;
}

struct bandwidth machine_bandwidth(size_t bytes, MPI_Comm comm)
{
    int ranks, n = (int)(bytes / (3 * sizeof(double)));
    MPI_OK(MPI_Comm_size(comm, &ranks));
    double *a = NEW(double, 3 * (size_t)n, "bandwidth arrays");
    double *b = a + n, *c = b + n;
    double *partial = NEW(double, (size_t)tiles(3 * n), "sums per tile");
    FOR_ALL(i, n) {
        a[i] = 0;
        b[i] = 1;
        c[i] = 2;
    }
    double best_read = 1e30, best_triad = 1e30;
    for (int pass = 0; pass < PASSES; pass++) {
        MPI_OK(MPI_Barrier(comm));
        double start = now();
        triad(n, 3, a, b, c);
        double seconds = slowest(start, comm);
        best_triad = seconds < best_triad ? seconds : best_triad;
        MPI_OK(MPI_Barrier(comm));
        start = now();
        double sum = read_all(3 * n, a, partial);
        seconds = slowest(start, comm);
        best_read = seconds < best_read ? seconds : best_read;
        if (!(sum == 10.0 * n)) /* n (7 + 1 + 2) */
            die("the bandwidth arrays do not add up: %g instead of %g", sum, 10.0 * n);
    }
    mem_free(partial);
    mem_free(a);
    double moved = 3.0 * n * sizeof(double) * ranks;
    return (struct bandwidth){moved / best_read, moved / best_triad,
                              3 * (size_t)n * sizeof(double)};
}
