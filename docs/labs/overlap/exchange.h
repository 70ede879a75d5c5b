/* docs/labs/overlap/exchange.h - the halo exchange in two halves. */
#ifndef MEMWALL_EXCHANGE_H
#define MEMWALL_EXCHANGE_H
#include "matrix.h"

/* Fills the halo entries of x, a vector in any format that A multiplies, with the
 * values of the ranks that own them. Between the two calls the halo entries must
 * not be read, and no other exchange may begin on the same matrix; the local entries
 * may change. Collective over neighboring ranks. */
void exchange_begin(const struct matrix *A, struct vector *x);
void exchange_end(const struct matrix *A, struct vector *x);

/* Both: for kernels that have nothing to compute in the meantime. */
void exchange(const struct matrix *A, struct vector *x);
#endif
