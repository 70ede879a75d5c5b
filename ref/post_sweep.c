/* ref/post_sweep.c - the second sweep of a V-cycle, after the coarse-grid correction.
 *
 *   z = z + (D + L)^-1 (r - A z)                                              (1.9)
 *   w = A z, unless w is NULL
 *
 * The function exists because a tree may use that it knows how z was computed. ref
 * does not.
 */
#include "kernels.h"
#include "real.h"

void K(post_sweep)(const struct matrix *A, const struct vector *r, struct vector *z,
                   struct vector *w)
{
    if (w)
        K(sweep_spmv)(A, r, z, w);
    else
        K(sweep)(A, r, z);
}
