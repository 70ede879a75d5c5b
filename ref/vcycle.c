/* ref/vcycle.c - what a V-cycle does on a level: before and after the coarser level.
 *
 *   descend   z = (D + L)^-1 r                                                (1.6)
 *             rc = R (r - A z)                                                (1.7)
 *   ascend    z = z + P zc                                                    (1.8)
 *             z = z + (D + L)^-1 (r - A z)                                    (1.9)
 *             w = A z, unless w is NULL
 *
 * In ascend, a tree may reuse the r and z of descend. ref does not.
 */
#include <vcycle.h>
#include "kernels.h"

void K(descend)(const struct level *fine, const struct vector *r, struct vector *z,
                struct vector *rc)
{
    K(sweep_zero_guess)(&fine->A, r, z);
    K(restrict_residual)(fine, r, z, rc);
}

void K(ascend)(const struct level *fine, const struct vector *r,
               const struct vector *zc, struct vector *z, struct vector *w)
{
    K(prolong_by_injection)(fine, zc, z);
    K(sweep)(&fine->A, r, z, w);
}
