/* tests/campaign/flush_coverage.c - keeps the counts of a program that ends in a
 * hurry.
 *
 * gcov writes its counts in exit(). The linker option --wrap directs the calls that
 * end a program without exit() to the functions below.
 */
#include <mpi.h>
#include <signal.h>

void __gcov_dump(void);
int __real_MPI_Abort(MPI_Comm comm, int code);
int __wrap_MPI_Abort(MPI_Comm comm, int code);
int __real_raise(int number);
int __wrap_raise(int number);

int __wrap_MPI_Abort(MPI_Comm comm, int code)
{
    __gcov_dump();
    return __real_MPI_Abort(comm, code);
}

int __wrap_raise(int number)
{
    __gcov_dump();
    return __real_raise(number);
}
