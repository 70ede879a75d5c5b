/* docs/steps/simd/load_window.h - loads x at columns that are close together, one by one.
 *
 *   load_window(x, offset, r)   x[offset[r]], x[offset[r + 1]], ...: LANES rows of a narrow
 *                               slice column
 *
 * Differs from narrow: the values are a SIMD vector, still loaded one by one.
 */
#ifndef MEMWALL_LOAD_WINDOW_H
#define MEMWALL_LOAD_WINDOW_H
#include <simd.h>
#include "real.h"

SIMD vec load_window(const real *x, const unsigned char *offset, int r)
{
    return ONE_BY_ONE(x, offset + r);
}
#endif
