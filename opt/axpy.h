/* opt/axpy.h - the loops of vector updates: y = alpha x and x += alpha z.
 *
 * cost: n flops and two vectors; 2 n flops and three vectors
 *
 * Differs from ref: vectors, so that 16-bit numbers are converted many at a time.
 */
#include "words.h"
#if ON_DEVICE
#include "../ref/axpy.h" /* a lane of a device takes one number */
#endif
#ifndef MEMWALL_AXPY_H
#define MEMWALL_AXPY_H
#include "real.h"
#include <vectors.h>

KERNEL K(scale)(int n, double alpha, const real *restrict x, store *restrict y)
{
    FOR_TEAMS(t, tiles(n)) {
        int i = t * TILE, last = n - i < TILE ? n : i + TILE;
        for (; i + 8 <= last; i += 8)
            JOIN2(put8_, STORE)(y + i, alpha * JOIN2(eight_, REAL)(x + i));
        for (; i < last; i++)
            y[i] = narrow_s(alpha * (double)wide(x[i]));
    }
}

KERNEL K(axpy)(int n, acc alpha, const store *restrict z, real *restrict x)
{
    FOR_TEAMS(t, tiles(n)) {
        int i = t * TILE, last = n - i < TILE ? n : i + TILE;
        for (; i + LANES <= last; i += LANES)
            JOIN2(put_, REAL)
        (x + i, JOIN2(load_, REAL)(x + i) + alpha * JOIN2(load_, STORE)(z + i));
        for (; i < last; i++)
            x[i] = narrow(wide(x[i]) + alpha * wide_s(z[i]));
    }
}
#endif
