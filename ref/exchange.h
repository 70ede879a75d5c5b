/* ref/exchange.h - the blocking halo exchange. */
#ifndef MEMWALL_EXCHANGE_H
#define MEMWALL_EXCHANGE_H
#include "matrix.h"

/* Fills the halo entries of x, a vector in any format that A multiplies, with the
 * values of the ranks that own them. Collective over neighboring ranks. */
void exchange(const struct matrix *A, struct vector *x);
#endif
