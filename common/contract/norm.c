/* common/contract/norm.c - the Euclidean norm, also where the squares leave the range of double.
 *
 *   ||x||_2 = sqrt(sum_i x_i^2) = (1 / factor) sqrt(sum_i (factor x_i)^2)
 *
 * The squares of entries below 1e-162 underflow to 0, and those above 1e154 are Inf.
 * The kernels add the squares without scaling, in the pass in which they compute x.
 * The sum shows whether a square was lost:
 *
 *   sum < 2^-900   every |x_i| < 2^-450. With factor 2^600 all entries are between
 *                  2^-474 and 2^150, so that no square underflows.
 *   sum = Inf      With factor 2^-600 all entries are at most 2^424. Squares that
 *                  underflow now are negligible.
 *   otherwise      The squares that underflowed are negligible. The usual case: it
 *                  costs two comparisons.
 *
 * The two factors are powers of two and cause no rounding error. All ranks have the
 * same sum and therefore make the same decision. The norm is 0 only if all entries
 * are 0, and Inf only if an entry is Inf or the norm itself exceeds the range of
 * double. Cost of the other cases: one more pass over x, 3 n flops. Source: J. L.
 * Blue, "A portable Fortran program to find the Euclidean norm of a vector", ACM
 * TOMS 4, 1978.
 */
#include "entry.h"
#include "reduce.h"
#include "kernel_macros.h"
#include <math.h>

/* partial[t] = the sum of (factor x_i)^2 over tile t */
KERNEL scaled_squares(int n, double factor, struct vector x,
                      double *restrict partial)
{
    FOR_TEAMS(t, tiles(n)) {
        const int first = t * TILE, last = n - first < TILE ? n : first + TILE;
        double sum = 0;
        FOR_THREADS_SUM(sum, i, first, last) {
            const double scaled = factor * entry_load(x, i);
            sum += scaled * scaled;
        }
        sum = team_sum(sum);
        if (TEAM_LEADER)
            partial[t] = sum;
    }
}

double norm_from_squares(double squares, const struct vector *x, double *partial,
                         MPI_Comm comm)
{
    const int too_small = squares < 0x1p-900, too_large = isinf(squares);
    if (!too_small && !too_large)
        return fabs(sqrt(squares)); /* of NaN: without a sign */
    const double factor = too_small ? 0x1p600 : 0x1p-600;
    TEAM_LAUNCH(scaled_squares, tiles(x->n), x->n, factor, *x, partial);
    sum_tiles(partial, tiles(x->n), 1, &squares, comm);
    return fabs(sqrt(squares)) / factor;
}
