/* opt/tile.h - what is done to a few numbers in the cache: widened, squared.
 *
 * A vector at a time, so that 16-bit numbers are converted many at once.
 */
#ifndef MEMWALL_TILE_H
#define MEMWALL_TILE_H
#include "real.h"
#include <vectors.h>

/* `count` numbers as sums take them. */
static inline __attribute__((unused)) void K(widen)(int count, const real *x, acc *wider)
{
    int i = 0;
    for (; i + LANES <= count; i += LANES) {
        vec v = JOIN2(load_, REAL)(x + i);
        __builtin_memcpy(wider + i, &v, sizeof v);
    }
    for (; i < count; i++)
        wider[i] = wide(x[i]);
}
/* The sum of squares of rows first .. last-1. */
static inline __attribute__((unused)) double K(tile_squares)(int first, int last,
                                                             const real *x)
{
    eight sum = {0};
    int i = first;
    for (; i + 8 <= last; i += 8)
        sum += JOIN2(eight_, REAL)(x + i) * JOIN2(eight_, REAL)(x + i);
    double all = eight_across(sum);
    for (; i < last; i++)
        all += (double)wide(x[i]) * (double)wide(x[i]);
    return all;
}
#endif
