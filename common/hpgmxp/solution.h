/* common/hpgmxp/solution.h - residual and error of a solution of the benchmark's
 * system, computed without the tree.
 *
 *   r_i = b_i - sum_j a_ij x_j = sum_j a_ij (1 - x_j)      because b = A 1    (1.1)
 *
 * The entries a_ij are calculated from the stencil for each point, the values of
 * other ranks are exchanged here, and the sums are in f64. No kernel, layout or halo
 * plan takes part, so that a mistake in one of them cannot hide itself. */
#ifndef MEMWALL_SOLUTION_H
#define MEMWALL_SOLUTION_H
#include "hierarchy.h"

struct solution {
    double residual; /* ||b - A x||_2 */
    double error;    /* max_i |x_i - 1|; NaN if any x_i is NaN */
    double rounding; /* bound of the rounding errors of ||b - A x||_2: two ways to
                        compute it differ by at most this much */
};

/* Examines x, a solution of A x = b on level 0 of h, in the order of the rows of h.
 * Needs host memory for the points of the local box and its neighbors. Collective over
 * h->comm. */
struct solution solution_check(const struct hierarchy *h, const struct vector *x);
#endif
