/* common/problem/halo.h - the halo plan: who sends which rows to whom.
 *
 *   vector  | 0 .. n-1: local | n ..: halo |     n: local columns of the matrix
 *   send side   s = 0 .. sends-1: to rank send_rank[s] go the local rows
 *               send_row[send_first[s] .. send_first[s+1]-1]
 *   receive     r = 0 .. receives-1: from rank receive_rank[r] come the halo entries
 *               receive_first[r] .. receive_first[r+1]-1 (counted from n)
 * Ranks ascend; within a rank, entries ascend by global id (in natural order).
 * The plan is found from the graph alone, so it fits any matrix and any partition.
 */
#ifndef MEMWALL_HALO_H
#define MEMWALL_HALO_H
#include "csr.h"
#include <mpi.h>

struct halo_plan {
    MPI_Comm comm;
    int sends, receives;
    int *send_rank, *send_first, *send_row;
    int *receive_rank, *receive_first;
    MPI_Request *request; /* [sends + receives], for the exchange in flight */
    int *packed_row;      /* send_row in device memory */
    void *buffer;         /* [send_first[sends]] numbers of the widest format, likewise */
    void *outbox,
        *inbox; /* mailboxes (device.h): as many numbers, and one a halo entry */
};

/* Gives the remote columns of A their halo columns (A->halo of them, whose global ids
 * stay in A->remote) and tells their owners. owner(partition, id) and
 * local(partition, id) say which rank holds a global id and which row it is there.
 * Collective; `tag` differs between successive calls.
 * Only neighbours talk: sparse exchange by synchronous sends and a nonblocking barrier
 * (Hoefler, Siebert, Lumsdaine, "Scalable communication protocols for dynamic sparse
 * data exchange", PPoPP 2010, the NBX algorithm). */
struct halo_plan halo_build(struct csr *A, MPI_Comm comm, int tag, const void *partition,
                            int (*owner)(const void *partition, int64_t id),
                            int (*local)(const void *partition, int64_t id));

/* The rows to send, renamed: row i is now inverse[i]. NULL changes nothing. */
void halo_permute(struct halo_plan *plan, const int *inverse);
void halo_free(struct halo_plan *plan);

size_t halo_cost(int halo); /* bytes, estimated as if rows sent = halo entries */
#endif
