/* common/krylov/gmres.h - restarted GMRES inside iterative refinement, for any
 * policy.
 *
 * Each cycle computes, with right preconditioning,
 *
 *   r = b - A x,  rho = ||r||,  q_1 = r / rho                                 (1.2)
 *   z = M^-1 q_k,  w = A z,  (h, beta, q_{k+1}) = orthonormalize(Q_k, w)      (1.3)
 *       for k = 1 .. m
 *   t = argmin || rho e_1 - H t ||,  x += M^-1 (Q_m t)                        (1.4)
 *
 * where r, b and x have format f64 and the policy sets the formats of (1.3):
 *
 *   GMRES(m)   every format is f64       (Saad, Schultz, SIAM J. Sci. Stat. 7)
 *   GMRES-IR   inner format f32          (Yamazaki et al., PMBS 2022)
 *
 * A unit vector of N entries has entries of size 1/sqrt(N), which are too small for
 * 16-bit formats. The vectors are therefore scaled by sigma, a power of two near
 * sqrt(N). Scaling by a power of two changes no rounding error in f64 and f32.
 */
#ifndef MEMWALL_GMRES_H
#define MEMWALL_GMRES_H
#include "givens.h"
#include "outcome.h"
#include "policy.h"
#include "precond.h"
#include "vector.h"

struct gmres {
    const struct matrix *A; /* in f64: for residuals */
    struct matrix A_inner;  /* a view of A in the format of the policy: for (1.3) */
    struct precond M;
    struct policy policy;
    int restart; /* m, the largest number of steps of a cycle */

    struct vector r; /* f64 [n] residual b - A x */
    struct vector v; /* [n] sigma q_k before it was rounded to the format of the
                        basis: M reads v, if this format is neither `inner` nor that
                        which M reads; else M reads the column, and data = NULL */
    struct vector z; /* [n + halo] sigma M^-1 q_k, in the format that M computes */
    struct vector w; /* inner [n] sigma A M^-1 q_k, then what is orthogonal to Q */
    double sigma;    /* power of two near sqrt(N) */
    struct basis Q;  /* [restart + 1] columns q_1, q_2, ... */
    struct givens G; /* the least-squares problem of (1.4) */
    double *h;       /* [restart] a column of H, without its last entry */
    double *t;       /* [restart] the solution of the least-squares problem */
    double norm; /* of the array, r or w with sigma, from which the last column of
                        Q was computed */

    double attainable; /* A cycle ends when the estimate is this part of rho; 0: it
                             does not. More than 0 only if A_inner = A + E, where E are
                             the rounding errors of A in i8: a cycle that solves
                             (A + E) d = r leaves the residual r - A d = E d (docs/09) */
    int exact_limit; /* 1: a solve makes at most `limit` iterations, so that the last cycle may be
                           shorter, and stagnant cycles end it if its tolerance is unreachable
                           (outcome.h); 0: the rules of the HPG-MxP codes */
    int stagnation_limit; /* this many stagnant cycles in succession end the solve
                             (STAGNANT_CYCLES); 0: they do not */

    /* The caller sets these, and owns history; NULL switches them off. */
    double *history; /* [gmres_most(limit, restart) + 1] history[k]: estimate after
                        iteration k, relative to the initial norm;
                        NaN if there is none */
    void (*progress)(const struct outcome *); /* is called after each cycle */
};

/* Returns a solver for the square matrix A with vectors, basis and preconditioner
 * in the formats of the policy. A must be stored in the formats that policy_needs
 * names; it is not copied and must outlive the solver. The solver owns M from now
 * on. 1 <= restart <= MAX_RESTART. Stagnant cycles end a solve only if A_inner is not
 * exact (stagnation_limit). Lack of memory ends the job. The caller frees the solver
 * with gmres_free. */
struct gmres gmres_create(const struct matrix *A, struct precond M,
                          const struct policy *policy, int restart);
void gmres_free(struct gmres *solver);

/* Solves A x = b by the cycles (1.2) to (1.4). b: f64 [n]; x: f64 [n + halo],
 * initial guess on entry and result on exit. Stops when ||b - A x|| <= tolerance
 * ||b - A x_0||, and starts no cycle after more than `limit` iterations, unless exact_limit is 1.
 * This is the rule of the HPG-MxP codes: with limit 300 and restart 30 a solve may make
 * 330 iterations. Every other reason for which the solve stops is in the outcome; a
 * NaN or Inf does not end the job. Collective over the ranks of A. */
struct outcome gmres_solve(struct gmres *solver, const struct vector *b,
                           struct vector *x, double tolerance, int limit);

/* After a solve: by how much rounding errors may change b - A x (11.6); 0 if the tolerance is 0, with
 * which nothing is claimed. A residual that meets the tolerance proves nothing if they are larger
 * than the norm that was wanted: *o then has REASON_ROUNDING. Collective over the ranks of A. */
double gmres_rounding(const struct gmres *solver, const struct vector *x,
                      double tolerance, struct outcome *o);

int gmres_most(int limit, int restart); /* largest possible number of iterations */
/* The number of cycles if none ends early and no residual ends the solve. */
int gmres_full_cycles(int limit, int restart);

/* ---- The steps of a solve, of which a driver such as gmres_solve consists ---- */

/* Before the first cycle: r = b - A x. Returns the outcome of no cycle, in which
 * initial = final = ||r||. */
struct outcome gmres_start(struct gmres *solver, const struct vector *b,
                           struct vector *x, double tolerance);

/* Starts a cycle from r of norm rho = o->final: q_1 = r / rho, and H has no columns. */
void gmres_start_cycle(struct gmres *solver, struct outcome *o);

/* z = M^-1 q_k,  w = A z, where k counts from 1 (1.3). */
void gmres_multiply(struct gmres *solver, int k);

/* Adds the column (h_1 .. h_k, beta) to H, as orthonormalize returned it for w. Returns
 * the estimate |g_{k+1}| of the residual norm; NaN if beta is not finite, and
 * o->location is where that occurred first. */
double gmres_add_column(struct gmres *solver, int k, double beta,
                        struct outcome *o);

/* x = x + M^-1 (Q_k t) (1.4). Nothing after a NaN or Inf in this cycle. */
void gmres_update_solution(struct gmres *solver, int k, struct vector *x,
                           struct outcome *o);

/* After a cycle: r = b - A x,  o->final = ||r||. */
void gmres_residual(struct gmres *solver, const struct vector *b, struct vector *x,
                    struct outcome *o);

/* Returns 1 and sets o->reason if the residual o->final, the last cycle, `limit` or more
 * iterations, or stagnation ends the solve; else returns 0. */
int gmres_finished(struct gmres *solver, double target, int limit,
                   struct outcome *o);

/* After a cycle: updates o->least, and o->stagnant, the number of cycles in succession of
 * which none reduced the least residual norm by more than 0.1 %. */
void gmres_count_stagnant(struct outcome *o);
enum { STAGNANT_CYCLES = 5 }; /* the usual stagnation_limit, if it is not 0 */
#endif
