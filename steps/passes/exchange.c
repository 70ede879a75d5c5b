/* steps/passes/exchange.c - the halo exchange of ref, as the first of the two halves.
 *
 * Differs from opt: exchange_begin waits for the messages, so that nothing is computed
 * while they are in transit.
 */
#include "matrix.h"

void exchange(const struct matrix *A, struct vector *x);
#include "../../ref/exchange.c"

void exchange_begin(const struct matrix *A, struct vector *x)
{
    exchange(A, x);
}

void exchange_end(const struct matrix *A, struct vector *x)
{
    (void)A;
    (void)x;
}
