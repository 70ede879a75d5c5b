/* opt/gpu/exchange.c - halo exchange in two halves, on a device.
 *
 * Cost: 0 flops; bytes sent and received: one number per row sent and per halo
 * entry.
 *
 * Differs from opt: the stream HALO packs and copies the values, through staging
 * buffers in host memory unless MPI can access device memory (device.h). The host must
 * wait for the packed values before it sends them. It does so in exchange_end, after
 * the caller has launched the interior slices: the device computes them meanwhile.
 */
#include <exchange.h>
#include "device.h"
#include "error.h"
#include "kernel_macros.h"
#include "phase.h"
#include <stdint.h>

enum { TAG = 1 };

/* buffer[k] = x[row[k]], for numbers of `size` bytes. */
KERNEL pack_values(size_t size, int count, const int *row, const void *x,
                   void *buffer)
{
    FOR_ALL(k, count)
        if (size == 8)
            ((uint64_t *)buffer)[k] = ((const uint64_t *)x)[row[k]];
        else if (size == 4)
            ((uint32_t *)buffer)[k] = ((const uint32_t *)x)[row[k]];
        else
            ((uint16_t *)buffer)[k] = ((const uint16_t *)x)[row[k]];
}

void exchange_begin(const struct matrix *A, struct vector *x)
{
    const struct halo_plan *H = &A->halo;
    if (H->sends + H->receives == 0)
        return;
    phase_begin(PHASE_HALO, A->depth);
    const size_t size = format_bytes(x->format);
    const int rows = H->send_first[H->sends];
    stream_wait_for(HALO, COMPUTE); /* x is complete */
    LAUNCH_ON(HALO, pack_values, rows, size, rows, H->packed_row, x->data,
              staging_pack_buffer(H->buffer, H->send_staging, (size_t)rows * size));
    /* x is packed before the interior slices change it: if the pattern is not
     * symmetric, they may contain rows that are sent. */
    stream_wait_for(COMPUTE, HALO);
    phase_end(0, (double)size * rows);
}

void exchange_end(const struct matrix *A, struct vector *x)
{
    const struct halo_plan *H = &A->halo;
    if (H->sends + H->receives == 0)
        return;
    phase_begin(PHASE_HALO, A->depth);
    const size_t size = format_bytes(x->format);
    char *halo = (char *)x->data + (size_t)A->columns * size;
    const char *out = (const char *)staging_copy_out(
        H->buffer, H->send_staging, (size_t)H->send_first[H->sends] * size, HALO);
    char *in = (char *)staging_receive_buffer(halo, H->receive_staging);
    /* Wait until `out` is complete and `in` is no longer in use. */
    stream_synchronize(HALO);
    for (int r = 0; r < H->receives; r++) {
        const int first = H->receive_first[r],
                  count = H->receive_first[r + 1] - first;
        MPI_OK(MPI_Irecv(in + (size_t)first * size, count * (int)size, MPI_BYTE,
                         H->receive_rank[r], TAG, H->comm, &H->request[r]));
    }
    message_begin(A->depth);
    for (int s = 0; s < H->sends; s++) {
        const int first = H->send_first[s], count = H->send_first[s + 1] - first;
        MPI_OK(MPI_Isend(out + (size_t)first * size, count * (int)size, MPI_BYTE,
                         H->send_rank[s], TAG, H->comm,
                         &H->request[H->receives + s]));
    }
    MPI_OK(MPI_Waitall(H->receives + H->sends, H->request, MPI_STATUSES_IGNORE));
    message_end(A->depth);
    staging_copy_in(halo, H->receive_staging, (size_t)A->halo_n * size, HALO);
    stream_wait_for(COMPUTE,
                    HALO); /* the boundary slices are computed afterwards */
    phase_end(0, (double)size * A->halo_n);
}
