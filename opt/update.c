/* opt/update.c - vector updates: y = alpha x, x += alpha z, ||x||.
 *
 * cost: n flops and two vectors; 2 n flops and three vectors; 2 n flops and one vector
 *
 * Differs from ref: vectors of rows, which matters where a format is converted: gcc turns
 * 16-bit numbers into f32 one at a time.
 */
#include <squares.h>
#include <vectors.h>
#include "kernels.h"
#include "phase.h"
#include "real.h"
#include "words.h"
#include <math.h>

/* y = alpha x for the LANES rows from i on, or those that are left. */
KERNEL K(scale)(int n, double alpha, const real *restrict x, store *restrict y)
{
    FOR_ALL(b, (n + LANES - 1) / LANES) {
        const int i = b * LANES;
        if (i + LANES <= n)
            JOIN2(put_, STORE)(y + i, JOIN2(load_, REAL)(x + i) * (acc)alpha);
        else
            for (int k = i; k < n; k++)
                y[k] = narrow_s((double)((acc)alpha * wide(x[k])));
    }
}

void K(vector_scale)(double alpha, const struct vector *X, struct vector *Y)
{
    phase_begin(PHASE_UPDATE, 0);
    LAUNCH(K(scale), X->n, X->n, alpha, (const real *)X->at, (store *)Y->at);
    phase_end(X->n, (sizeof(real) + sizeof(store)) * (double)X->n);
}

KERNEL K(axpy)(int n, acc alpha, const store *restrict z, real *restrict x)
{
    FOR_ALL(b, (n + LANES - 1) / LANES) {
        const int i = b * LANES;
        if (i + LANES <= n)
            JOIN2(put_, REAL)
            (x + i, JOIN2(load_, REAL)(x + i) + alpha * JOIN2(load_, STORE)(z + i));
        else
            for (int k = i; k < n; k++)
                x[k] = narrow(wide(x[k]) + alpha * wide_s(z[k]));
    }
}

void K(vector_axpy)(double alpha, const struct vector *Z, struct vector *X)
{
    phase_begin(PHASE_UPDATE, 0);
    LAUNCH(K(axpy), X->n, X->n, (acc)alpha, (const store *)Z->at, (real *)X->at);
    phase_end(2.0 * X->n, (2 * sizeof(real) + sizeof(store)) * (double)X->n);
}

double K(vector_norm)(const struct level *A, const struct vector *X)
{
    phase_begin(PHASE_UPDATE, 0);
    TEAM_LAUNCH(K(squares), tiles(A->n), A->n, (const real *)X->at, A->partial);
    double sum;
    sum_tiles(A->partial, tiles(A->n), 1, &sum, A->halo.comm);
    phase_end(2.0 * A->n, sizeof(real) * (double)A->n);
    return sqrt(sum);
}
