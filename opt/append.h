/* opt/append.h - q = alpha w / scale and the scales, eight numbers at a time.
 *
 * cost: n flops; w read once, q written once; the scales read w once more
 *
 * Differs from ref: vectors, and one division a block instead of one a number. That is
 * one rounding in f64 more, none where the scale is a power of two (all but integers).
 */
#include "words.h"
#if ON_DEVICE
#include "../ref/append.h" /* a lane of a device takes one number */
#endif
#ifndef MEMWALL_APPEND_H
#define MEMWALL_APPEND_H
#include "real.h"
#include <tile.h>

/* scale[b] = the largest |w_i| of block b, in units of the largest integer */
KERNEL K(measure)(int n, double alpha, const real *restrict w, double *restrict scale)
{
    FOR_TEAMS(b, scale_blocks(n)) {
        int first = b * SCALE_BLOCK,
            count = n - first < SCALE_BLOCK ? n - first : SCALE_BLOCK;
        acc block[SCALE_BLOCK], most = 0;
        K(widen)(count, w + first, block);
        FOR_LANES_MAX(most, i, 0, count)
        most = larger(most, block[i]);
        scale[b] = (double)most * fabs(alpha) / LARGEST_S;
    }
}

/* scale[] of the blocks of an integer column, or NULL and one unit for all. */
KERNEL K(append)(int n, double alpha, const real *restrict w,
                 const double *restrict scale, double unit, store *restrict q)
{
    FOR_TEAMS(b, scale_blocks(n)) {
        int i = b * SCALE_BLOCK, last = n - i < SCALE_BLOCK ? n : i + SCALE_BLOCK;
        const double s = scale ? scale[b] : unit, factor = s > 0 ? alpha / s : 0;
        for (; isfinite(factor) && i + 8 <= last; i += 8)
            JOIN2(put8_, STORE)(q + i, factor * JOIN2(eight_, REAL)(w + i));
        for (; i < last; i++)
            q[i] = narrow_s(s > 0 ? alpha * (double)wide(w[i]) / s : 0);
    }
}
#endif
