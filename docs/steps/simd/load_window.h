/* docs/steps/simd/load_window.h - loads x at columns that are close together, one by one.
 *
 *   load_window(x, distance)   x[distance[r]] of LANES rows of a narrow slice column
 *
 * Differs from narrow: the numbers are a SIMD vector, still loaded one by one.
 */
#ifndef MEMWALL_LOAD_WINDOW_H
#define MEMWALL_LOAD_WINDOW_H
#include <simd.h>
#include "real.h"

SIMD vec load_window(const real *x, const unsigned char *distance)
{
    return EIGHT_BY_EIGHT(x, distance, EIGHT_DOUBLES, EIGHT_FLOATS, EIGHT_SHORTS);
}
#endif
