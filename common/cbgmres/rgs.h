/* common/cbgmres/rgs.h - randomized Gram-Schmidt: one pass over the basis in a step.
 *
 * S is a sketch (sketch.h), a random linear map to d values that almost preserves norms.
 * Q_k contains the stored columns, that is after they were rounded to the format of the
 * basis, and S Q_k = U R is a QR factorization. Step k computes
 *
 *   s = S q_k,  p = S w                                 one reduction of 2 d values
 *   c = U's,  s -= U c,  c_k = ||s||,  u_k = s / c_k    column k of U, column k of R
 *   h = argmin || S Q_k h - p || = R^-1 U'p,  beta = || p - U U'p ||           (11.4)
 *   w -= Q_k h,  q_{k+1} = w / beta                     the only pass over Q_k
 *
 * Therefore w = Q_k h + beta q_{k+1} as with every Gram-Schmidt method, and the vectors
 * S q_k are orthonormal up to the rounding of the columns. The columns themselves are
 * well conditioned, but not orthogonal. U, R, p are in f64, and every rank computes the
 * same ones. Source: Balabanov, Grigori, SIAM J. Sci. Comput. 44(3), 2022, algorithm 2,
 * which sketches w and then w - Q_k h: beta is the norm of the second sketch, and the next
 * s is the second sketch divided by beta.
 *
 * S is another one in each cycle, so that it does not depend on the residual with which
 * the cycle starts, and is divided by ||S q_1||, so that beta and h are in units of the
 * residual norm.
 *
 * The estimate of GMRES is || S r ||, which GMRES minimizes and which therefore is less
 * than the norm of r. If S were a matrix of normally distributed numbers, then for k steps
 *
 *   estimate / ||r|| = 1 - k/d  on average,  +- d^(-1/2)                        (11.5)
 */
#ifndef MEMWALL_RGS_H
#define MEMWALL_RGS_H
#include "sketch.h"
#include "vector.h"

struct rgs {
    struct sketch S;
    int most;    /* the largest number of columns */
    double *U;   /* [d * most] entry U_lj is U[j * d + l], l and j from 0 */
    double *R;   /* [most * most] entry R_ij is R[j * most + i] */
    double *s;   /* [2 d] s and p */
    double unit; /* 1 / ||S q_1|| of the first sketch */

    /* Why the method cannot be used; NULL: it can. */
    const char *unusable;
};

/* Returns the method for cycles of at most `restart` steps and vectors of n local rows:
 * d is the multiple of SKETCH_BLOCK from 4 restart on. The method is unusable if that
 * is more than MOST_SKETCH, or if there are fewer than 4 d rows. Lack of memory ends the
 * job. The caller frees it with rgs_free. Collective over comm. */
struct rgs rgs_create(int n, int restart, MPI_Comm comm);
void rgs_free(struct rgs *B);

/* Starts a cycle with another sketch for each seed. Returns B->unusable. */
const char *rgs_start(struct rgs *B, int seed);

/* Step k >= 1 of a cycle: h[0 .. k-1] and beta as orthonormalize (kernels.h). If
 * k = 1 and the sketch of q_1 has not almost the norm 1, sets B->unusable, does not change
 * w and h, and returns 0. Collective over the ranks of Q. */
double rgs_orthonormalize(struct rgs *B, struct basis *Q, int k, struct vector *w,
                          double *h);

/* (11.5) after k steps: estimate / ||r|| on average; with two standard deviations
 * less. */
double rgs_ratio(const struct rgs *B, int k);
double rgs_safe_ratio(const struct rgs *B, int k);
#endif
