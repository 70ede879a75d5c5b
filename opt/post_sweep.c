/* opt/post_sweep.c - the second sweep of a V-cycle, after the coarse-grid correction.
 *
 *   z = z + (D + L)^-1 (r - A z)                                              (1.9)
 *   w = A z, unless w is NULL
 *
 * Differs from ref: if only L is stored, the sweep uses the product U z that the
 * first sweep has left (half_sweep.h).
 */
#include <layout.h>
#include "kernels.h"
#include "real.h"

void K(post_sweep)(const struct matrix *A, const struct vector *r, struct vector *z,
                   struct vector *w)
{
    A->layout->half.kept = 1;
    if (w)
        K(sweep_spmv)(A, r, z, w);
    else
        K(sweep)(A, r, z);
}
