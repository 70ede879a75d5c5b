/* tests/campaign/mpi_fault.c - makes the k-th MPI call of rank 0 fail.
 *
 * Preloaded into a program. It counts the MPI calls of rank 0 whose error code the
 * program must check. MEMWALL_FAIL_MPI=k makes call number k, counted from 0, return
 * an error instead of its work. The file that MEMWALL_FAIL_MPI_LOG names receives
 * the name of the call, or at the end "calls N" if no call has failed.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static long calls;

static void write_log(const char *text, long number)
{
    const char *path = getenv("MEMWALL_FAIL_MPI_LOG");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (file) {
        fprintf(file, "%s %ld\n", text, number);
        fclose(file);
    }
}

static int must_fail(const char *name)
{
    int rank = 0, initialized = 0;
    PMPI_Initialized(&initialized);
    if (initialized)
        PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const char *k = getenv("MEMWALL_FAIL_MPI");
    if (rank != 0 || !k || calls++ != atol(k))
        return 0;
    write_log(name, calls - 1);
    return 1;
}

#define FAULT(name, parameters, arguments)                                      \
    int MPI_##name parameters                                                   \
    {                                                                           \
        return must_fail("MPI_" #name) ? MPI_ERR_OTHER : PMPI_##name arguments; \
    }

FAULT(Comm_set_errhandler, (MPI_Comm c, MPI_Errhandler h), (c, h))
FAULT(Comm_split, (MPI_Comm c, int color, int key, MPI_Comm *n), (c, color, key, n))
FAULT(Comm_split_type, (MPI_Comm c, int t, int key, MPI_Info i, MPI_Comm *n),
      (c, t, key, i, n))
FAULT(Comm_free, (MPI_Comm * c), (c))
FAULT(Comm_size, (MPI_Comm c, int *s), (c, s))
FAULT(Get_library_version, (char *t, int *l), (t, l))
FAULT(Allreduce,
      (const void *in, void *out, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c),
      (in, out, n, t, o, c))
FAULT(Bcast, (void *d, int n, MPI_Datatype t, int r, MPI_Comm c), (d, n, t, r, c))
FAULT(Barrier, (MPI_Comm c), (c))
FAULT(Alltoall,
      (const void *d, int n, MPI_Datatype t, void *all, int m, MPI_Datatype u, MPI_Comm c),
      (d, n, t, all, m, u, c))
FAULT(Isend,
      (const void *d, int n, MPI_Datatype t, int to, int tag, MPI_Comm c,
       MPI_Request *r),
      (d, n, t, to, tag, c, r))
FAULT(Irecv,
      (void *d, int n, MPI_Datatype t, int from, int tag, MPI_Comm c,
       MPI_Request *r),
      (d, n, t, from, tag, c, r))
FAULT(Send, (const void *d, int n, MPI_Datatype t, int to, int tag, MPI_Comm c),
      (d, n, t, to, tag, c))
FAULT(Recv,
      (void *d, int n, MPI_Datatype t, int from, int tag, MPI_Comm c,
       MPI_Status *s),
      (d, n, t, from, tag, c, s))
FAULT(Waitall, (int n, MPI_Request r[], MPI_Status s[]), (n, r, s))

int MPI_Finalize(void)
{
    int rank;
    const char *k = getenv("MEMWALL_FAIL_MPI");
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0 && k && calls <= atol(k))
        write_log("calls", calls);
    return PMPI_Finalize();
}
