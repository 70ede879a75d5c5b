/* tests/alone/update.c - y = alpha x, x += alpha z, ||x||. */
#include "entry.h"
#include "kernels.h"
#include "phase.h"
#include "real.h"

void K(vector_scale)(double alpha, const struct vector *x, struct vector *y)
{
    phase_begin(PHASE_UPDATE, 0);
    for (int i = 0; i < x->n; i++)
        entry_store(*y, i, alpha * entry_load(*x, i));
    phase_end((sizeof(real) + sizeof(store)) * (double)x->n);
}

void K(vector_axpy)(double alpha, const struct vector *z, struct vector *x)
{
    phase_begin(PHASE_UPDATE, 0);
    for (int i = 0; i < x->n; i++)
        entry_store(*x, i, entry_load(*x, i) + alpha * entry_load(*z, i));
    phase_end((2 * sizeof(real) + sizeof(store)) * (double)x->n);
}

double K(vector_norm)(const struct matrix *A, const struct vector *x)
{
    phase_begin(PHASE_UPDATE, 0);
    double sum = 0;
    for (int i = 0; i < A->n; i++)
        sum += entry_load(*x, i) * entry_load(*x, i);
    sum_over_ranks(&sum, 1, A->comm);
    const double norm = norm_from_squares(sum, x, A->partial, A->comm);
    phase_end(sizeof(real) * (double)A->n);
    return norm;
}
