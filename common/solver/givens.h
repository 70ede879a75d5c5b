/* common/solver/givens.h - the small least-squares problem of GMRES, kept triangular by Givens
 * rotations, in double (Saad, Schultz 1986; Saad, "Iterative Methods for Sparse Linear
 * Systems", section 6.5.3).
 *
 *   min_t || rho e_1 - H t ||,   H (k+1) x k upper Hessenberg
 */
#ifndef MEMWALL_GIVENS_H
#define MEMWALL_GIVENS_H

struct givens {
    int m;
    double *R;     /* [m * (m+1)] column k: R[k*(m+1) .. + k] after the rotations */
    double *c, *s; /* [m] */
    double *g;     /* [m+1] rotated right-hand side; |g[k]| estimates the residual */
};

struct givens givens_create(int m);
void givens_free(struct givens *G);

/* Starts a cycle: g = rho e_1. */
void givens_start(struct givens *G, double rho);

/* Takes column k (counted from 0), h[0 .. k] and beta below it; returns the estimate
 * |g_{k+1}| of the residual norm. */
double givens_add(struct givens *G, int k, const double *h, double beta);

/* Solves for t[0 .. k-1] from k columns. A zero on the diagonal (a basis vector that
 * adds nothing) gives t = 0 there. */
void givens_solve(const struct givens *G, int k, double *t);
#endif
