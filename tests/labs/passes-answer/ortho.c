/* tests/labs/passes-answer/ortho.c - CGS2 in three passes over Q; CGS, MGS.
 *
 *   CGS2  h = Q'w;  w -= Q h;  h' = Q'w;  w -= Q h';  h += h'                 (1.5)
 *   CGS   h = Q'w;  w -= Q h;  again, at most twice, if ||w|| < eta ||w before||
 *                                                                         (11.2)
 *   MGS   h_j = q_j'w;  w -= h_j q_j   for each column j = 0, 1, ..., k-1
 *   then  beta = ||w||;  q_{k+1} = w / beta, the column with index k
 *
 * The second and the third pass of CGS2 are one: w -= Q h and h' = Q'w are computed
 * tile by tile, while the tile of Q is in a cache (7.1).
 *
 * Cost for n local rows and k columns; the norms and q_k are included:
 *
 *   method         passes over Q   flops / n         words of Q / n  words of w / n
 *   CGS2                 3         8 k + 3           3 k + 1         7
 *   CGS, p times        2 p        4 k p + 2 p + 3   2 k p + 1       4 p + 2
 *   MGS                  2         4 k + 3           2 k + 1         3 k + 2
 *
 * A word of Q has sizeof(store) bytes, a word of w sizeof(real). All sums are in
 * double.
 * A. Bjorck, Numerics of Gram-Schmidt orthogonalization, Lin. Alg. Appl. 1994.
 */
#include <basis_pass.h>
#include <vector_loops.h>
#include "basis.h"
#include "kernels.h"
#include "device.h"
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

/* For each tile: w -= Q h, and then the partial sums of h' = Q'w. The tile of w is
 * rounded in between, so that h' belongs to the w that is stored. */
KERNEL subtract_and_project(struct columns Q, const double *restrict h,
                            real *restrict w, double *restrict partial)
{
    const int block = rows_per_scale(&Q);
    FOR_TEAMS(t, tiles(Q.n)) {
        SHARED acc sum[TILE];
        const int first = t * TILE, last = Q.n - first < TILE ? Q.n : first + TILE;
        FOR_THREADS(i, first, last)
            sum[i - first] = wide(w[i]);
        for (int j = 0; j < Q.k; j++) {
            const store *q = Q.data + (size_t)j * Q.stride;
            for (int b = first; b < last; b += block) {
                const int end = last - b < block ? last : b + block;
                const acc hj = (acc)(h[j] * column_scale(&Q, j, b));
                FOR_THREADS(i, b, end)
                    sum[i - first] -= hj * wide_s(q[i]);
            }
        }
        FOR_THREADS(i, first, last)
            w[i] = narrow(sum[i - first]);
        for (int j = 0; j < Q.k; j++) {
            const store *q = Q.data + (size_t)j * Q.stride;
            double tile = 0;
            for (int b = first; b < last; b += block) {
                const int end = last - b < block ? last : b + block;
                double product = 0;
                FOR_THREADS_SUM(product, i, b, end)
                    product += (double)wide_s(q[i]) * (double)wide(w[i]);
                tile += product * column_scale(&Q, j, b);
            }
            tile = team_sum(tile);
            if (TEAM_LEADER)
                partial[(size_t)t * (size_t)Q.k + (size_t)j] = tile;
        }
    }
}

/* Classical Gram-Schmidt, always twice. */
static double cgs2(const struct basis *Q, int k, struct vector *w, double *h)
{
    double c[MAX_RESTART + 1];
    K(project)(Q, k, w, h); /*                    h = Q'w */
    const double *on_device = (const double *)device_upload_small(
        Q->coefficient, h, (size_t)k * sizeof *h);
    TEAM_LAUNCH(subtract_and_project, tiles(Q->n), columns_of(Q, k), on_device,
                (real *)w->data, Q->partial);
    sum_tiles(Q->partial, tiles(Q->n), k, c, Q->comm); /* w -= Q h;  h' = Q'w */
    for (int j = 0; j < k; j++) {
        h[j] += c[j]; /*                          h += h' */
        c[j] = -c[j];
    }
    K(add_columns)(Q, k, c, w, w); /*             w -= Q h' */
    return two_norm(Q, w);         /*             beta = ||w|| */
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

/* Modified Gram-Schmidt: one column at a time, k reductions. */
static double mgs(const struct basis *Q, int k, struct vector *w, double *h)
{
    for (int j = 0; j < k; j++) {
        struct basis q = basis_from(Q, j);
        subtract_projection(&q, 1, w, h + j); /*  h_j = q_j'w;  w -= h_j q_j */
    }
    return two_norm(Q, w); /*                     beta = ||w|| */
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
    return sqrt(sum);
}

double K(orthonormalize)(struct basis *Q, int k, struct vector *w, double *h)
{
    const double n = Q->n;
    double beta, flops, q_words, w_words; /* the table above */
    phase_begin(PHASE_ORTHO, 0);
    for (int j = 0; j < k; j++)
        h[j] = 0;
    if (Q->ortho.kind == ORTHO_CGS) {
        int times;
        beta = cgs(Q, k, w, h, &times);
        Q->reorthogonalizations += times - 1;
        flops = 4.0 * k * times + 2 * times + 3;
        q_words = 2.0 * k * times + 1;
        w_words = 4 * times + 2;
    } else if (Q->ortho.kind == ORTHO_MGS) {
        beta = mgs(Q, k, w, h);
        flops = 4.0 * k + 3;
        q_words = 2.0 * k + 1;
        w_words = 3.0 * k + 2;
    } else {
        beta = cgs2(Q, k, w, h);
        flops = 8.0 * k + 3;
        q_words = 3.0 * k + 1;
        w_words = 7;
    }
    if (beta > 0 && isfinite(beta))
        store_column(Q, k, 1 / beta, w); /* q_k = w / beta */
    phase_end(n * flops, n * (q_words * sizeof(store) + w_words * sizeof(real)));
    return beta;
}

void K(basis_store)(struct basis *Q, int j, double alpha, const struct vector *w)
{
    phase_begin(PHASE_UPDATE, 0);
    store_column(Q, j, alpha, w);
    phase_end(Q->n, (sizeof(real) + sizeof(store)) * (double)Q->n);
}

void K(basis_combine)(const struct basis *Q, int k, const double *t,
                      struct vector *y)
{
    phase_begin(PHASE_UPDATE, 0);
    K(add_columns)(Q, k, t, NULL, y);
    phase_end(2.0 * k * Q->n, ((double)k * sizeof(store) + sizeof(real)) * Q->n);
}
