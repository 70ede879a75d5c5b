/* ref/exchange.c - blocking halo exchange: pack, send, receive, wait.
 *
 *   x = | columns local entries | halo_n entries that other ranks own |
 *
 * An exchange copies entries of x and does not compute with them. It needs only
 * their size, so this file is compiled once for all formats. If MPI cannot access
 * device memory, the messages pass through staging buffers in host memory
 * (device.h).
 *
 * cost: 0 flops; the bytes of all entries sent and received
 */
#include <exchange.h>
#include <pack.h>
#include "error.h"
#include "phase.h"

void exchange(const struct matrix *A, struct vector *x)
{
    enum { TAG = 1 };
    const struct halo_plan *plan = &A->halo;
    if (plan->sends + plan->receives == 0)
        return;
    phase_begin(PHASE_HALO, A->depth);
    const size_t size = format_bytes(x->format);
    const int rows = plan->send_first[plan->sends];
    char *halo = (char *)x->data + A->columns * size;

    LAUNCH(pack, rows, rows, size, plan->packed_row, x->data,
           staging_pack_buffer(plan->buffer, plan->send_staging, rows * size));
    const char *send = (const char *)staging_copy_out(
        plan->buffer, plan->send_staging, rows * size, COMPUTE);
    char *receive = (char *)staging_receive_buffer(halo, plan->receive_staging);
    /* Wait until `send` is complete and `receive` is no longer in use. */
    stream_synchronize(COMPUTE);

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
    staging_copy_in(halo, plan->receive_staging, A->halo_n * size, COMPUTE);
    phase_end((double)((rows + A->halo_n) * size));
}
