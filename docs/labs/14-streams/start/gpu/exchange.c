/* docs/labs/14-streams/start/gpu/exchange.c - halo exchange on one stream, with waits.
 *
 * Cost: 0 flops; bytes sent and received: one number per row sent and per halo
 * entry.
 *
 * Differs from opt: everything is queued on COMPUTE, and exchange_begin returns when all
 * halo values are there. The device has nothing to do while messages are in transit.
 */
#include <exchange.h>
#include <pack.h>
#include "device.h"
#include "phase.h"

void exchange_begin(const struct matrix *A, struct vector *x)
{
    const struct halo_plan *plan = &A->halo;
    if (plan->sends + plan->receives == 0)
        return;
    phase_begin(PHASE_HALO, A->depth);
    const size_t size = format_bytes(x->format);
    const int rows = plan->send_first[plan->sends];
    char *halo = (char *)x->data + (size_t)A->columns * size;
    LAUNCH(pack, rows, rows, size, plan->packed_row, x->data,
           staging_pack_buffer(plan->buffer, plan->send_staging, (size_t)rows * size));
    const void *out = staging_copy_out(plan->buffer, plan->send_staging,
                                       (size_t)rows * size, COMPUTE);
    void *in = staging_receive_buffer(halo, plan->receive_staging);
    stream_synchronize(COMPUTE);
    halo_post(plan, A->comm, out, in, size);
    halo_wait(plan);
    staging_copy_in(halo, plan->receive_staging, (size_t)A->halo_n * size, COMPUTE);
    stream_synchronize(COMPUTE);
    phase_end((double)size * (rows + A->halo_n));
}

void exchange_end(const struct matrix *A, struct vector *x)
{
    (void)A; /* exchange_begin has done all of it */
    (void)x;
}
