/* ref/exchange.c - blocking halo exchange: pack, post the messages, wait for them.
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
#include "phase.h"

void exchange(const struct matrix *A, struct vector *x)
{
    const struct halo_plan *plan = &A->halo;
    if (plan->sends + plan->receives == 0)
        return;
    phase_begin(PHASE_HALO, A->depth);
    const size_t size = format_bytes(x->format);
    const int rows = plan->send_first[plan->sends];
    char *halo = (char *)x->data + A->columns * size;

    LAUNCH(pack, rows, rows, size, plan->packed_row, x->data,
           staging_pack_buffer(plan->buffer, plan->send_staging, rows * size));
    const void *send =
        staging_copy_out(plan->buffer, plan->send_staging, rows * size, COMPUTE);
    void *receive = staging_receive_buffer(halo, plan->receive_staging);
    /* Wait until `send` is complete and `receive` is no longer in use. */
    stream_synchronize(COMPUTE);

    halo_post(plan, A->comm, send, receive, size);
    halo_wait(plan);
    staging_copy_in(halo, plan->receive_staging, A->halo_n * size, COMPUTE);
    phase_end((double)((rows + A->halo_n) * size));
}
