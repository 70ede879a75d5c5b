/* ref/inject.h - rc_i = (r - A z)_f(i) from a product A z that is known in full. */
#ifndef MEMWALL_INJECT_H
#define MEMWALL_INJECT_H
#include "real.h"
#include "words.h"

KERNEL K(inject)(int coarse_n, const int *restrict coarse_row, const real *restrict r,
                 const real *restrict product, real *restrict rc)
{
    FOR_ALL(i, coarse_n) {
        int f = coarse_row[i];
        rc[i] = narrow(wide(r[f]) - wide(product[f]));
    }
}
#endif
