/* ref/dot.c - what conjugate gradients and the watch over ranges need of vectors.
 *
 *   x'y over all ranks;   x = z + beta x;   how many entries are out of range
 *
 * Sums are f64: in 16 bits the products of a dot product would vanish or overflow.
 *
 * cost: 2 n flops and two vectors; 2 n flops and three; one vector
 */
#include "kernels.h"
#include "phase.h"
#include "real.h"
#include "words.h"

KERNEL K(products)(int n, const real *restrict x, const store *restrict y,
                   double *restrict partial)
{
    FOR_TEAMS(t, tiles(n)) {
        int first = t * TILE, last = first + TILE < n ? first + TILE : n;
        double sum = 0;
        FOR_LANES_SUM(sum, i, first, last)
            sum += (double)wide(x[i]) * (double)wide_s(y[i]);
        sum = team_sum(sum);
        IF_LEADER
        partial[t] = sum;
    }
}

double K(vector_dot)(const struct level *A, const struct vector *X,
                     const struct vector *Y)
{
    phase_begin(PHASE_UPDATE, A->depth);
    TEAM_LAUNCH(K(products), tiles(A->n), A->n, (const real *)X->at, (const store *)Y->at,
                A->partial);
    double sum;
    sum_tiles(A->partial, tiles(A->n), 1, &sum, A->halo.comm);
    phase_end(2.0 * A->n, (sizeof(real) + sizeof(store)) * (double)A->n);
    return sum;
}

KERNEL K(extend)(int n, acc beta, const store *restrict z, real *restrict x)
{
    FOR_ALL(i, n)
        x[i] = narrow(wide_s(z[i]) + beta * wide(x[i]));
}

void K(vector_extend)(const struct level *A, double beta, const struct vector *Z,
                      struct vector *X)
{
    phase_begin(PHASE_UPDATE, A->depth);
    LAUNCH(K(extend), A->n, A->n, (acc)beta, (const store *)Z->at, (real *)X->at);
    phase_end(2.0 * A->n, (2 * sizeof(real) + sizeof(store)) * (double)A->n);
}

KERNEL K(outside)(int n, double least, double most, const real *restrict x,
                  double *restrict partial)
{
    FOR_TEAMS(t, tiles(n)) {
        int first = t * TILE, last = first + TILE < n ? first + TILE : n;
        double count = 0;
        FOR_LANES_SUM(count, i, first, last) {
            double size = fabs((double)wide(x[i]));
            count += size != 0 && !(size >= least && size <= most);
        }
        count = team_sum(count);
        IF_LEADER
        partial[t] = count;
    }
}

double K(vector_outside)(const struct level *A, double least, double most,
                         const struct vector *X)
{
    phase_begin(PHASE_UPDATE, A->depth);
    TEAM_LAUNCH(K(outside), tiles(A->n), A->n, least, most, (const real *)X->at,
                A->partial);
    double count;
    sum_tiles(A->partial, tiles(A->n), 1, &count, A->halo.comm);
    phase_end(0, sizeof(real) * (double)A->n);
    return count;
}
