/* ref/scalar_loops.h - the loops over the entries of a vector, one entry at a time.
 *
 *   kernel              computes                                     flops vectors
 *   scale               y_i = alpha x_i                              n     x, y
 *   axpy                x_i = x_i + alpha z_i                        2 n   z, x, x
 *   squares             partial[t] = sum of x_i^2 over tile t        2 n   x
 *   largest_in_blocks   scale[b] = |alpha| max |w_i| / LARGEST_S     0     w
 *                       over block b
 *   round_column        q_i = alpha w_i / scale[b], rounded to the   n     w, q
 *                       format of the basis
 *
 * The last column names the vectors of n entries that are read or written.
 * LARGEST_S is the largest integer of the format (real.h). For the scales of the
 * basis see basis.h.
 */
#ifndef MEMWALL_SCALAR_LOOPS_H
#define MEMWALL_SCALAR_LOOPS_H
#include "real.h"
#include "kernel_macros.h"

KERNEL scale(int n, double alpha, const real *restrict x, store *restrict y)
{
    FOR_ALL(i, n)
        y[i] = narrow_s(alpha * (double)wide(x[i]));
}

KERNEL axpy(int n, acc alpha, const store *restrict z, real *restrict x)
{
    FOR_ALL(i, n)
        x[i] = narrow(wide(x[i]) + alpha * wide_s(z[i]));
}

/* The sum of squares is in double: in 16 bits it would underflow or overflow. */
KERNEL squares(int n, const real *restrict x, double *restrict partial)
{
    FOR_TEAMS(t, tiles(n)) {
        const int first = t * TILE, last = n - first < TILE ? n : first + TILE;
        double sum = 0;
        FOR_THREADS_SUM(sum, i, first, last)
            sum += (double)wide(x[i]) * (double)wide(x[i]);
        sum = team_sum(sum);
        if (TEAM_LEADER)
            partial[t] = sum;
    }
}

KERNEL largest_in_blocks(int n, double alpha, const real *restrict w,
                         double *restrict scale)
{
    FOR_TEAMS(b, scale_blocks(n)) {
        const int first = b * SCALE_BLOCK,
                  last = n - first < SCALE_BLOCK ? n : first + SCALE_BLOCK;
        acc largest = 0;
        FOR_THREADS_MAX(largest, i, first, last)
            largest = max_abs(largest, wide(w[i]));
        largest = (acc)team_max((double)largest);
        if (TEAM_LEADER)
            scale[b] = (double)largest * fabs(alpha) / LARGEST_S;
    }
}

/* scale: one per block of a column of integers; NULL for a floating-point column, whose
 * scale is `unit`. A block of zeros has the scale 0 and is stored as zeros. */
KERNEL round_column(int n, double alpha, const real *restrict w,
                    const double *restrict scale, double unit, store *restrict q)
{
    FOR_ALL(i, n) {
        const double s = scale ? scale[i / SCALE_BLOCK] : unit;
        q[i] = narrow_s(s > 0 ? alpha * (double)wide(w[i]) / s : 0);
    }
}
#endif
