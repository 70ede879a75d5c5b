/* tests/trees/forgetful/exchange.c - broken on purpose: forgets the last neighbour. */
#include <exchange.h>

static void K(right_exchange)(const struct level *A, struct vector *X);
#define exchange right_exchange
#include "../../../ref/exchange.c"
#undef exchange

void K(exchange)(const struct level *A, struct vector *X)
{
    const struct halo_plan *H = &A->halo;
    K(right_exchange)(A, X);
    if (H->receives == 0)
        return;
    const int first = H->receive_first[H->receives - 1];
    device_clear((real *)X->at + A->columns + first,
                 (size_t)(A->halo_n - first) * sizeof(real));
}
