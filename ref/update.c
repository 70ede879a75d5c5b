/* ref/update.c - vector updates and norms.
 *
 *   function                     computes                          flops  words / n
 *   vector_scale                 y = alpha x                       n      1 x, 1 y
 *   basis_store                  q_{j+1} = alpha w, column j of Q  n      1 w, 1 Q
 *   vector_axpy                  x = x + alpha z                   2 n    1 z, 2 x
 *   vector_norm                  ||x||_2 over all ranks            2 n    1 x
 *
 * Sums are in double, tile by tile: in 16 bits the squares would underflow or overflow.
 */
#include <vector_loops.h>
#include "basis.h"
#include "kernels.h"
#include "phase.h"
#include "real.h"
#include "kernel_macros.h"
#include <math.h>

void K(vector_scale)(double alpha, const struct vector *x, struct vector *y)
{
    phase_begin(PHASE_UPDATE, 0);
    LAUNCH(scale, x->n, x->n, alpha, (const real *)x->data, (store *)y->data);
    phase_end((sizeof(real) + sizeof(store)) * (double)x->n);
}

void K(basis_store)(struct basis *Q, int j, double alpha, const struct vector *w)
{
    phase_begin(PHASE_UPDATE, 0);
    store_column(Q, j, alpha, w);
    phase_end((sizeof(real) + sizeof(store)) * (double)Q->n + scale_bytes(Q));
}

void K(vector_axpy)(double alpha, const struct vector *z, struct vector *x)
{
    phase_begin(PHASE_UPDATE, 0);
    LAUNCH(axpy, x->n, x->n, (acc)alpha, (const store *)z->data, (real *)x->data);
    phase_end((2 * sizeof(real) + sizeof(store)) * (double)x->n);
}

double K(vector_norm)(const struct matrix *A, const struct vector *x)
{
    phase_begin(PHASE_UPDATE, 0);
    double sum;
    TEAM_LAUNCH(squares, tiles(A->n), A->n, (const real *)x->data, A->partial);
    sum_tiles(A->partial, tiles(A->n), 1, &sum, A->comm);
    const double norm = norm_from_squares(sum, x, A->partial, A->comm);
    phase_end(sizeof(real) * (double)A->n);
    return norm;
}
