/* ref/exchange.h - the halo exchange of ref: all of it, before any work. */
#ifndef MEMWALL_EXCHANGE_H
#define MEMWALL_EXCHANGE_H
#include "kernels.h"
#include "real.h"

/* Fills the halo entries x[n ..] with the values of the ranks that own them. */
void K(exchange)(const struct level *A, struct vector *x);
#endif
