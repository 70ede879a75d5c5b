/* common/base/error.h - ends the program with a message and an exit status.
 *
 *   fail_all   for an error that all ranks have found, for example an invalid flag:
 *              rank 0 prints the message, then every rank calls MPI_Finalize and
 *              exits
 *   die        for an error that only this rank has found, for example that there
 *              is not enough memory: it prints its rank and the message and ends
 *              all ranks with MPI_Abort
 *
 * Both write to stderr and do not return. They can be called before MPI_Init, too.
 * The message is given as for printf, without a newline at the end. It is printed
 * as one line.
 */
#ifndef MEMWALL_ERROR_H
#define MEMWALL_ERROR_H
#include <mpi.h>

/* The exit status of the program. */
enum exit_status {
    EXIT_OK = 0,
    EXIT_INVALID = 1, /* the run finished, but its result is not valid */
    EXIT_USAGE = 2,   /* wrong input; nothing was computed or written */
    EXIT_BROKEN = 3   /* a rank lacks memory, or MPI, a device or a file fails */
};

/* Ends the program with this status. All ranks must call it. */
void fail_all(enum exit_status status, const char *format, ...)
    __attribute__((noreturn, format(printf, 2, 3)));

/* Ends the program, with all its ranks, with the status EXIT_BROKEN. */
void die(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

/* If it is not NULL, die calls it after the message: output.c removes an incomplete file. */
extern void (*before_die)(void);

/* MPI_OK(MPI_Send(...)) calls an MPI function. If it returns an error code, the
 * program ends with die, and the message contains the call, the source line and
 * MPI's own error message. For tests, the environment variable MEMWALL_FAIL_MPI=k makes
 * call number k, counted from 0, a failed one. */
#define MPI_OK(call) mpi_check(call, #call, __FILE__, __LINE__)
void mpi_check(int code, const char *call, const char *file, int line);

/* MPI_Comm_rank and MPI_Comm_size. */
static inline int comm_rank(MPI_Comm comm)
{
    int rank;
    MPI_OK(MPI_Comm_rank(comm, &rank));
    return rank;
}

static inline int comm_size(MPI_Comm comm)
{
    int size;
    MPI_OK(MPI_Comm_size(comm, &size));
    return size;
}
#endif
