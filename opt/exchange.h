/* opt/exchange.h - the halo exchange of opt, in two halves. */
#ifndef MEMWALL_EXCHANGE_H
#define MEMWALL_EXCHANGE_H
#include "matrix.h"

/* Fills the halo entries of x (numbers of 2, 4 or 8 bytes) with the values of other
 * ranks. Between the two calls the halo entries of x must not be read, and no other
 * exchange may begin on the same matrix; the local entries may change. Collective
 * over A->halo.comm. */
void exchange_begin(const struct matrix *A, struct vector *x);
void exchange_end(const struct matrix *A, struct vector *x);
#endif
