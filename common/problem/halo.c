/* common/problem/halo.c - builds the halo plan from the graph of the matrix. */
#include "halo.h"
#include "device.h"
#include "error.h"
#include "format.h"
#include "memory.h"
#include <stdlib.h>
#include <string.h>

struct want { /* one remote entry of the matrix */
    int64_t id;
    int owner, entry;
};

static int by_owner_then_id(const void *a, const void *b)
{
    const struct want *p = a, *q = b;
    if (p->owner != q->owner)
        return p->owner < q->owner ? -1 : 1;
    return (p->id > q->id) - (p->id < q->id);
}

/* Numbers the distinct remote ids: halo[k] for remote[k], ids[] in halo order. */
static int64_t *number_halo(struct csr *A, struct halo_plan *plan, int *halo,
                            const void *partition, int (*owner)(const void *, int64_t))
{
    size_t wants = (size_t)A->remotes;
    struct want *want = NEW(struct want, wants, "remote entries");
    for (int k = 0; k < A->remotes; k++)
        want[k] = (struct want){A->remote[k], owner(partition, A->remote[k]), k};
    qsort(want, wants, sizeof *want, by_owner_then_id);

    int count = 0, ranks = 0;
    for (int k = 0; k < A->remotes; k++) {
        int new_rank = k == 0 || want[k].owner != want[k - 1].owner;
        ranks += new_rank;
        count += new_rank || want[k].id != want[k - 1].id;
    }
    int64_t *ids = NEW(int64_t, (size_t)count, "halo ids");
    plan->receives = ranks;
    plan->receive_rank = NEW(int, (size_t)ranks, "halo plan");
    plan->receive_first = NEW(int, (size_t)ranks + 1, "halo plan");
    count = ranks = 0;
    for (int k = 0; k < A->remotes; k++) {
        int new_rank = k == 0 || want[k].owner != want[k - 1].owner;
        if (new_rank) {
            plan->receive_rank[ranks] = want[k].owner;
            plan->receive_first[ranks++] = count;
        }
        if (new_rank || want[k].id != want[k - 1].id)
            ids[count++] = want[k].id;
        halo[want[k].entry] = count - 1;
    }
    plan->receive_first[ranks] = count;
    mem_free(want);
    return ids;
}

struct demand { /* what one rank asks of this one */
    int rank, count;
    int64_t *ids;
    struct demand *next;
};

/* Adds the demand that waits in the mailbox to the list, which ascends by rank. */
static void take_demand(struct demand **list, MPI_Comm comm, MPI_Status *mail)
{
    struct demand *d = NEW(struct demand, 1, "halo demand");
    d->rank = mail->MPI_SOURCE;
    MPI_OK(MPI_Get_count(mail, MPI_INT64_T, &d->count));
    d->ids = NEW(int64_t, (size_t)d->count, "halo demand");
    MPI_OK(MPI_Recv(d->ids, d->count, MPI_INT64_T, d->rank, mail->MPI_TAG, comm,
                    MPI_STATUS_IGNORE));
    while (*list && (*list)->rank < d->rank)
        list = &(*list)->next;
    d->next = *list;
    *list = d;
}

/* NBX: send each owner the ids wanted of it, until everybody's were received. */
static struct demand *exchange_demands(struct halo_plan *plan, const int64_t *ids,
                                       int tag)
{
    struct demand *list = NULL;
    MPI_Request *sent =
        NEW(MPI_Request, (size_t)plan->receives, "halo demands in flight");
    for (int r = 0; r < plan->receives; r++) {
        int first = plan->receive_first[r];
        MPI_OK(MPI_Issend(ids + first, plan->receive_first[r + 1] - first, MPI_INT64_T,
                          plan->receive_rank[r], tag, plan->comm, &sent[r]));
    }
    MPI_Request barrier = MPI_REQUEST_NULL;
    for (int in_barrier = 0, done = 0; !done;) {
        int waiting = 0, all_sent = 0;
        MPI_Status mail;
        MPI_OK(MPI_Iprobe(MPI_ANY_SOURCE, tag, plan->comm, &waiting, &mail));
        if (waiting)
            take_demand(&list, plan->comm, &mail);
        if (in_barrier) {
            MPI_OK(MPI_Test(&barrier, &done, MPI_STATUS_IGNORE));
            continue;
        }
        MPI_OK(MPI_Testall(plan->receives, sent, &all_sent, MPI_STATUSES_IGNORE));
        if (all_sent) {
            MPI_OK(MPI_Ibarrier(plan->comm, &barrier));
            in_barrier = 1;
        }
    }
    mem_free(sent);
    return list;
}

static void make_send_side(struct halo_plan *plan, struct demand *list,
                           const void *partition, int (*local)(const void *, int64_t))
{
    int rows = 0;
    plan->sends = 0;
    for (struct demand *d = list; d; d = d->next) {
        plan->sends++;
        rows += d->count;
    }
    plan->send_rank = NEW(int, (size_t)plan->sends, "halo plan");
    plan->send_first = NEW(int, (size_t)plan->sends + 1, "halo plan");
    plan->send_row = NEW(int, (size_t)rows, "halo plan");
    rows = 0;
    for (int s = 0; list; s++) {
        struct demand *d = list;
        plan->send_rank[s] = d->rank;
        plan->send_first[s] = rows;
        for (int k = 0; k < d->count; k++)
            plan->send_row[rows++] = local(partition, d->ids[k]);
        list = d->next;
        mem_free(d->ids);
        mem_free(d);
    }
    plan->send_first[plan->sends] = rows;
    plan->request =
        NEW(MPI_Request, (size_t)(plan->sends + plan->receives), "halo requests");
    plan->packed_row = device_alloc((size_t)rows, sizeof(int), "halo plan");
    device_put(plan->packed_row, plan->send_row, (size_t)rows * sizeof(int));
    plan->buffer = device_alloc((size_t)rows, sizeof(double), "halo send buffer");
    plan->outbox = mailbox_alloc((size_t)rows, sizeof(double), "halo send buffer");
    plan->inbox = mailbox_alloc((size_t)plan->receive_first[plan->receives],
                                sizeof(double), "halo receive buffer");
}

struct halo_plan halo_build(struct csr *A, MPI_Comm comm, int tag, const void *partition,
                            int (*owner)(const void *partition, int64_t id),
                            int (*local)(const void *partition, int64_t id))
{
    struct halo_plan plan = {.comm = comm};
    int *halo = NEW(int, (size_t)A->remotes, "halo numbers");
    int64_t *ids = number_halo(A, &plan, halo, partition, owner);
    size_t nonzeros = A->ptr[A->n];
#pragma omp parallel for schedule(static)
    for (size_t e = 0; e < nonzeros; e++)
        if (A->col[e] < 0)
            A->col[e] = A->columns + halo[-1 - A->col[e]];
    A->halo = plan.receive_first[plan.receives];
    make_send_side(&plan, exchange_demands(&plan, ids, tag), partition, local);
    mem_free(halo);
    mem_free(A->remote);
    A->remote = ids;
    A->remotes = A->halo;
    return plan;
}

void halo_permute(struct halo_plan *plan, const int *inverse)
{
    if (!inverse)
        return;
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
    mailbox_free(plan->outbox);
    mailbox_free(plan->inbox);
    *plan = (struct halo_plan){0};
}

size_t halo_cost(int halo)
{
    return 2 * mem_cost((size_t)halo, sizeof(int)) +
           mem_cost((size_t)halo, sizeof(double));
}
