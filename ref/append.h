/* ref/append.h - q = alpha w / scale, rounded to the format of the basis, and its scales.
 *
 * cost: n flops; w read once, q written once; the scales read w once more
 */
#ifndef MEMWALL_APPEND_H
#define MEMWALL_APPEND_H
#include "real.h"
#include "words.h"

/* scale[b] = the largest |w_i| of block b, in units of the largest integer */
KERNEL K(measure)(int n, double alpha, const real *restrict w, double *restrict scale)
{
    FOR_TEAMS(b, scale_blocks(n)) {
        int first = b * SCALE_BLOCK,
            last = first + SCALE_BLOCK < n ? first + SCALE_BLOCK : n;
        acc most = 0;
        FOR_LANES_MAX(most, i, first, last)
        most = larger(most, wide(w[i]));
        most = (acc)team_max((double)most);
        IF_LEADER
        scale[b] = (double)most * fabs(alpha) / LARGEST_S;
    }
}

/* scale[] of the blocks of an integer column, or NULL and one unit for all. */
KERNEL K(append)(int n, double alpha, const real *restrict w,
                 const double *restrict scale, double unit, store *restrict q)
{
    FOR_ALL(i, n) {
        double s = scale ? scale[i / SCALE_BLOCK] : unit;
        q[i] = narrow_s(s > 0 ? alpha * (double)wide(w[i]) / s : 0);
    }
}
#endif
