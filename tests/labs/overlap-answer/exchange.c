/* tests/labs/overlap-answer/exchange.c - halo exchange in two halves.
 *
 * exchange_begin posts all messages, exchange_end waits for them.
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
#include "error.h"
#include "kernel_macros.h"
#include "phase.h"
#include <stdint.h>

enum { TAG = 1 };

/* buffer_k = x_row(k), for entries of `size` bytes */
KERNEL pack(int rows, int size, const int *row, const void *x, void *buffer)
{
    FOR_ALL(k, rows) {
        if (size == 8)
            ((uint64_t *)buffer)[k] = ((const uint64_t *)x)[row[k]];
        else if (size == 4)
            ((uint32_t *)buffer)[k] = ((const uint32_t *)x)[row[k]];
        else
            ((uint16_t *)buffer)[k] = ((const uint16_t *)x)[row[k]];
    }
}

static int no_messages(const struct halo_plan *plan)
{
    return plan->sends + plan->receives == 0;
}

static char *halo_of(const struct matrix *A, const struct vector *x)
{
    return (char *)x->data + A->columns * format_bytes(x->format);
}

void exchange_begin(const struct matrix *A, struct vector *x)
{
    const struct halo_plan *plan = &A->halo;
    if (no_messages(plan))
        return;
    phase_begin(PHASE_HALO, A->depth);
    const size_t size = format_bytes(x->format);
    const int rows = plan->send_first[plan->sends];

    LAUNCH(pack, rows, rows, (int)size, plan->packed_row, x->data,
           staging_pack_buffer(plan->buffer, plan->send_staging, rows * size));
    const char *send = (const char *)staging_copy_out(
        plan->buffer, plan->send_staging, rows * size, COMPUTE);
    char *receive =
        (char *)staging_receive_buffer(halo_of(A, x), plan->receive_staging);
    /* Wait until `send` is complete and `receive` is no longer in use. */
    stream_synchronize(COMPUTE);

    for (int r = 0; r < plan->receives; r++) {
        const int first = plan->receive_first[r], last = plan->receive_first[r + 1];
        MPI_OK(MPI_Irecv(receive + first * size, (last - first) * (int)size,
                         MPI_BYTE, plan->receive_rank[r], TAG, plan->comm,
                         &plan->request[r]));
    }
    message_begin(A->depth);
    for (int s = 0; s < plan->sends; s++) {
        const int first = plan->send_first[s], last = plan->send_first[s + 1];
        MPI_OK(MPI_Isend(send + first * size, (last - first) * (int)size, MPI_BYTE,
                         plan->send_rank[s], TAG, plan->comm,
                         &plan->request[plan->receives + s]));
    }
    phase_end(0, (double)(rows * size));
}

void exchange_end(const struct matrix *A, struct vector *x)
{
    const struct halo_plan *plan = &A->halo;
    if (no_messages(plan))
        return;
    phase_begin(PHASE_HALO, A->depth);
    const size_t bytes = A->halo_n * format_bytes(x->format);
    MPI_OK(MPI_Waitall(plan->receives + plan->sends, plan->request,
                       MPI_STATUSES_IGNORE));
    message_end(A->depth);
    staging_copy_in(halo_of(A, x), plan->receive_staging, bytes, COMPUTE);
    phase_end(0, (double)bytes);
}

void exchange(const struct matrix *A, struct vector *x)
{
    exchange_begin(A, x);
    exchange_end(A, x);
}
