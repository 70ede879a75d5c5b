/* opt/basis_pass.h - one pass over the basis: w -= Q h, Q'w and w'w (basis_pass.c). */
#ifndef MEMWALL_BASIS_PASS_H
#define MEMWALL_BASIS_PASS_H
#include "real.h"
#include "vector.h"

/* A bit mask: what a pass computes besides w -= Q h. */
enum pass_flags {
    PASS_UPDATE = 0,  /* nothing else */
    PASS_PROJECT = 1, /* Q'w */
    PASS_SQUARES = 2, /* w'w */
    PASS_BOTH = PASS_PROJECT | PASS_SQUARES,
    PASS_FROM_ZERO = 4 /* w = -Q h instead of w -= Q h; w is not read */
};

/* Launches a pass over the first k columns of Q: w -= Q h unless h is NULL, then the sums
 * that the flags name. Returns the number of teams, at most tiles(Q->n); each writes its
 * own sums to Q->partial, first the k numbers Q'w, then w'w. h is memory that kernels can
 * read. */
int K(launch_pass)(const struct basis *Q, int k, const double *h, int flags,
                   struct vector *w);
#endif
