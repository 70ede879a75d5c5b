/* opt/exchange.c - halo exchange in two halves, with computation between them.
 *
 * Cost: 0 flops; bytes sent and received: one number per row sent and per halo
 * entry.
 *
 * Differs from ref: the sends are nonblocking too, and rows that read no halo values
 * are computed between the two halves. It is meant for networks; on one node it gains
 * nothing that can be measured (docs/10).
 */
#include <exchange.h>
#include "error.h"
#include "kernel_macros.h"
#include "phase.h"
#include <stdint.h>

enum { TAG = 1 };

/* buffer[k] = x[row[k]], for numbers of `size` bytes. */
static void pack_values(size_t size, int count, const int *row, const void *x,
                        void *buffer)
{
    if (size == 8)
        FOR_ALL(k, count)
            ((uint64_t *)buffer)[k] = ((const uint64_t *)x)[row[k]];
    else if (size == 4)
        FOR_ALL(k, count)
            ((uint32_t *)buffer)[k] = ((const uint32_t *)x)[row[k]];
    else
        FOR_ALL(k, count)
            ((uint16_t *)buffer)[k] = ((const uint16_t *)x)[row[k]];
}

void exchange_begin(const struct matrix *A, struct vector *x)
{
    const struct halo_plan *H = &A->halo;
    if (H->sends + H->receives == 0)
        return;
    phase_begin(PHASE_HALO, A->depth);
    const size_t size = format_bytes(x->format);
    char *buffer = H->buffer, *halo = (char *)x->data + (size_t)A->columns * size;
    const int rows = H->send_first[H->sends];
    pack_values(size, rows, H->send_row, x->data, buffer);
    for (int r = 0; r < H->receives; r++) {
        const int first = H->receive_first[r],
                  count = H->receive_first[r + 1] - first;
        MPI_OK(MPI_Irecv(halo + (size_t)first * size, count * (int)size, MPI_BYTE,
                         H->receive_rank[r], TAG, H->comm, &H->request[r]));
    }
    message_begin(A->depth);
    for (int s = 0; s < H->sends; s++) {
        const int first = H->send_first[s], count = H->send_first[s + 1] - first;
        MPI_OK(MPI_Isend(buffer + (size_t)first * size, count * (int)size, MPI_BYTE,
                         H->send_rank[s], TAG, H->comm,
                         &H->request[H->receives + s]));
    }
    phase_end(0, (double)size * rows);
}

void exchange_end(const struct matrix *A, struct vector *x)
{
    const struct halo_plan *H = &A->halo;
    if (H->sends + H->receives == 0)
        return;
    phase_begin(PHASE_HALO, A->depth);
    MPI_OK(MPI_Waitall(H->receives + H->sends, H->request, MPI_STATUSES_IGNORE));
    message_end(A->depth);
    phase_end(0, (double)format_bytes(x->format) * A->halo_n);
}
