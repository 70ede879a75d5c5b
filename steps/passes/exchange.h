/* steps/passes/exchange.h - the blocking halo exchange in the form that kernels of opt call.
 *
 * Differs from opt: the first half is the whole exchange of ref (ref/exchange.c), so that
 * nothing is computed while messages are in transit.
 */
#ifndef MEMWALL_EXCHANGE_H
#define MEMWALL_EXCHANGE_H
#include "matrix.h"

/* Fills the halo entries of x, a vector in any format that A multiplies, with the
 * values of the ranks that own them. Collective over neighboring ranks. */
void exchange(const struct matrix *A, struct vector *x);

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
