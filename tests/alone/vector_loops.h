/* tests/alone/vector_loops.h - how a column of the basis is rounded (basis.h). */
#ifndef MEMWALL_VECTOR_LOOPS_H
#define MEMWALL_VECTOR_LOOPS_H
#include "real.h"
#include "kernel_macros.h"
#include <math.h>

/* scale_b = |alpha| max |w_i| / LARGEST_S over the rows of block b */
KERNEL largest_in_blocks(int n, double alpha, const real *w, double *scale)
{
    for (int b = 0; b < scale_blocks(n); b++)
        scale[b] = 0;
    for (int i = 0; i < n; i++)
        scale[i / SCALE_BLOCK] = fmax(scale[i / SCALE_BLOCK],
                                      fabs(alpha * (double)wide(w[i])) / LARGEST_S);
}

/* q_i = alpha w_i / scale_b, or alpha w_i / unit if the format needs no scales */
KERNEL round_column(int n, double alpha, const real *w, const double *scale,
                    double unit, store *q)
{
    for (int i = 0; i < n; i++) {
        const double s = scale ? scale[i / SCALE_BLOCK] : unit;
        q[i] = narrow_s(s > 0 ? alpha * (double)wide(w[i]) / s : 0);
    }
}
#endif
