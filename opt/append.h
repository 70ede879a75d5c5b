/* opt/append.h - q = alpha w / scale, rounded to the format of the basis.
 *
 * cost: n flops; w read once, q written once
 *
 * Differs from ref: a vector of rows at a time, in the precision of acc; one conversion
 * instruction for sixteen numbers instead of one for each.
 */
#ifndef MEMWALL_APPEND_H
#define MEMWALL_APPEND_H
#include <vectors.h>
#include "words.h"

/* scale[] of the blocks of an integer column, or NULL and one unit for all. LANES divides
 * SCALE_BLOCK, so that a vector has one scale. */
KERNEL K(append)(int n, double alpha, const real *restrict w,
                 const double *restrict scale, double unit, store *restrict q)
{
    FOR_ALL(b, (n + LANES - 1) / LANES) {
        const int i = b * LANES;
        const double s = scale ? scale[i / SCALE_BLOCK] : unit;
        const acc factor = (acc)(s > 0 ? alpha / s : 0);
        if (i + LANES <= n)
            JOIN2(put_, STORE)(q + i, JOIN2(load_, REAL)(w + i) * factor);
        else
            for (int k = i; k < n; k++)
                q[k] = narrow_s((double)(wide(w[k]) * factor));
    }
}
#endif
