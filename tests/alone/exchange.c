/* tests/alone/exchange.c - the blocking halo exchange. */
#include <exchange.h>
#include "phase.h"
#include <string.h>

void exchange(const struct matrix *A, struct vector *x)
{
    const struct halo_plan *plan = &A->halo;
    const size_t size = format_bytes(x->format);
    const int rows = plan->send_first[plan->sends];
    char *data = x->data, *packed = plan->buffer;
    if (plan->sends + plan->receives == 0)
        return;
    phase_begin(PHASE_HALO, A->depth);
    for (int k = 0; k < rows; k++)
        memcpy(packed + k * size, data + plan->packed_row[k] * size, size);
    halo_post(plan, A->comm, packed, data + A->columns * size, size);
    halo_wait(plan);
    phase_end((double)((rows + A->halo_n) * size));
}
