/* common/base/error.h - how a run ends early: one line, on stderr, non-zero exit status.
 *
 * Two kinds of end. fail_all: every rank has found the same mistake (bad flag, too
 * little memory after a reduction): rank 0 prints, all ranks leave through
 * MPI_Finalize. die: this rank alone has found it: it prints and aborts the job.
 */
#ifndef MEMWALL_ERROR_H
#define MEMWALL_ERROR_H
#include <mpi.h>

enum exit_status {
    EXIT_OK = 0,
    EXIT_INVALID = 1, /* the run finished, its result is not valid */
    EXIT_USAGE = 2,   /* bad input; nothing was computed or written */
    EXIT_BROKEN = 3   /* out of memory, MPI failure, I/O failure */
};

void fail_all(enum exit_status status, const char *format, ...)
    __attribute__((noreturn, format(printf, 2, 3)));
void die(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

/* Ends the job with the expression that failed and MPI's own words. */
void mpi_check(int code, const char *call, const char *file, int line);
#define MPI_OK(call) mpi_check(call, #call, __FILE__, __LINE__)
#endif
