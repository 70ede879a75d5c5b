/* ref/basis_pass.h - the passes over the Krylov basis (basis_pass.c). */
#ifndef MEMWALL_BASIS_PASS_H
#define MEMWALL_BASIS_PASS_H
#include "real.h"
#include "vector.h"

/* c = Q'w with the first k columns of Q, summed over all ranks. Collective. */
void K(project)(const struct basis *Q, int k, const struct vector *w, double *c);

/* y = x + Q h with the first k columns of Q, rounded once. y may be x; x = NULL
 * means y = Q h. */
void K(add_columns)(const struct basis *Q, int k, const double *h,
                    const struct vector *x, struct vector *y);
#endif
