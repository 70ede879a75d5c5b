/* opt/exchange.c - halo exchange in two halves, so that work fits between them.
 *
 * cost: 0 flops; bytes as sent and received: (rows sent + halo entries) numbers
 *
 * Differs from ref: nonblocking sends as well, and the wait is the caller's choice.
 * --overlap=off waits at once.
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

static void K(wait)(const struct level *A)
{
    const struct halo_plan *H = &A->halo;
    MPI_OK(MPI_Waitall(H->receives + H->sends, H->request, MPI_STATUSES_IGNORE));
    message_end(A->depth);
}

void K(exchange_begin)(const struct level *A, struct vector *X)
{
    const struct halo_plan *H = &A->halo;
    if (H->sends + H->receives == 0)
        return;
    phase_begin(PHASE_HALO, A->depth);
    enum { TAG = 1 };
    const int size = sizeof(real);
    real *x = (real *)X->at, *halo = x + A->columns, *buffer = (real *)H->buffer;
    const int rows = H->send_first[H->sends];

    for (int r = 0; r < H->receives; r++) {
        int first = H->receive_first[r], last = H->receive_first[r + 1];
        MPI_OK(MPI_Irecv(halo + first, (last - first) * size, MPI_BYTE,
                         H->receive_rank[r], TAG, H->comm, &H->request[r]));
    }
    LAUNCH(K(pack), rows, rows, H->send_row, x, buffer);
    message_begin(A->depth);
    for (int s = 0; s < H->sends; s++) {
        int first = H->send_first[s], last = H->send_first[s + 1];
        MPI_OK(MPI_Isend(buffer + first, (last - first) * size, MPI_BYTE, H->send_rank[s],
                         TAG, H->comm, &H->request[H->receives + s]));
    }
    if (tuning.overlap == SWITCH_OFF)
        K(wait)(A);
    phase_end(0, (double)size * rows);
}

void K(exchange_end)(const struct level *A)
{
    const struct halo_plan *H = &A->halo;
    if (H->sends + H->receives == 0 || tuning.overlap == SWITCH_OFF)
        return;
    phase_begin(PHASE_HALO, A->depth);
    K(wait)(A);
    phase_end(0, (double)sizeof(real) * A->halo_n);
}
