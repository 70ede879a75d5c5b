/* tests/alone/exchange.h - the blocking halo exchange. */
#ifndef MEMWALL_EXCHANGE_H
#define MEMWALL_EXCHANGE_H
#include "matrix.h"

/* Fills the halo entries of x with the values of the ranks that own them. */
void exchange(const struct matrix *A, struct vector *x);
#endif
