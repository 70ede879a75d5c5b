/* ref/axpy.h - the loops of vector updates: y = alpha x and x += alpha z.
 *
 * cost: n flops and two vectors; 2 n flops and three vectors
 */
#ifndef MEMWALL_AXPY_H
#define MEMWALL_AXPY_H
#include "real.h"
#include "words.h"

KERNEL K(scale)(int n, double alpha, const real *restrict x, store *restrict y)
{
    FOR_ALL(i, n)
        y[i] = narrow_s(alpha * (double)wide(x[i]));
}

KERNEL K(axpy)(int n, acc alpha, const store *restrict z, real *restrict x)
{
    FOR_ALL(i, n)
        x[i] = narrow(wide(x[i]) + alpha * wide_s(z[i]));
}
#endif
