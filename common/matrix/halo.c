/* common/matrix/halo.c - builds the halo plan of a matrix (halo.h).
 *
 *   1. number_halo: this rank sorts its entries in columns of other ranks by owner
 *      and global number. This yields the halo columns and the messages to receive.
 *   2. exchange_requests: it sends each owner the list of global numbers that it
 *      needs, and receives such lists from the ranks that need its rows.
 *   3. create_send_side: the received lists are the messages to send.
 */
#include "halo.h"
#include "csr.h"
#include "device.h"
#include "error.h"
#include "format.h"
#include "memory.h"
#include <stdlib.h>
#include <string.h>

/* ---- The census: tells every rank who has something for it ---- */

/* A notice that rank `source` will send `count` numbers to rank `target`. */
struct notice {
    int target, source, count;
};

enum { INTS = sizeof(struct notice) / sizeof(int) };

/* An array of notices that grows. */
struct notices {
    struct notice *of;
    int count;
};

/* Appends the notices that rank `source` has sent. */
static void receive(struct notices *list, int source, int tag, MPI_Comm comm)
{
    MPI_Status status;
    int ints;
    MPI_OK(MPI_Probe(source, tag, comm, &status));
    MPI_OK(MPI_Get_count(&status, MPI_INT, &ints));
    struct notice *longer =
        NEW(struct notice, (size_t)(list->count + ints / INTS), "notices");
    memcpy(longer, list->of, (size_t)list->count * sizeof *longer);
    MPI_OK(MPI_Recv(longer + list->count, ints, MPI_INT, source, tag, comm,
                    MPI_STATUS_IGNORE));
    mem_free(list->of);
    *list = (struct notices){longer, list->count + ints / INTS};
}

/* Moves the notices for the ranks first .. last-1 to `leaving`. */
static void split(struct notices *list, int first, int last,
                  struct notices *leaving)
{
    int kept = 0;
    leaving->of = NEW(struct notice, (size_t)list->count, "notices");
    leaving->count = 0;
    for (int k = 0; k < list->count; k++) {
        const struct notice n = list->of[k];
        if (n.target >= first && n.target < last)
            leaving->of[leaving->count++] = n;
        else
            list->of[kept++] = n;
    }
    list->count = kept;
}

static int by_source(const void *a, const void *b)
{
    return ((const struct notice *)a)->source - ((const struct notice *)b)->source;
}

/* Delivers notices to their targets. On entry `notice` has *count notices of this rank to
 * others; it is freed. Returns the notices for this rank, by ascending source, and their
 * number in *count. No other pending message of `comm` has the MPI tag `tag`.
 *
 * The algorithm is the crystal router of Fox et al., "Solving Problems on Concurrent
 * Processors", vol. 1, 1988. In each step the range of ranks that contains this rank is
 * halved. A rank sends the notices for ranks of the other half to its partner there, so
 * after log2 P steps each notice has arrived. All receives are blocking, with a known
 * source, and no array has an entry per rank.
 *
 *   ranks first .. middle-1  |  middle .. last-1      rank i and i + half are partners
 *
 * If the number of ranks in the range is odd, the last rank of the lower half has no
 * partner. It sends to the last rank of the upper half and receives nothing. */
static struct notice *census(struct notice *notice, int *count, int tag,
                             MPI_Comm comm)
{
    struct notices list = {notice, *count}, leaving;
    int me, first = 0, last;
    MPI_OK(MPI_Comm_rank(comm, &me));
    MPI_OK(MPI_Comm_size(comm, &last));
    while (last - first > 1) {
        const int half = (last - first + 1) / 2, middle = first + half;
        const int lower = me < middle, odd = (last - first) % 2;
        int partner = lower ? me + half : me - half;
        const int no_partner = partner == last;
        if (no_partner)
            partner = last - 1;
        split(&list, lower ? middle : first, lower ? last : middle, &leaving);
        MPI_Request sent;
        MPI_OK(MPI_Isend(leaving.of, leaving.count * INTS, MPI_INT, partner, tag,
                         comm, &sent));
        if (!no_partner)
            receive(&list, partner, tag, comm);
        if (odd && me == last - 1)
            receive(&list, middle - 1, tag, comm);
        MPI_OK(MPI_Wait(&sent, MPI_STATUS_IGNORE));
        mem_free(leaving.of);
        if (lower)
            last = middle;
        else
            first = middle;
    }
    qsort(list.of, (size_t)list.count, sizeof *list.of, by_source);
    *count = list.count;
    return list.of;
}

/* ---- The halo plan ---- */

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

/* Sends each owner the global numbers of the rows that this rank needs. Stores the sending
 * side of the plan but for the rows, and returns their global numbers, rank by rank. */
static int64_t *exchange_requests(struct halo_plan *plan, const int64_t *ids,
                                  int tag)
{
    const int announce = 2 * tag, request = 2 * tag + 1;
    struct notice *notice =
        NEW(struct notice, (size_t)plan->receives, "halo requests");
    MPI_Request *sent = NEW(MPI_Request, (size_t)plan->receives, "halo requests");
    int me, rows = 0;
    MPI_OK(MPI_Comm_rank(plan->comm, &me));
    for (int r = 0; r < plan->receives; r++) {
        const int first = plan->receive_first[r],
                  count = plan->receive_first[r + 1] - first;
        notice[r] = (struct notice){plan->receive_rank[r], me, count};
        MPI_OK(MPI_Isend(ids + first, count, MPI_INT64_T, plan->receive_rank[r],
                         request, plan->comm, &sent[r]));
    }
    plan->sends = plan->receives;
    notice = census(notice, &plan->sends, announce, plan->comm);
    plan->send_rank = NEW(int, (size_t)plan->sends, "halo plan");
    plan->send_first = NEW(int, (size_t)plan->sends + 1, "halo plan");
    for (int s = 0; s < plan->sends; s++) {
        plan->send_rank[s] = notice[s].source;
        plan->send_first[s] = rows;
        rows += notice[s].count;
    }
    plan->send_first[plan->sends] = rows;
    int64_t *requested = NEW(int64_t, (size_t)rows, "halo requests");
    for (int s = 0; s < plan->sends; s++)
        MPI_OK(MPI_Recv(requested + plan->send_first[s], notice[s].count,
                        MPI_INT64_T, notice[s].source, request, plan->comm,
                        MPI_STATUS_IGNORE));
    MPI_OK(MPI_Waitall(plan->receives, sent, MPI_STATUSES_IGNORE));
    mem_free(sent);
    mem_free(notice);
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
    struct halo_plan plan = {.comm = comm};
    int *halo = NEW(int, (size_t)A->remotes, "halo numbers");
    int64_t *ids = number_halo(A, columns, &plan, halo);
    size_t nonzeros = A->ptr[A->n];
#pragma omp parallel for schedule(static)
    for (size_t e = 0; e < nonzeros; e++)
        if (A->col[e] < 0)
            A->col[e] = A->columns + halo[-1 - A->col[e]];
    A->halo = plan.receive_first[plan.receives];
    create_send_side(&plan, exchange_requests(&plan, ids, tag), columns);
    mem_free(halo);
    mem_free(A->remote);
    A->remote = ids;
    A->remotes = A->halo;
    return plan;
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
