/* opt/ortho.c - Gram-Schmidt: CGS2 and CGS in three passes over the basis, MGS.
 *
 *   CGS2
 *   pass 1   h = Q'w
 *   pass 2   w -= Q h,  h' = Q'w    block by block: a block of the basis comes from
 *                                   memory for the first, from L2 for the second
 *   pass 3   w -= Q h', ||w||^2     tile by tile
 *            h += h';  beta = ||w||;  q_k = w / beta
 *
 * The arithmetic and the reductions (two of length k, one of length 1) are those of CGS2.
 * CGS with a test (11.2) goes the same way, norms beside, and leaves out pass 3 where
 * ||w|| has not fallen; MGS goes a column at a time, for comparison.
 *
 * cost: n (8k + 3) flops; bytes: 3 k n of the basis (4 k n with --cgs2=4pass); w read
 *       four times and written twice, q_k written once
 *
 * Differs from ref: the middle two passes share one read of the basis and the norm rides
 * in the last one; COLUMNS columns at a time, so that w is loaded once for all of them. At
 * k = 30 predicted 1.33 times faster than four passes, measured 1.26 in f64 (docs/7).
 */
#include <column.h>
#include <pass.h>
#include "kernels.h"
#include "phase.h"
#include "real.h"
#include "tuning.h"
#include "words.h"
#include <math.h>

/* k of the host's numbers where kernels can read them; NULL stays NULL. */
static const double *K(lend)(const struct basis *B, int k, const double *number)
{
    return number ? (const double *)device_lend(B->coefficient, number,
                                                (size_t)k * sizeof *number)
                  : number;
}

/* A pass and its sums over all ranks; c may be where h is. */
static void K(pass_over)(const struct basis *B, int k, const double *h, int want, real *w,
                         double *c)
{
    const int parts = K(pass_begin)(B, k, K(lend)(B, k, h), want, w);
    if (want & K(BOTH))
        sum_tiles(B->partial, parts,
                  (want & K(PROJECTION) ? k : 0) + (want & K(SQUARES) ? 1 : 0), c,
                  B->comm);
}

static void K(add)(int k, const double *c, double *h)
{
    for (int j = 0; j < k; j++)
        h[j] += c[j];
}

static double K(cgs2)(const struct basis *B, int k, real *w, double *h)
{
    double c[MAX_RESTART + 1];
    K(pass_over)(B, k, NULL, K(PROJECTION), w, c); /*             h  = Q'w            */
    K(add)(k, c, h);
    if (tuning.cgs2 == CGS2_4PASS) {
        K(pass_over)(B, k, c, K(NOTHING), w, NULL);
        K(pass_over)(B, k, NULL, K(PROJECTION), w, c);
    } else {
        K(pass_over)(B, k, c, K(PROJECTION), w, c); /*            w -= Q h, h' = Q'w  */
    }
    K(add)(k, c, h);
    K(pass_over)(B, k, c, K(SQUARES), w, c); /*                   w -= Q h'           */
    return sqrt(c[0]);
}

/* CGS with a test: the projection of a second time is made in the first, because it is
 * wanted nearly always. */
static double K(cgs)(const struct basis *B, int k, real *w, double *h, int *times)
{
    enum { MOST = 3 };
    double c[MAX_RESTART + 2], before, beta;
    K(pass_over)(B, k, NULL, K(BOTH), w, c); /*                   h = Q'w             */
    before = sqrt(c[k]);
    for (*times = 1;; ++*times) {
        K(add)(k, c, h);
        if (*times == 1) {
            K(pass_over)(B, k, c, K(BOTH), w, c); /*              w -= Q h, h' = Q'w  */
            beta = sqrt(c[k]);
        } else {
            K(pass_over)(B, k, c, K(SQUARES), w, c); /*           w -= Q h'           */
            beta = sqrt(c[0]);
        }
        if (!(beta < B->ortho.eta * before))
            return beta;
        if (*times == MOST)
            return 0; /* it fell a third time */
        before = beta;
        if (*times > 1)
            K(pass_over)(B, k, NULL, K(PROJECTION), w, c);
    }
}

/* Column j alone, as a basis. */
static struct basis K(column)(const struct basis *B, int j)
{
    struct basis q = *B;
    q.at = (store *)B->at + (size_t)j * B->stride;
    q.scale = B->scale ? B->scale + (size_t)j * (size_t)scale_blocks(B->n) : NULL;
    return q;
}

static double K(mgs)(const struct basis *B, int k, real *w, double *h)
{
    double squares;
    for (int j = 0; j < k; j++) {
        struct basis q = K(column)(B, j);
        K(pass_over)(&q, 1, NULL, K(PROJECTION), w, h + j); /*    h_j = q_j'w         */
        K(pass_over)(&q, 1, h + j, K(NOTHING), w, NULL); /*       w -= h_j q_j        */
    }
    K(pass_over)(B, 0, NULL, K(SQUARES), w, &squares);
    return sqrt(squares);
}

double K(orthonormalize)(struct basis *B, int k, struct vector *W, double *h)
{
    const double n = B->n;
    double beta, flops = 8.0 * k + 3, columns = 3.0 * k + 1, vectors = 6;
    real *w = (real *)W->at;
    int times;
    phase_begin(PHASE_ORTHO, 0);
    for (int j = 0; j < k; j++)
        h[j] = 0;
    if (B->ortho.kind == ORTHO_CGS) {
        beta = K(cgs)(B, k, w, h, &times);
        flops = 4.0 * k * (times == 1 ? 1.5 : times) + 2 * (times + 1) + 1;
        columns = (times == 3 ? 5.0 : times + 1.0) * k + 1;
        vectors = times == 3 ? 9 : 2 * times + 2;
        B->again += times - 1;
    } else if (B->ortho.kind == ORTHO_MGS) {
        beta = K(mgs)(B, k, w, h);
        flops = 4.0 * k + 3;
        columns = 2.0 * k + 1;
        vectors = 3.0 * k + 2;
    } else {
        beta = K(cgs2)(B, k, w, h);
        columns += tuning.cgs2 == CGS2_4PASS ? k : 0;
        vectors += tuning.cgs2 == CGS2_4PASS ? 1 : 0;
    }
    if (beta > 0 && isfinite(beta))
        K(store_column)(B, k, 1 / beta, W);
    phase_end(n * flops, n * (columns * sizeof(store) + vectors * sizeof(real)));
    return beta;
}

void K(basis_combine)(const struct basis *B, int k, const double *t, struct vector *Y)
{
    double minus_t[MAX_RESTART];
    phase_begin(PHASE_UPDATE, 0);
    for (int j = 0; j < k; j++)
        minus_t[j] = -t[j];
    K(pass_over)(B, k, minus_t, K(CLEARED), (real *)Y->at, NULL); /* y = 0 - Q (-t) */
    phase_end(2.0 * k * B->n, ((double)k * sizeof(store) + sizeof(real)) * B->n);
}
