/* opt/ortho.c - makes w orthogonal to Q: CGS2 in three passes over Q, CGS.
 *
 *   CGS2 (1.5)
 *   pass 1   h = Q'w                 over the whole of Q
 *   pass 2   w -= Q h,  h' = Q'w     block by block (7.1): a block of Q is read
 *                                    from memory for w -= Q h, from L2 for Q'w
 *   pass 3   w -= Q h',  w'w         tile by tile
 *   then     h += h';  beta = ||w||;  q_k = w / beta
 *
 * The arithmetic and the reductions (two of length k, one of length 1) are those of
 * CGS2. Cost for n local rows and k columns; the norms and q_k are included:
 *
 *   method            passes   flops / n    words of Q / n   words of w / n
 *   CGS2                3      8 k + 3      3 k + 1          6
 *   CGS, once           2      6 k + 5      2 k + 1          4
 *   CGS, twice          3      8 k + 7      3 k + 1          6
 *   CGS, three times    5      12 k + 9     5 k + 1          9
 *   basis_append        1      2 k + 1      k + 1            3
 *
 * Differs from ref: the two passes in the middle of CGS2 share one read of Q, the
 * norm is computed in the last pass, and w is loaded once for several columns
 * (basis_pass.c). At k = 30 predicted 1.33 times faster than four passes, measured
 * 1.26 in f64 (docs/07).
 */
#include <basis_pass.h>
#include "basis.h"
#include "kernels.h"
#include "norm.h"
#include "phase.h"
#include "real.h"
#include "sizes.h"
#include "kernel_macros.h"
#include <math.h>

/* A pass over the first k columns of Q and its sums over all ranks (basis_pass.h):
 *
 *   w -= Q h unless h is NULL;  sum = Q'w, w'w or both, as the flags say
 *
 * flags: enum pass_flags. sum may be the same array as h. */
static void pass(const struct basis *Q, int k, const double *h, int flags,
                 struct vector *w, double *sum)
{
    const int count =
        (flags & PASS_PROJECT ? k : 0) + (flags & PASS_SQUARES ? 1 : 0);
    const int teams = K(launch_pass)(Q, k, h, flags, w);
    if (flags & (PASS_PROJECT | PASS_SQUARES))
        sum_tiles(Q->partial, teams, count, sum, Q->comm);
}

/* ||w||_2, where `squares` is w'w as a pass has computed it */
static double norm_of(const struct basis *Q, const struct vector *w, double squares)
{
    return norm_from_squares(squares, w, Q->partial, Q->comm);
}

static void add(int k, const double *c, double *h)
{
    for (int j = 0; j < k; j++)
        h[j] += c[j];
}

/* Classical Gram-Schmidt, always twice (1.5). */
static double cgs2(const struct basis *Q, int k, struct vector *w, double *h)
{
    double c[MAX_RESTART + 1];
    pass(Q, k, NULL, PASS_PROJECT, w, c); /*          h = Q'w */
    add(k, c, h);
    pass(Q, k, c, PASS_PROJECT, w, c); /*             w -= Q h,  h' = Q'w */
    add(k, c, h);                      /*             h += h' */
    pass(Q, k, c, PASS_SQUARES, w, c); /*             w -= Q h',  w'w */
    return norm_of(Q, w, c[0]);        /*             beta = ||w|| */
}

/* Classical Gram-Schmidt, repeated while the norm of w decreases by more than the
 * factor eta (11.2). Returns 0 if it does so MAX_TIMES times in succession: w is
 * then numerically in the span of Q. The first subtraction also computes the
 * projection for the second one, because that is nearly always needed. *times
 * counts the subtractions. */
static double cgs(const struct basis *Q, int k, struct vector *w, double *h,
                  int *times)
{
    enum { MAX_TIMES = 3 };
    double c[MAX_RESTART + 2], before, beta;
    pass(Q, k, NULL, PASS_BOTH, w, c); /*             h' = Q'w,  w'w */
    before = norm_of(Q, w, c[k]);
    for (*times = 1;; ++*times) {
        add(k, c, h); /*                              h += h' */
        if (*times == 1) {
            pass(Q, k, c, PASS_BOTH, w, c); /*        w -= Q h',  h' = Q'w,  w'w */
            beta = norm_of(Q, w, c[k]);
        } else {
            pass(Q, k, c, PASS_SQUARES, w, c); /*     w -= Q h',  w'w */
            beta = norm_of(Q, w, c[0]);
        }
        if (!(beta < Q->ortho.eta * before))
            return beta;
        if (*times == MAX_TIMES)
            return 0;
        before = beta;
        if (*times > 1)
            pass(Q, k, NULL, PASS_PROJECT, w, c); /*  h' = Q'w */
    }
}

double K(orthonormalize)(struct basis *Q, int k, struct vector *w, double *h)
{
    const double n = Q->n;
    double beta, flops, q_words, w_words; /* the table above */
    int times;
    phase_begin(PHASE_ORTHO, 0);
    for (int j = 0; j < k; j++)
        h[j] = 0;
    if (Q->ortho.kind == ORTHO_CGS) {
        beta = cgs(Q, k, w, h, &times);
        Q->reorthogonalizations += times - 1;
        flops = 4.0 * k * (times == 1 ? 1.5 : times) + 2 * times + 3;
        q_words = (times == 3 ? 5.0 : times + 1.0) * k + 1;
        w_words = times == 3 ? 9 : 2 * times + 2;
    } else {
        beta = cgs2(Q, k, w, h);
        flops = 8.0 * k + 3;
        q_words = 3.0 * k + 1;
        w_words = 6;
    }
    if (beta > 0 && isfinite(beta))
        store_column(Q, k, 1 / beta, w); /* q_k = w / beta */
    phase_end(n * flops, n * (q_words * sizeof(store) + w_words * sizeof(real)) +
                             scale_bytes(Q));
    return beta;
}

void K(basis_append)(struct basis *Q, int k, const double *h, double beta,
                     struct vector *w)
{
    const double n = Q->n;
    phase_begin(PHASE_ORTHO, 0);
    pass(Q, k, h, PASS_UPDATE, w, NULL); /*           w -= Q h */
    store_column(Q, k, 1 / beta, w);     /*           q_k = w / beta */
    phase_end(n * (2.0 * k + 1),
              n * ((k + 1.0) * sizeof(store) + 3.0 * sizeof(real)) +
                  scale_bytes(Q));
}

void K(basis_store)(struct basis *Q, int j, double alpha, const struct vector *w)
{
    phase_begin(PHASE_UPDATE, 0);
    store_column(Q, j, alpha, w);
    phase_end(Q->n, (sizeof(real) + sizeof(store)) * (double)Q->n + scale_bytes(Q));
}

void K(basis_combine)(const struct basis *Q, int k, const double *t,
                      struct vector *y)
{
    double minus_t[MAX_RESTART];
    phase_begin(PHASE_UPDATE, 0);
    for (int j = 0; j < k; j++)
        minus_t[j] = -t[j];
    pass(Q, k, minus_t, PASS_FROM_ZERO, y, NULL); /* y = 0 - Q (-t) */
    /* The CPU stores y = 0 and loads it again. */
    phase_end(2.0 * k * Q->n,
              ((double)k * sizeof(store) + (ON_DEVICE ? 1 : 2) * sizeof(real)) *
                  Q->n);
}
