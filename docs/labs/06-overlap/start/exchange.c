/* docs/labs/06-overlap/start/exchange.c - the halo exchange of ref, all of it in exchange_begin.
 *
 * cost: 0 flops; the bytes of all entries sent and received
 */
#include <exchange.h>
#include <pack.h>
#include "error.h"
#include "phase.h"

void exchange_begin(const struct matrix *A, struct vector *x)
{
    enum { TAG = 1 };
    const struct halo_plan *plan = &A->halo;
    if (plan->sends + plan->receives == 0)
        return;
    phase_begin(PHASE_HALO, A->depth);
    const size_t size = format_bytes(x->format);
    const int rows = plan->send_first[plan->sends];
    char *send = plan->buffer, *receive = (char *)x->data + A->columns * size;

    LAUNCH(pack, rows, rows, size, plan->packed_row, x->data, send);
    for (int r = 0; r < plan->receives; r++) {
        const int first = plan->receive_first[r], last = plan->receive_first[r + 1];
        MPI_OK(MPI_Irecv(receive + first * size, (last - first) * (int)size,
                         MPI_BYTE, plan->receive_rank[r], TAG, plan->comm,
                         &plan->request[r]));
    }
    for (int s = 0; s < plan->sends; s++) {
        const int first = plan->send_first[s], last = plan->send_first[s + 1];
        MPI_OK(MPI_Send(send + first * size, (last - first) * (int)size, MPI_BYTE,
                        plan->send_rank[s], TAG, plan->comm));
    }
    MPI_OK(MPI_Waitall(plan->receives, plan->request, MPI_STATUSES_IGNORE));
    phase_end((double)((rows + A->halo_n) * size));
}

void exchange_end(const struct matrix *A, struct vector *x)
{
    (void)A; /* exchange_begin has done all of it */
    (void)x;
}
