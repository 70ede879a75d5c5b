/* ref/append.h - q = alpha w / scale, rounded to the format of the basis.
 *
 * cost: n flops; w read once, q written once
 */
#ifndef MEMWALL_APPEND_H
#define MEMWALL_APPEND_H
#include "real.h"
#include "words.h"

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
