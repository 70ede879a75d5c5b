/* tests/alone/ortho.c - makes w orthogonal to the columns of Q by classical Gram-Schmidt. */
#include "basis.h"
#include "entry.h"
#include "kernels.h"
#include "phase.h"
#include "sizes.h"
#include <math.h>

/* Entry i of q_{j+1}, the column with index j. */
static double entry_of(const struct columns *Q, int j, int i)
{
    return column_scale(Q, j, i) *
           (double)wide_s(Q->data[j * Q->stride + (size_t)i]);
}

/* y = x + factor Q h, with x = 0 if x is NULL */
static void combine(const struct basis *Q, int k, double factor, const double *h,
                    const struct vector *x, struct vector *y)
{
    const struct columns q = columns_of(Q, k);
    for (int i = 0; i < Q->n; i++) {
        double sum = x ? entry_load(*x, i) : 0;
        for (int j = 0; j < k; j++)
            sum += factor * h[j] * entry_of(&q, j, i);
        entry_store(*y, i, sum);
    }
}

static double norm_of(const struct basis *Q, const struct vector *w)
{
    double sum = 0;
    for (int i = 0; i < Q->n; i++)
        sum += entry_load(*w, i) * entry_load(*w, i);
    sum_over_ranks(&sum, 1, Q->comm);
    return norm_from_squares(sum, w, Q->partial, Q->comm);
}

/* c = Q'w;  w -= Q c;  h += c */
static void project_once(const struct basis *Q, int k, struct vector *w, double *h)
{
    const struct columns q = columns_of(Q, k);
    double c[MAX_RESTART + 1] = {0};
    for (int i = 0; i < Q->n; i++)
        for (int j = 0; j < k; j++)
            c[j] += entry_of(&q, j, i) * entry_load(*w, i);
    sum_over_ranks(c, k, Q->comm);
    for (int j = 0; j < k; j++)
        h[j] += c[j];
    combine(Q, k, -1, c, w, w);
}

double K(orthonormalize)(struct basis *Q, int k, struct vector *w, double *h)
{
    enum { MOST = 3 };
    const int tests_norms = Q->ortho.kind == ORTHO_CGS;
    phase_begin(PHASE_ORTHO, 0);
    for (int j = 0; j < k; j++)
        h[j] = 0;
    double before, beta = norm_of(Q, w);
    Q->projections = 0;
    do {
        before = beta;
        project_once(Q, k, w, h);
        beta = norm_of(Q, w);
        Q->projections++;
    } while (tests_norms ? beta < Q->ortho.eta * before && Q->projections < MOST
                         : Q->projections < 2);
    if (tests_norms && beta < Q->ortho.eta * before)
        beta = 0; /* w is in the span of Q */
    if (beta > 0 && isfinite(beta))
        store_column(Q, k, 1 / beta, w);
    const double p = Q->projections;
    phase_end(Q->n *
                  ((2 * p * k + 1) * sizeof(store) + (4 * p + 2) * sizeof(real)) +
              scale_bytes(Q));
    return beta;
}

void K(basis_append)(struct basis *Q, int k, const double *h, double beta,
                     struct vector *w)
{
    phase_begin(PHASE_ORTHO, 0);
    combine(Q, k, -1, h, w, w);
    store_column(Q, k, 1 / beta, w);
    phase_end(Q->n * ((k + 1.0) * sizeof(store) + 3.0 * sizeof(real)) +
              scale_bytes(Q));
}

void K(basis_store)(struct basis *Q, int j, double alpha, const struct vector *w)
{
    phase_begin(PHASE_UPDATE, 0);
    store_column(Q, j, alpha, w);
    phase_end((sizeof(real) + sizeof(store)) * (double)Q->n + scale_bytes(Q));
}

void K(basis_combine)(const struct basis *Q, int k, const double *t,
                      struct vector *y)
{
    phase_begin(PHASE_UPDATE, 0);
    combine(Q, k, 1, t, NULL, y);
    phase_end((k * (double)sizeof(store) + sizeof(real)) * Q->n);
}
