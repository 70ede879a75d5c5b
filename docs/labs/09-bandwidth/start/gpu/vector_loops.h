/* docs/labs/09-bandwidth/start/gpu/vector_loops.h - where lab 9 starts: x'x as on a CPU.
 *
 * Each thread adds the squares of consecutive rows, as a thread of a CPU does. The
 * result is right. All other loops are those of ref.
 */
#ifndef MEMWALL_VECTOR_LOOPS_H
#define MEMWALL_VECTOR_LOOPS_H
#define squares squares_of_ref
#include <scalar_loops.h>
#undef squares

/* partial[t] = sum of x_i^2 over tile t */
KERNEL squares(int n, const real *restrict x, double *restrict partial)
{
    FOR_TEAMS(t, tiles(n)) {
        const int first = t * TILE, last = n - first < TILE ? n : first + TILE,
                  rows = TILE / TEAM_THREADS, mine = first + TEAM_THREAD * rows;
        double sum = 0;
        for (int i = mine; i < mine + rows && i < last; i++)
            sum += (double)wide(x[i]) * (double)wide(x[i]);
        sum = team_sum(sum);
        if (TEAM_LEADER)
            partial[t] = sum;
    }
}
#endif
