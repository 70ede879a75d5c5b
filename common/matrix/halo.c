/* common/matrix/halo.c - builds the halo plan of a matrix and exchanges its messages.
 *
 * The plan is built in three steps:
 *
 *   1. number_halo: this rank sorts its entries in columns of other ranks by owner
 *      and global number. This yields the halo columns and the messages to receive.
 *   2. count_requests, exchange_requests: it sends each owner the list of global numbers
 *      that it needs, and receives such lists from the ranks that need its rows.
 *   3. create_send_side: the received lists are the messages to send.
 */
#include "halo.h"
#include "csr.h"
#include "device.h"
#include "error.h"
#include "format.h"
#include "memory.h"
#include "phase.h"
#include <stdlib.h>

/* An entry of the matrix in a column of another rank. */
struct remote_entry {
    int64_t id;       /* global number of the column */
    int owner, entry; /* its rank; the entry is remote[entry] (csr.h) */
};

static int by_owner_then_id(const void *a, const void *b)
{
    const struct remote_entry *p = a, *q = b;
    if (p->owner != q->owner)
        return p->owner < q->owner ? -1 : 1;
    return (p->id > q->id) - (p->id < q->id);
}

/* Numbers the halo columns: stores the number of the halo column of remote[k] in
 * halo[k], sets the receiving side of the plan, and returns the global number of
 * each halo column. */
static int64_t *number_halo(struct csr *A, const struct partition *columns,
                            struct halo_plan *plan, int *halo)
{
    size_t count_all = (size_t)A->remotes;
    struct remote_entry *sorted =
        NEW(struct remote_entry, count_all, "remote entries");
    for (int k = 0; k < A->remotes; k++)
        sorted[k] = (struct remote_entry){
            A->remote[k], columns->owner(columns->data, A->remote[k]), k};
    qsort(sorted, count_all, sizeof *sorted, by_owner_then_id);

    int count = 0, ranks = 0;
    for (int k = 0; k < A->remotes; k++) {
        int new_rank = k == 0 || sorted[k].owner != sorted[k - 1].owner;
        ranks += new_rank;
        count += new_rank || sorted[k].id != sorted[k - 1].id;
    }
    int64_t *ids = NEW(int64_t, (size_t)count, "halo ids");
    plan->receives = ranks;
    plan->receive_rank = NEW(int, (size_t)ranks, "halo plan");
    plan->receive_first = NEW(int, (size_t)ranks + 1, "halo plan");
    count = ranks = 0;
    for (int k = 0; k < A->remotes; k++) {
        int new_rank = k == 0 || sorted[k].owner != sorted[k - 1].owner;
        if (new_rank) {
            plan->receive_rank[ranks] = sorted[k].owner;
            plan->receive_first[ranks++] = count;
        }
        if (new_rank || sorted[k].id != sorted[k - 1].id)
            ids[count++] = sorted[k].id;
        halo[sorted[k].entry] = count - 1;
    }
    plan->receive_first[ranks] = count;
    mem_free(sorted);
    return ids;
}

/* Sets the ranks and the numbers of rows to send: an owner does not know which ranks need
 * its rows, so that every rank tells every other one how many it needs. */
static void count_requests(struct halo_plan *plan, MPI_Comm comm)
{
    const int ranks = comm_size(comm);
    int rows = 0;
    int *needed =
            mem_zero((size_t)ranks, sizeof *needed, "numbers of halo entries"),
        *requested = NEW(int, (size_t)ranks, "numbers of halo entries");
    for (int r = 0; r < plan->receives; r++)
        needed[plan->receive_rank[r]] =
            plan->receive_first[r + 1] - plan->receive_first[r];
    MPI_OK(MPI_Alltoall(needed, 1, MPI_INT, requested, 1, MPI_INT, comm));
    for (int rank = 0; rank < ranks; rank++)
        plan->sends += requested[rank] > 0;
    plan->send_rank = NEW(int, (size_t)plan->sends, "halo plan");
    plan->send_first = NEW(int, (size_t)plan->sends + 1, "halo plan");
    for (int rank = 0, s = 0; rank < ranks; rank++)
        if (requested[rank] > 0) {
            plan->send_rank[s] = rank;
            plan->send_first[s++] = rows;
            rows += requested[rank];
        }
    plan->send_first[plan->sends] = rows;
    mem_free(needed);
    mem_free(requested);
}

/* Sends each owner the global numbers of the rows that this rank needs, and receives such
 * lists: the rows to send, whose global numbers are returned, rank by rank. */
static int64_t *exchange_requests(const struct halo_plan *plan, const int64_t *ids,
                                  int tag, MPI_Comm comm)
{
    const int *from = plan->receive_first, *to = plan->send_first;
    MPI_Request *sent = NEW(MPI_Request, (size_t)plan->receives, "halo requests");
    int64_t *requested = NEW(int64_t, (size_t)to[plan->sends], "halo requests");
    for (int r = 0; r < plan->receives; r++)
        MPI_OK(MPI_Isend(ids + from[r], from[r + 1] - from[r], MPI_INT64_T,
                         plan->receive_rank[r], tag, comm, &sent[r]));
    for (int s = 0; s < plan->sends; s++)
        MPI_OK(MPI_Recv(requested + to[s], to[s + 1] - to[s], MPI_INT64_T,
                        plan->send_rank[s], tag, comm, MPI_STATUS_IGNORE));
    MPI_OK(MPI_Waitall(plan->receives, sent, MPI_STATUSES_IGNORE));
    mem_free(sent);
    return requested;
}

/* Completes the sending side of the plan: the rows with the global numbers
 * `requested`, which are freed, and the buffers. */
static void create_send_side(struct halo_plan *plan, int64_t *requested,
                             const struct partition *columns)
{
    const int rows = plan->send_first[plan->sends];
    plan->send_row = NEW(int, (size_t)rows, "halo plan");
    for (int k = 0; k < rows; k++)
        plan->send_row[k] = columns->local(columns->data, requested[k]);
    mem_free(requested);
    plan->request =
        NEW(MPI_Request, (size_t)(plan->sends + plan->receives), "halo requests");
    plan->packed_row = device_alloc((size_t)rows, sizeof(int), "halo plan");
    device_put(plan->packed_row, plan->send_row, (size_t)rows * sizeof(int));
    plan->buffer = device_alloc((size_t)rows, sizeof(double), "halo send buffer");
    plan->send_staging =
        staging_alloc((size_t)rows, sizeof(double), "halo send buffer");
    plan->receive_staging =
        staging_alloc((size_t)plan->receive_first[plan->receives], sizeof(double),
                      "halo receive buffer");
}

struct halo_plan halo_build(struct csr *A, const struct partition *columns, int tag,
                            MPI_Comm comm)
{
    struct halo_plan plan = {0};
    int *halo = NEW(int, (size_t)A->remotes, "halo numbers");
    int64_t *ids = number_halo(A, columns, &plan, halo);
    size_t nonzeros = A->ptr[A->n];
#pragma omp parallel for schedule(static)
    for (size_t e = 0; e < nonzeros; e++)
        if (A->col[e] < 0)
            A->col[e] = A->columns + halo[-1 - A->col[e]];
    A->halo = plan.receive_first[plan.receives];
    count_requests(&plan, comm);
    create_send_side(&plan, exchange_requests(&plan, ids, tag, comm), columns);
    mem_free(halo);
    mem_free(A->remote);
    A->remote = ids;
    A->remotes = A->halo;
    return plan;
}

void halo_post(const struct halo_plan *plan, MPI_Comm comm, const void *packed,
               void *halo, size_t size)
{
    enum { TAG = 1 };
    MPI_Request *request = plan->request;
    exchange_posted();
    for (int r = 0; r < plan->receives; r++) {
        const int first = plan->receive_first[r],
                  count = plan->receive_first[r + 1] - first;
        MPI_OK(MPI_Irecv((char *)halo + (size_t)first * size, count * (int)size,
                         MPI_BYTE, plan->receive_rank[r], TAG, comm, request++));
    }
    for (int s = 0; s < plan->sends; s++) {
        const int first = plan->send_first[s],
                  count = plan->send_first[s + 1] - first;
        MPI_OK(MPI_Isend((const char *)packed + (size_t)first * size,
                         count * (int)size, MPI_BYTE, plan->send_rank[s], TAG, comm,
                         request++));
    }
}

void halo_wait(const struct halo_plan *plan)
{
    MPI_OK(MPI_Waitall(plan->receives + plan->sends, plan->request,
                       MPI_STATUSES_IGNORE));
    exchange_arrived();
}

void halo_permute(struct halo_plan *plan, const int *inverse)
{
    const int rows = plan->send_first[plan->sends];
    for (int k = 0; k < rows; k++)
        plan->send_row[k] = inverse[plan->send_row[k]];
    device_put(plan->packed_row, plan->send_row, (size_t)rows * sizeof(int));
}

void halo_free(struct halo_plan *plan)
{
    mem_free(plan->send_rank);
    mem_free(plan->send_first);
    mem_free(plan->send_row);
    mem_free(plan->receive_rank);
    mem_free(plan->receive_first);
    mem_free(plan->request);
    device_free(plan->packed_row);
    device_free(plan->buffer);
    staging_free(plan->send_staging);
    staging_free(plan->receive_staging);
    *plan = (struct halo_plan){0};
}
