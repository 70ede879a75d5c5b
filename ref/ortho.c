/* ref/ortho.c - makes w orthogonal to the columns of Q: CGS2, CGS with a test.
 *
 *   CGS2  h = Q'w;  w -= Q h;  h' = Q'w;  w -= Q h';  h += h'                 (1.5)
 *   CGS   h = Q'w;  w -= Q h;  again, at most twice, if ||w|| < eta ||w before||
 *                                                                         (11.2)
 *   then  beta = ||w||;  q_{k+1} = w / beta, the column with index k
 *
 * Cost for n local rows and k columns; the norms and q_k are included:
 *
 *   method         passes over Q   flops / n         words of Q / n  words of w / n
 *   CGS2                 4         8 k + 3           4 k + 1         8
 *   CGS, p times        2 p        4 k p + 2 p + 3   2 k p + 1       4 p + 2
 *   basis_append         1         2 k + 1           k + 1           3
 *
 * A word of Q has sizeof(store) bytes, a word of w sizeof(real); the scales of a
 * basis of integers add scale_bytes (basis.h). All sums are in double.
 * A. Bjorck, Numerics of Gram-Schmidt orthogonalization, Lin. Alg. Appl. 1994.
 * basis_append subtracts a projection whose coefficients the caller knows
 * (randomized Gram-Schmidt, (11.4)).
 */
#include <basis_pass.h>
#include <vector_loops.h>
#include "basis.h"
#include "kernels.h"
#include "phase.h"
#include "real.h"
#include "sizes.h"
#include "kernel_macros.h"
#include <math.h>

/* h' = Q'w;  w -= Q h';  h += h'   with the first k columns of Q */
static void subtract_projection(const struct basis *Q, int k, struct vector *w,
                                double *h);

/* ||w||_2 over all ranks */
static double two_norm(const struct basis *Q, const struct vector *w);

/* Classical Gram-Schmidt, always twice. */
static double cgs2(const struct basis *Q, int k, struct vector *w, double *h)
{
    subtract_projection(Q, k, w, h); /*           h = Q'w;  w -= Q h */
    subtract_projection(Q, k, w, h); /*           h' = Q'w;  w -= Q h';  h += h' */
    return two_norm(Q, w);           /*           beta = ||w|| */
}

/* Classical Gram-Schmidt, repeated while the norm of w decreases by more than the
 * factor eta (11.2). Returns 0 if it does so MAX_TIMES times in succession: w is
 * then numerically in the span of Q. *times counts the projections that were
 * subtracted. */
static double cgs(const struct basis *Q, int k, struct vector *w, double *h,
                  int *times)
{
    enum { MAX_TIMES = 3 };
    double before, beta = two_norm(Q, w); /*      beta = ||w|| */
    *times = 0;
    do {
        if (*times == MAX_TIMES)
            return 0;
        before = beta;
        subtract_projection(Q, k, w, h); /*       h' = Q'w;  w -= Q h';  h += h' */
        beta = two_norm(Q, w);           /*       beta = ||w|| */
        ++*times;
    } while (beta < Q->ortho.eta * before);
    return beta;
}

static void subtract_projection(const struct basis *Q, int k, struct vector *w,
                                double *h)
{
    double c[MAX_RESTART + 1];
    K(project)(Q, k, w, c); /*                    h' = Q'w */
    for (int j = 0; j < k; j++) {
        h[j] += c[j]; /*                          h += h' */
        c[j] = -c[j];
    }
    K(add_columns)(Q, k, c, w, w); /*             w -= Q h' */
}

static double two_norm(const struct basis *Q, const struct vector *w)
{
    double sum;
    TEAM_LAUNCH(squares, tiles(Q->n), Q->n, (const real *)w->data, Q->partial);
    sum_tiles(Q->partial, tiles(Q->n), 1, &sum, Q->comm);
    return norm_from_squares(sum, w, Q->partial, Q->comm);
}

double K(orthonormalize)(struct basis *Q, int k, struct vector *w, double *h)
{
    const double n = Q->n;
    double beta, q_words, w_words; /* the table above */
    phase_begin(PHASE_ORTHO, 0);
    for (int j = 0; j < k; j++)
        h[j] = 0;
    if (Q->ortho.kind == ORTHO_CGS) {
        beta = cgs(Q, k, w, h, &Q->projections);
        q_words = 2.0 * k * Q->projections + 1;
        w_words = 4.0 * Q->projections + 2;
    } else {
        beta = cgs2(Q, k, w, h);
        Q->projections = 2;
        q_words = 4.0 * k + 1;
        w_words = 8;
    }
    if (beta > 0 && isfinite(beta))
        store_column(Q, k, 1 / beta, w); /* q_k = w / beta */
    phase_end(n * (q_words * sizeof(store) + w_words * sizeof(real)) +
              scale_bytes(Q));
    return beta;
}

void K(basis_append)(struct basis *Q, int k, const double *h, double beta,
                     struct vector *w)
{
    const double n = Q->n;
    double minus_h[MAX_RESTART];
    phase_begin(PHASE_ORTHO, 0);
    for (int j = 0; j < k; j++)
        minus_h[j] = -h[j];
    K(add_columns)(Q, k, minus_h, w, w); /*       w -= Q h */
    store_column(Q, k, 1 / beta, w);     /*       q_k = w / beta */
    phase_end(n * ((k + 1.0) * sizeof(store) + 3.0 * sizeof(real)) +
              scale_bytes(Q));
}

void K(basis_combine)(const struct basis *Q, int k, const double *t,
                      struct vector *y)
{
    phase_begin(PHASE_UPDATE, 0);
    K(add_columns)(Q, k, t, NULL, y);
    phase_end(((double)k * sizeof(store) + sizeof(real)) * Q->n);
}
