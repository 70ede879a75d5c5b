/* docs/labs/09-bandwidth/answer/gpu/vector_loops.h - x'x with 16 bytes in each load.
 *
 * Neighboring threads load neighboring groups of 16 bytes, the most that an instruction of
 * a GPU loads: two rows in f64, four in f32. A vector begins at a multiple of 16 bytes,
 * and the bytes behind its end can be read (vector.h).
 */
#ifndef MEMWALL_VECTOR_LOOPS_H
#define MEMWALL_VECTOR_LOOPS_H
#define squares squares_of_ref
#include <scalar_loops.h>
#undef squares

enum { ROWS_OF_LOAD = 16 / sizeof(real) };
struct load {
    real row[ROWS_OF_LOAD];
} __attribute__((aligned(16)));

/* partial[t] = sum of x_i^2 over tile t */
KERNEL squares(int n, const real *restrict x, double *restrict partial)
{
    FOR_TEAMS(t, tiles(n)) {
        double sum = 0;
        FOR_THREADS(g, 0, TILE / ROWS_OF_LOAD) {
            const int i = t * TILE + g * ROWS_OF_LOAD;
            if (i >= n)
                continue;
            const struct load x_i = *(const struct load *)(x + i);
            UNROLL_ALL
            for (int r = 0; r < ROWS_OF_LOAD; r++)
                if (i + r < n)
                    sum += (double)wide(x_i.row[r]) * (double)wide(x_i.row[r]);
        }
        sum = team_sum(sum);
        if (TEAM_LEADER)
            partial[t] = sum;
    }
}
#endif
