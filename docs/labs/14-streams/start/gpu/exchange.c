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
#include "error.h"
#include "phase.h"

enum { TAG = 1 };

/* Sends and receives the packed values; returns when all messages have arrived. */
static void exchange_messages(const struct halo_plan *plan, size_t size,
                              const char *out, char *in)
{
    for (int r = 0; r < plan->receives; r++) {
        const int first = plan->receive_first[r],
                  count = plan->receive_first[r + 1] - first;
        MPI_OK(MPI_Irecv(in + (size_t)first * size, count * (int)size, MPI_BYTE,
                         plan->receive_rank[r], TAG, plan->comm,
                         &plan->request[r]));
    }
    for (int s = 0; s < plan->sends; s++) {
        const int first = plan->send_first[s],
                  count = plan->send_first[s + 1] - first;
        MPI_OK(MPI_Isend(out + (size_t)first * size, count * (int)size, MPI_BYTE,
                         plan->send_rank[s], TAG, plan->comm,
                         &plan->request[plan->receives + s]));
    }
    MPI_OK(MPI_Waitall(plan->receives + plan->sends, plan->request,
                       MPI_STATUSES_IGNORE));
}

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
    const char *out = (const char *)staging_copy_out(
        plan->buffer, plan->send_staging, (size_t)rows * size, COMPUTE);
    char *in = (char *)staging_receive_buffer(halo, plan->receive_staging);
    stream_synchronize(COMPUTE);
    exchange_messages(plan, size, out, in);
    staging_copy_in(halo, plan->receive_staging, (size_t)A->halo_n * size, COMPUTE);
    stream_synchronize(COMPUTE);
    phase_end((double)size * (rows + A->halo_n));
}

void exchange_end(const struct matrix *A, struct vector *x)
{
    (void)A; /* exchange_begin has done all of it */
    (void)x;
}
