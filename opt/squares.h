/* opt/squares.h - the sum of squares of each tile of a vector, for norms.
 *
 * Differs from ref: converted many at a time.
 */
#include "words.h"
#if ON_DEVICE
#include "../ref/squares.h" /* a lane of a device takes one number */
#endif
#ifndef MEMWALL_SQUARES_H
#define MEMWALL_SQUARES_H
#include "real.h"
#include <tile.h>

KERNEL K(squares)(int n, const real *restrict x, double *restrict partial)
{
    FOR_TEAMS(t, tiles(n)) {
        int first = t * TILE, last = n - first < TILE ? n : first + TILE;
        partial[t] = K(tile_squares)(first, last, x);
    }
}
#endif
