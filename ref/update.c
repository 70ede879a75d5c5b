/* ref/update.c - vector updates, norms and dot products.
 *
 *   function                     computes                          flops  words / n
 *   vector_scale                 y = alpha x                       n      1 x, 1 y
 *   vector_axpy                  x = x + alpha z                   2 n    1 z, 2 x
 *   vector_aypx                  x = z + beta x                    2 n    1 z, 2 x
 *   vector_norm                  ||x||_2 over all ranks            2 n    1 x
 *   vector_dot                   x'y over all ranks                2 n    1 x, 1 y
 *   vector_count_out_of_range    the number of nonzero x_i with    0      1 x
 *                                |x_i| < least or |x_i| > most
 *
 * CG uses aypx and dot, the f16 range monitor counts. Sums are in double, tile by
 * tile: in 16 bits the products would underflow or overflow. A NaN is out of range.
 */
#include <vector_loops.h>
#include "kernels.h"
#include "phase.h"
#include "real.h"
#include "kernel_macros.h"
#include <math.h>

void K(vector_scale)(double alpha, const struct vector *x, struct vector *y)
{
    phase_begin(PHASE_UPDATE, 0);
    LAUNCH(scale, x->n, x->n, alpha, (const real *)x->data, (store *)y->data);
    phase_end(x->n, (sizeof(real) + sizeof(store)) * (double)x->n);
}

void K(vector_axpy)(double alpha, const struct vector *z, struct vector *x)
{
    phase_begin(PHASE_UPDATE, 0);
    LAUNCH(axpy, x->n, x->n, (acc)alpha, (const store *)z->data, (real *)x->data);
    phase_end(2.0 * x->n, (2 * sizeof(real) + sizeof(store)) * (double)x->n);
}

KERNEL aypx(int n, acc beta, const store *restrict z, real *restrict x)
{
    FOR_ALL(i, n)
        x[i] = narrow(wide_s(z[i]) + beta * wide(x[i]));
}

void K(vector_aypx)(const struct matrix *A, double beta, const struct vector *z,
                    struct vector *x)
{
    phase_begin(PHASE_UPDATE, A->depth);
    LAUNCH(aypx, A->n, A->n, (acc)beta, (const store *)z->data, (real *)x->data);
    phase_end(2.0 * A->n, (2 * sizeof(real) + sizeof(store)) * (double)A->n);
}

/* The sum of partial[t] over the tiles t of all ranks. */
static double sum_of_partial(const struct matrix *A)
{
    double sum;
    sum_tiles(A->partial, tiles(A->n), 1, &sum, A->halo.comm);
    return sum;
}

double K(vector_norm)(const struct matrix *A, const struct vector *x)
{
    phase_begin(PHASE_UPDATE, 0);
    TEAM_LAUNCH(squares, tiles(A->n), A->n, (const real *)x->data, A->partial);
    const double norm =
        norm_from_squares(sum_of_partial(A), x, A->partial, A->halo.comm);
    phase_end(2.0 * A->n, sizeof(real) * (double)A->n);
    return norm;
}

/* partial[t] = sum of x_i y_i over the rows of tile t */
KERNEL products(int n, const real *restrict x, const store *restrict y,
                double *restrict partial)
{
    FOR_TEAMS(t, tiles(n)) {
        const int first = t * TILE, last = n - first < TILE ? n : first + TILE;
        double sum = 0;
        FOR_THREADS_SUM(sum, i, first, last)
            sum += (double)wide(x[i]) * (double)wide_s(y[i]);
        sum = team_sum(sum);
        if (TEAM_LEADER)
            partial[t] = sum;
    }
}

double K(vector_dot)(const struct matrix *A, const struct vector *x,
                     const struct vector *y)
{
    phase_begin(PHASE_UPDATE, A->depth);
    TEAM_LAUNCH(products, tiles(A->n), A->n, (const real *)x->data,
                (const store *)y->data, A->partial);
    const double sum = sum_of_partial(A);
    phase_end(2.0 * A->n, (sizeof(real) + sizeof(store)) * (double)A->n);
    return sum;
}

/* partial[t] = how many nonzero x_i of tile t are not in least <= |x_i| <= most */
KERNEL count_out_of_range(int n, double least, double most, const real *restrict x,
                          double *restrict partial)
{
    FOR_TEAMS(t, tiles(n)) {
        const int first = t * TILE, last = n - first < TILE ? n : first + TILE;
        double count = 0;
        FOR_THREADS_SUM(count, i, first, last) {
            double size = fabs((double)wide(x[i]));
            count += size != 0 && !(size >= least && size <= most);
        }
        count = team_sum(count);
        if (TEAM_LEADER)
            partial[t] = count;
    }
}

double K(vector_count_out_of_range)(const struct matrix *A, double least,
                                    double most, const struct vector *x)
{
    phase_begin(PHASE_UPDATE, A->depth);
    TEAM_LAUNCH(count_out_of_range, tiles(A->n), A->n, least, most,
                (const real *)x->data, A->partial);
    const double count = sum_of_partial(A);
    phase_end(0, sizeof(real) * (double)A->n);
    return count;
}
