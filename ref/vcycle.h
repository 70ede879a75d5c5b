/* ref/vcycle.h - the steps of a V-cycle on a level, which vcycle.c calls. */
#ifndef MEMWALL_VCYCLE_H
#define MEMWALL_VCYCLE_H
#include "kernels.h"
#include "real.h"

/* z = z + (D + L)^-1 (r - A z); then w = A z, unless w is NULL (sweep.c). */
void K(sweep)(const struct matrix *A, const struct vector *r, struct vector *z,
              struct vector *w);

/* rc = R (r - A z) by injection, with the z of sweep_zero_guess (restrict.c). */
void K(restrict_residual)(const struct level *fine, const struct vector *r,
                          struct vector *z, struct vector *rc);

/* z = z + P zc by injection (prolong.c). */
void K(prolong_by_injection)(const struct level *fine, const struct vector *zc,
                             struct vector *z);
#endif
