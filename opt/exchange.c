/* opt/exchange.c - halo exchange in two halves, so that work fits between them.
 *
 * cost: 0 flops; bytes as sent and received: (rows sent + halo entries) numbers
 *
 * Differs from ref: nonblocking sends as well, and the wait is the caller's choice.
 * --overlap=off waits at once. Predicted gain of an iteration on one node 1.00, measured
 * 1.03 (docs/10); it is meant for networks.
 */
#include <exchange.h>
#include "error.h"
#include "phase.h"
#include "tuning.h"
#include "words.h"

KERNEL K(pack)(int count, const int *restrict row, const real *restrict x,
               real *restrict buffer)
{
    FOR_ALL(k, count)
        buffer[k] = x[row[k]];
}

enum { K(TAG) = 1 };

/* What is packed goes to the neighbours, by way of host memory where MPI needs that. */
static void K(send)(const struct level *A, real *halo)
{
    const struct halo_plan *H = &A->halo;
    const int size = sizeof(real);
    const size_t bytes = (size_t)H->send_first[H->sends] * sizeof(real);
    const real *out = (const real *)device_outbox(H->buffer, H->outbox, bytes, HALO);
    real *in = (real *)device_inbox(halo, H->inbox);
    stream_wait(HALO); /* also for what came last to have left the inbox */
    for (int r = 0; r < H->receives; r++) {
        int first = H->receive_first[r], last = H->receive_first[r + 1];
        MPI_OK(MPI_Irecv(in + first, (last - first) * size, MPI_BYTE, H->receive_rank[r],
                         K(TAG), H->comm, &H->request[r]));
    }
    message_begin(A->depth);
    for (int s = 0; s < H->sends; s++) {
        int first = H->send_first[s], last = H->send_first[s + 1];
        MPI_OK(MPI_Isend(out + first, (last - first) * size, MPI_BYTE, H->send_rank[s],
                         K(TAG), H->comm, &H->request[H->receives + s]));
    }
}

static void K(receive)(const struct level *A, real *halo)
{
    const struct halo_plan *H = &A->halo;
    MPI_OK(MPI_Waitall(H->receives + H->sends, H->request, MPI_STATUSES_IGNORE));
    message_end(A->depth);
    device_deliver(halo, H->inbox, (size_t)A->halo_n * sizeof(real), HALO);
    stream_follow(COMPUTE, HALO); /* the boundary rows wait for it */
}

/* On a device the sends wait until the interior work is queued, so that it fills the
 * device while the numbers travel; on the CPU they are under way before it begins. */
void K(exchange_begin)(const struct level *A, struct vector *X)
{
    const struct halo_plan *H = &A->halo;
    if (H->sends + H->receives == 0)
        return;
    phase_begin(PHASE_HALO, A->depth);
    real *x = (real *)X->at;
    const int rows = H->send_first[H->sends], late = tuning.overlap == SWITCH_ON;
    stream_follow(HALO, COMPUTE); /* x is complete */
    LAUNCH_ON(HALO, K(pack), rows, rows, H->packed_row, x, (real *)H->buffer);
    stream_follow(COMPUTE, HALO); /* and not overwritten before it is packed: rows are
                                     sent that the early slices change, unless the
                                     pattern is symmetric */
    if (!ON_DEVICE || !late)
        K(send)(A, x + A->columns);
    if (!late)
        K(receive)(A, x + A->columns);
    phase_end(0, (double)sizeof(real) * rows);
}

void K(exchange_end)(const struct level *A, struct vector *X)
{
    const struct halo_plan *H = &A->halo;
    if (H->sends + H->receives == 0 || tuning.overlap == SWITCH_OFF)
        return;
    phase_begin(PHASE_HALO, A->depth);
    real *halo = (real *)X->at + A->columns;
    if (ON_DEVICE)
        K(send)(A, halo);
    K(receive)(A, halo);
    phase_end(0, (double)sizeof(real) * A->halo_n);
}
