/* common/matrix/halo.h - the halo plan: which rows this rank sends to which ranks.
 *
 *   vector     | 0 .. n-1: local entries | n .. n+h-1: halo entries |
 *
 *   send       to rank send_rank[s], for s = 0 .. sends-1: the local entries
 *              send_row[k], k = send_first[s] .. send_first[s+1]-1
 *   receive    from rank receive_rank[r], for r = 0 .. receives-1: the halo entries
 *              n + k, k = receive_first[r] .. receive_first[r+1]-1
 *
 * Here n is the number of local columns of the matrix. The ranks are in ascending
 * order. The entries of a message are in ascending order of their global numbers.
 * The plan depends only on the columns of the matrix and on the partition, so it
 * works for any matrix. The tree performs the exchange itself (exchange.c of the
 * tree).
 */
#ifndef MEMWALL_HALO_H
#define MEMWALL_HALO_H
#include "partition.h"
#include <mpi.h>
#include <stddef.h>

struct csr;

struct halo_plan {
    MPI_Comm comm;
    int sends, receives;                    /* numbers of messages of an exchange */
    int *send_rank, *send_first, *send_row; /* see above; in host memory */
    int *receive_rank, *receive_first;
    MPI_Request *request;  /* [sends + receives] requests of the current exchange */
    int *packed_row;       /* copy of send_row in device memory */
    void *buffer;          /* [send_first[sends]] packed entries of at most 8 bytes
                              each, in device memory */
    void *send_staging;    /* staging buffers (device.h) of the packed entries */
    void *receive_staging; /* and of the halo entries; NULL where MPI needs none */
};

/* Builds the halo plan of A. It numbers the halo columns of A, replaces the
 * negative entries of A->col by them (csr.h), sets A->halo and A->remote, and
 * informs the owners of the halo entries. `tag` is an MPI tag that must differ
 * between two successive calls. Collective. The caller frees the result with
 * halo_free. */
struct halo_plan halo_build(struct csr *A, const struct partition *columns, int tag,
                            MPI_Comm comm);

/* Renumbers the rows to send: row i becomes row inverse[i]. */
void halo_permute(struct halo_plan *plan, const int *inverse);
void halo_free(struct halo_plan *plan);
#endif
