/* common/krylov/givens.h - the least-squares problem of GMRES, by Givens rotations.
 *
 *   t = argmin || rho e_1 - H t ||,   H (k+1) x k upper Hessenberg            (1.4)
 *
 * Rotations G_1, ..., G_k reduce H to the upper triangular matrix R, and rho e_1
 * to g:
 *
 *   R = G_k ... G_1 H,   g = G_k ... G_1 rho e_1,   R t = g (first k rows),
 *   min || rho e_1 - H t || = |g_{k+1}|
 *
 * All values are f64. Every rank computes the same rotations. Source: Saad,
 * "Iterative Methods for Sparse Linear Systems", 2003, section 6.5.3. Equations
 * count from 1, C arrays from 0: g_{k+1} is g[k].
 */
#ifndef MEMWALL_GIVENS_H
#define MEMWALL_GIVENS_H

struct givens {
    int m;         /* largest number of columns */
    double *R;     /* [m * (m+1)] entry R_ij is R[j * (m+1) + i], i and j from 0 */
    double *c, *s; /* [m] cosines and sines of the rotations */
    double *g;     /* [m+1] rotated right-hand side */
};

/* Allocates the arrays; lack of memory ends the job. The caller calls
 * givens_free. */
struct givens givens_create(int m);
void givens_free(struct givens *G);

/* Starts a cycle: g = rho e_1, and H has no columns. */
void givens_start(struct givens *G, double rho);

/* Adds the column with index k (from 0) to H: h[0 .. k], and beta below it.
 * Requires the columns 0 .. k-1. Returns the new minimum |g[k+1]|, which estimates
 * the residual norm. A column that depends on those before it up to rounding errors
 * gets the diagonal entry 0: its pivot is no number that one may divide by. */
double givens_add(struct givens *G, int k, const double *h, double beta);

/* Solves R t = g for t[0 .. k-1], where k is the number of columns. If a diagonal
 * entry of R is zero (the column does not reduce the residual), this entry of t is
 * zero. */
void givens_solve(const struct givens *G, int k, double *t);
#endif
