/* tests/unit/tap.h - test results as TAP lines, agreed on by all ranks.
 *
 * Every call is collective: a test passes when it passes on each rank, and rank 0
 * prints its line. done() also requires that all memory of memory.h has been freed.
 */
#ifndef MEMWALL_TAP_H
#define MEMWALL_TAP_H
#include "error.h"
#include "memory.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

static int tap_count, tap_failed, tap_rank, tap_ranks;

static inline void tap_start(void)
{
    MPI_OK(MPI_Comm_rank(MPI_COMM_WORLD, &tap_rank));
    MPI_OK(MPI_Comm_size(MPI_COMM_WORLD, &tap_ranks));
}

static inline void start(int *argc, char ***argv)
{
    int given;
    MPI_OK(MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &given));
    tap_start();
}

/* A number of every rank, combined by MPI_SUM or MPI_MAX. */
static inline double over_ranks(double x, MPI_Op combine)
{
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, &x, 1, MPI_DOUBLE, combine, MPI_COMM_WORLD));
    return x;
}

static inline void tap_line(int pass, const char *format, va_list args)
{
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, &pass, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD));
    tap_count++;
    tap_failed += !pass;
    if (tap_rank == 0) {
        printf("%s %d - ", pass ? "ok" : "not ok", tap_count);
        vprintf(format, args);
        putchar('\n');
    }
}

__attribute__((format(printf, 2, 3))) static inline void ok(int pass,
                                                            const char *format, ...)
{
    va_list args;
    va_start(args, format);
    tap_line(pass != 0, format, args);
    va_end(args);
}

/* Passes if err <= tol, so that a NaN fails. */
__attribute__((format(printf, 3, 4))) static inline void
small(double err, double tol, const char *format, ...)
{
    va_list args;
    int pass = err <= tol;
    va_start(args, format);
    tap_line(pass, format, args);
    va_end(args);
    const double most = over_ranks(isnan(err) ? INFINITY : err, MPI_MAX);
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, &pass, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD));
    if (tap_rank == 0 && !pass)
        printf("# error %g, allowed %g\n", most, tol);
}

/* Prints the plan of TAP; returns the exit status for main. */
static inline int done(void)
{
    ok(mem_live() == 0, "all memory is freed at the end");
    if (tap_rank == 0)
        printf("1..%d\n", tap_count);
    MPI_OK(MPI_Finalize());
    return tap_failed != 0;
}
#endif
