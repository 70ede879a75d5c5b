/* ref/update.c - vector updates: y = alpha x, x += alpha z, ||x||.
 *
 * cost: n flops and two vectors; 2 n flops and three vectors; 2 n flops and one vector
 */
#include <axpy.h>
#include <squares.h>
#include "kernels.h"
#include "phase.h"
#include "real.h"
#include "words.h"
#include <math.h>

void K(vector_scale)(double alpha, const struct vector *X, struct vector *Y)
{
    phase_begin(PHASE_UPDATE, 0);
    LAUNCH(K(scale), X->n, X->n, alpha, (const real *)X->at, (store *)Y->at);
    phase_end(X->n, (sizeof(real) + sizeof(store)) * (double)X->n);
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
