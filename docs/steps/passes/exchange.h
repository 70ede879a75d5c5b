/* docs/steps/passes/exchange.h - the halo exchange of ref, as the first of the two halves.
 *
 * Differs from opt: exchange_begin waits for the messages, so that nothing is computed
 * while they are in transit.
 */
#ifndef MEMWALL_EXCHANGE_H
#define MEMWALL_EXCHANGE_H
#include "matrix.h"

void exchange(const struct matrix *A, struct vector *x); /* ref/exchange.c */

static inline void exchange_begin(const struct matrix *A, struct vector *x)
{
    exchange(A, x);
}

static inline void exchange_end(const struct matrix *A, struct vector *x)
{
    (void)A;
    (void)x;
}
#endif
