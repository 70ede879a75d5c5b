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
 * works for any matrix. halo_post and halo_wait send and receive the messages of an
 * exchange. The tree packs the entries and chooses when it calls them (exchange.c of
 * the tree).
 */
#ifndef MEMWALL_HALO_H
#define MEMWALL_HALO_H
#include "partition.h"
#include <mpi.h>
#include <stddef.h>

struct csr;

struct halo_plan {
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

/* Begins the messages of an exchange over the ranks of comm: posts a receive into `halo`, the
 * halo entries, from each neighbor, and a send from `packed`, the packed entries, to each. An
 * entry has `size` bytes. Returns at once; until halo_wait has returned, `packed` must not be
 * written and `halo` not be used. */
void halo_post(const struct halo_plan *plan, MPI_Comm comm, const void *packed,
               void *halo, size_t size);
/* Returns when all messages of the exchange have been sent and received. */
void halo_wait(const struct halo_plan *plan);

/* Renumbers the rows to send: row i becomes row inverse[i]. */
void halo_permute(struct halo_plan *plan, const int *inverse);
void halo_free(struct halo_plan *plan);
#endif
