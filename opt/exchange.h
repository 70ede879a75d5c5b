/* opt/exchange.h - the halo exchange of opt: begun early, finished late. */
#ifndef MEMWALL_EXCHANGE_H
#define MEMWALL_EXCHANGE_H
#include "kernels.h"
#include "real.h"

/* Between the two calls the halo entries of x are not to be read, nor may another
 * exchange begin on the same level; the local entries may change. */
void K(exchange_begin)(const struct level *A, struct vector *x);
void K(exchange_end)(const struct level *A, struct vector *x);
#endif
