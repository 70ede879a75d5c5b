/* common/phase/messages_simgrid.c - messages as large, and processors as busy with
 * them, as on the machine that SimGrid simulates (simulation.h).
 *
 * These functions replace those of MPI by way of MPI's profiling interface: MPI_Isend
 * is ours, PMPI_Isend is that of the library.
 *
 * - A message to the neighbor across a face of the box would have R^2 times as many
 *   entries (R: ratio of the sides). A second message of that size without contents
 *   accompanies it. Messages across edges and corners have less than 1 % of the
 *   bytes and keep their size.
 * - A message needs the time `overhead` of the processor that sends it and of the
 *   one that receives it. A sum over P ranks needs it 2 log2 P times.
 * - With `free_sums`, a sum of one number that follows at least two other sums sends
 *   no messages. In an iteration of GMRES this is the sum of the norm. Its result is
 *   P times the number of this rank: an estimate, as only the times are of interest.
 */
#include "error.h"
#include "simulation.h"
#include <mpi.h>

enum { MOST = 64, TAG = 3 };

static char *contentless; /* memory that all ranks share and nobody reads */
static MPI_Request request[MOST];
static int requests, receives; /* since the last MPI_Waitall */
static int sums;               /* over all ranks, since the last free one */

/* Returns the size of the message without contents that accompanies a message of
 * `bytes` bytes to or from `rank`, and 0 if there is none. */
static int large_size(int count, MPI_Datatype type, int rank)
{
    const struct simulation *s = simulation();
    int size, directions = 0, a = s->rank, b = rank;
    if (!simulation_in_phase())
        return 0;
    for (int d = 0; d < 3; d++) {
        const int p = s->processes[d];
        directions += a % p != b % p;
        a /= p;
        b /= p;
    }
    if (directions != 1)
        return 0;
    MPI_OK(PMPI_Type_size(type, &size));
    size *= count * s->ratio * s->ratio;
    /* A face has 8 x 8 numbers of at most 8 bytes. */
    const int largest = 8 * 8 * 8 * s->ratio * s->ratio;
    if (!contentless)
        contentless = SMPI_SHARED_MALLOC((size_t)largest);
    if (size > largest || requests == MOST)
        die("the simulation cannot send a message of %d bytes", size);
    return size;
}

static void busy(int messages)
{
    if (simulation_in_phase())
        simulation_execute(messages * simulation()->overhead);
}

int MPI_Isend(const void *data, int count, MPI_Datatype type, int target, int tag,
              MPI_Comm comm, MPI_Request *sent)
{
    const int size = large_size(count, type, target);
    busy(1);
    if (size)
        MPI_OK(PMPI_Isend(contentless, size, MPI_BYTE, target, TAG, comm,
                          &request[requests++]));
    return PMPI_Isend(data, count, type, target, tag, comm, sent);
}

int MPI_Send(const void *data, int count, MPI_Datatype type, int target, int tag,
             MPI_Comm comm)
{
    const int size = large_size(count, type, target);
    busy(1);
    if (size)
        MPI_OK(PMPI_Send(contentless, size, MPI_BYTE, target, TAG, comm));
    return PMPI_Send(data, count, type, target, tag, comm);
}

int MPI_Irecv(void *data, int count, MPI_Datatype type, int source, int tag,
              MPI_Comm comm, MPI_Request *received)
{
    const int size = large_size(count, type, source);
    receives++;
    if (size)
        MPI_OK(PMPI_Irecv(contentless, size, MPI_BYTE, source, TAG, comm,
                          &request[requests++]));
    return PMPI_Irecv(data, count, type, source, tag, comm, received);
}

int MPI_Waitall(int count, MPI_Request *array, MPI_Status *statuses)
{
    MPI_OK(PMPI_Waitall(requests, request, MPI_STATUSES_IGNORE));
    const int code = PMPI_Waitall(count, array, statuses);
    busy(receives);
    requests = receives = 0;
    return code;
}

int MPI_Allreduce(const void *data, void *sum, int count, MPI_Datatype type,
                  MPI_Op operation, MPI_Comm comm)
{
    const int number = count == 1 && type == MPI_DOUBLE && data == MPI_IN_PLACE;
    if (simulation_in_phase() && simulation()->free_sums && number && sums >= 2) {
        *(double *)sum *= simulation()->ranks;
        sums = 0;
        return MPI_SUCCESS;
    }
    sums += simulation_in_phase();
    for (int reached = 1; reached < simulation()->ranks; reached *= 2)
        busy(2);
    return PMPI_Allreduce(data, sum, count, type, operation, comm);
}
