/* ref/squares.h - the sum of squares of each tile of a vector, for norms. */
#ifndef MEMWALL_SQUARES_H
#define MEMWALL_SQUARES_H
#include "real.h"
#include "words.h"

KERNEL K(squares)(int n, const real *restrict x, double *restrict partial)
{
    FOR_TEAMS(t, tiles(n)) {
        int first = t * TILE, last = first + TILE < n ? first + TILE : n;
        double sum = 0;
        FOR_LANES_SUM(sum, i, first, last)
            sum += (double)wide(x[i]) * (double)wide(x[i]);
        sum = team_sum(sum);
        IF_LEADER
        partial[t] = sum;
    }
}
#endif
