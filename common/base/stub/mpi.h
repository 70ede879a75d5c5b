/* common/base/stub/mpi.h - replaces MPI for one process, in a build with MPI=no.
 *
 * It contains only the functions that memwall uses. A single process has no
 * neighbors, so it never sends or receives: these functions return an error. A
 * reduction copies its input, and every other operation is complete immediately.
 */
#ifndef MEMWALL_STUB_MPI_H
#define MEMWALL_STUB_MPI_H
#pragma GCC system_header /* no warnings of parameters that are not used */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int MPI_Comm;
typedef int MPI_Request;
typedef size_t MPI_Datatype; /* size of one object in bytes */
typedef int MPI_Op;
typedef int MPI_Info;
typedef int MPI_Status;

enum { MPI_SUCCESS, MPI_ERR_OTHER };
enum { MPI_COMM_NULL, MPI_COMM_WORLD, MPI_COMM_SELF };
enum { MPI_SUM, MPI_MAX, MPI_MIN, MPI_MINLOC };
enum { MPI_REQUEST_NULL, MPI_INFO_NULL, MPI_COMM_TYPE_SHARED };
enum { MPI_UNDEFINED = -2, MPI_PROC_NULL = -3 };
enum { MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED };
enum { MPI_MAX_ERROR_STRING = 64, MPI_MAX_LIBRARY_VERSION_STRING = 64 };
#define MPI_INT             sizeof(int)
#define MPI_INT64_T         sizeof(int64_t)
#define MPI_LONG_INT        (2 * sizeof(long))
#define MPI_DOUBLE          sizeof(double)
#define MPI_LONG_DOUBLE     sizeof(long double)
#define MPI_BYTE            sizeof(char)
#define MPI_CHAR            sizeof(char)
#define MPI_IN_PLACE        ((void *)-1)
#define MPI_STATUS_IGNORE   ((MPI_Status *)0)
#define MPI_STATUSES_IGNORE ((MPI_Status *)0)
#define MPI_ERRORS_RETURN   0
#define STUB                static inline int

STUB MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    *provided = required;
    return MPI_SUCCESS;
}
STUB MPI_Initialized(int *flag)
{
    *flag = 1;
    return MPI_SUCCESS;
}
/* MPI_Finalize may be called again. */
STUB MPI_Finalized(int *flag)
{
    *flag = 0;
    return MPI_SUCCESS;
}
STUB MPI_Finalize(void)
{
    return MPI_SUCCESS;
}
STUB MPI_Abort(MPI_Comm comm, int status)
{
    exit(status);
}
STUB MPI_Comm_rank(MPI_Comm comm, int *rank)
{
    *rank = 0;
    return MPI_SUCCESS;
}
STUB MPI_Comm_size(MPI_Comm comm, int *size)
{
    *size = 1;
    return MPI_SUCCESS;
}
STUB MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *result)
{
    *result = color == MPI_UNDEFINED ? MPI_COMM_NULL : MPI_COMM_SELF;
    return MPI_SUCCESS;
}
STUB MPI_Comm_split_type(MPI_Comm comm, int type, int key, MPI_Info info,
                         MPI_Comm *result)
{
    *result = MPI_COMM_SELF;
    return MPI_SUCCESS;
}
STUB MPI_Comm_set_errhandler(MPI_Comm comm, int handler)
{
    return MPI_SUCCESS;
}
STUB MPI_Comm_free(MPI_Comm *comm)
{
    *comm = MPI_COMM_NULL;
    return MPI_SUCCESS;
}
STUB MPI_Error_string(int code, char *text, int *length)
{
    *length = snprintf(text, MPI_MAX_ERROR_STRING, "error %d", code);
    return MPI_SUCCESS;
}
STUB MPI_Get_library_version(char *text, int *length)
{
    *length = snprintf(text, MPI_MAX_LIBRARY_VERSION_STRING, "none (one process)");
    return MPI_SUCCESS;
}
STUB MPI_Allreduce(const void *in, void *out, int count, MPI_Datatype type,
                   MPI_Op op, MPI_Comm comm)
{
    if (in != MPI_IN_PLACE)
        memcpy(out, in, (size_t)count * type);
    return MPI_SUCCESS;
}
STUB MPI_Scan(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op,
              MPI_Comm comm)
{
    return MPI_Allreduce(in, out, count, type, op, comm);
}
STUB MPI_Alltoall(const void *data, int count, MPI_Datatype type, void *all,
                  int all_count, MPI_Datatype all_type, MPI_Comm comm)
{
    memcpy(all, data, (size_t)count * type);
    return MPI_SUCCESS;
}
STUB MPI_Allgather(const void *data, int count, MPI_Datatype type, void *all,
                   int all_count, MPI_Datatype all_type, MPI_Comm comm)
{
    return MPI_Alltoall(data, count, type, all, all_count, all_type, comm);
}
STUB MPI_Bcast(void *data, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
    return MPI_SUCCESS;
}
/* A single process has no neighbors: source and target are MPI_PROC_NULL. */
STUB MPI_Sendrecv(const void *data, int count, MPI_Datatype type, int target,
                  int tag, void *received, int received_count,
                  MPI_Datatype received_type, int source, int received_tag,
                  MPI_Comm comm, MPI_Status *status)
{
    return target == MPI_PROC_NULL && source == MPI_PROC_NULL ? MPI_SUCCESS
                                                              : MPI_ERR_OTHER;
}
STUB MPI_Barrier(MPI_Comm comm)
{
    return MPI_SUCCESS;
}
STUB MPI_Send(const void *data, int count, MPI_Datatype type, int target, int tag,
              MPI_Comm comm)
{
    return MPI_ERR_OTHER;
}
STUB MPI_Isend(const void *data, int count, MPI_Datatype type, int target, int tag,
               MPI_Comm comm, MPI_Request *request)
{
    return MPI_Send(data, count, type, target, tag, comm);
}
STUB MPI_Recv(void *data, int count, MPI_Datatype type, int source, int tag,
              MPI_Comm comm, MPI_Status *status)
{
    return MPI_Send(data, count, type, source, tag, comm);
}
STUB MPI_Irecv(void *data, int count, MPI_Datatype type, int source, int tag,
               MPI_Comm comm, MPI_Request *request)
{
    return MPI_Send(data, count, type, source, tag, comm);
}
STUB MPI_Waitall(int count, MPI_Request *requests, MPI_Status *statuses)
{
    return MPI_SUCCESS;
}
#undef STUB
#endif
