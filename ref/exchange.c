/* ref/exchange.c - blocking halo exchange: pack, send, receive, wait.
 *
 * On a device the numbers travel by way of mailboxes in host memory (device.h).
 *
 * cost: 0 flops; bytes as sent and received: (rows sent + halo entries) numbers
 */
#include <exchange.h>
#include "error.h"
#include "phase.h"
#include "words.h"

KERNEL K(pack)(int count, const int *restrict row, const real *restrict x,
               real *restrict buffer)
{
    FOR_ALL(k, count)
        buffer[k] = x[row[k]];
}

void K(exchange)(const struct level *A, struct vector *X)
{
    const struct halo_plan *H = &A->halo;
    if (H->sends + H->receives == 0)
        return;
    phase_begin(PHASE_HALO, A->depth);
    enum { TAG = 1 };
    const int size = sizeof(real), rows = H->send_first[H->sends];
    real *x = (real *)X->at, *halo = x + A->columns, *buffer = (real *)H->buffer;
    real *in = (real *)device_inbox(halo, H->inbox);

    LAUNCH(K(pack), rows, rows, H->packed_row, x, buffer);
    const size_t bytes = (size_t)rows * sizeof(real);
    const real *out = (const real *)device_outbox(buffer, H->outbox, bytes, COMPUTE);
    stream_wait(COMPUTE); /* and for what came last to have left the inbox */
    for (int r = 0; r < H->receives; r++) {
        int first = H->receive_first[r], last = H->receive_first[r + 1];
        MPI_OK(MPI_Irecv(in + first, (last - first) * size, MPI_BYTE, H->receive_rank[r],
                         TAG, H->comm, &H->request[r]));
    }
    for (int s = 0; s < H->sends; s++) {
        int first = H->send_first[s], last = H->send_first[s + 1];
        MPI_OK(MPI_Send(out + first, (last - first) * size, MPI_BYTE, H->send_rank[s],
                        TAG, H->comm));
    }
    MPI_OK(MPI_Waitall(H->receives, H->request, MPI_STATUSES_IGNORE));
    device_deliver(halo, H->inbox, (size_t)A->halo_n * sizeof(real), COMPUTE);
    phase_end(0, (double)size * (rows + A->halo_n));
}
