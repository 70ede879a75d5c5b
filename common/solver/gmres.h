/* common/solver/gmres.h - restarted GMRES inside iterative refinement, for any
 * policy.
 *
 * Each cycle computes, with right preconditioning,
 *
 *   r = b - A x,  rho = ||r||,  q_1 = r / rho                                 (1.2)
 *   z = M^-1 q_k,  w = A z,  (h, beta, q_{k+1}) = orthonormalize(Q_k, w)      (1.3)
 *       for k = 1 .. m
 *   t = argmin || rho e_1 - H t ||,  x += M^-1 (Q_m t)                        (1.4)
 *
 * where r, b and x have format f64 and the formats of (1.3) are those of the
 * policy:
 *   GMRES(m)   every format is f64       (Saad, Schultz, SIAM J. Sci. Stat. 7)
 *   GMRES-IR   inner format f32          (Yamazaki et al., PMBS 2022)
 *   CB-GMRES   basis format below inner  (Aliaga et al., IJHPCA 2022)
 *
 * A unit vector of N entries has entries of size 1/sqrt(N), which are too small for
 * 16-bit formats. The vectors are therefore scaled by sigma, a power of two near
 * sqrt(N). Scaling by a power of two changes no rounding error in f64 and f32.
 *
 * A residual whose norm is near the ends of the range of f64 (scaling_into_range) is
 * scaled by another power of two for the duration of a cycle, so that 1 / rho and t
 * do not leave the range. x and b are not scaled.
 */
#ifndef MEMWALL_GMRES_H
#define MEMWALL_GMRES_H
#include "givens.h"
#include "orthogonality.h"
#include "outcome.h"
#include "policy.h"
#include "precond.h"
#include "rgs.h"

/* Rules that go beyond the benchmark. All members are 0 by default.
 *   ratio      > 0: a cycle ends when the estimate is at most ratio times the
 *              residual norm at the start of the cycle
 *   automatic  1: a cycle also ends when the rounding errors of the stored basis
 *              dominate the estimate (restart.h)
 *   exact_limit   1: a solve performs at most `limit` iterations, and its last cycle
 *              may be shorter
 *   guard      1: an update that increases the residual is undone
 *              (REASON_REJECTED), and the solve stops after several stagnant
 *              cycles (REASON_STAGNATION). Together with automatic, the solve
 *              then continues with a wider basis (guard.h).
 *   sketch     1: randomized Gram-Schmidt (rgs.h). Where it cannot be used, or the
 *              residual after a cycle is far from its estimate, the solve continues
 *              with orthonormalize, and the outcome contains the reason.
 *   stagnation 1: the solve stops after several stagnant cycles, but no update is
 *              undone. The validation of the benchmark uses it. */
struct gmres_rules {
    double ratio;
    int automatic, guard, exact_limit, stagnation, sketch;
};

/* Why a cycle ended. In an exhausted Krylov space beta = 0: there is no q_{k+1}. */
enum cycle_end { CYCLE_COMPLETE, CYCLE_EXHAUSTED, CYCLE_NOT_FINITE };

struct gmres {
    const struct matrix *A; /* in f64: for residuals */
    struct matrix A_inner;  /* a view of A in the format of the policy: for (1.3) */
    struct precond M;
    struct policy policy;
    int restart;              /* m, the largest number of steps of a cycle */
    struct gmres_rules rules; /* set by gmres_set_rules */

    struct vector r;       /* f64 [n] residual b - A x */
    struct vector x_saved; /* f64 [n] x before the cycle, or the best x so far; only
                              with rules.guard */
    struct vector v; /* [n] sigma q_k before it was rounded to the format of the
                        basis; only if M needs another format than this one */
    struct vector z; /* [n + halo] sigma M^-1 q_k, in the format that M computes */
    struct vector w; /* inner [n] A z */
    double sigma;    /* power of two near sqrt(N) */
    struct basis Q;  /* [restart + 1] columns q_1, q_2, ... */
    struct basis Z;  /* [restart] columns M^-1 q_k; if not flexible, data = NULL */
    struct rgs B;    /* only with rules.sketch */
    int sketched;    /* 1: the present cycle uses B */
    struct givens G; /* the least-squares problem of (1.4) */
    double *h;       /* [restart] a column of H, without its last entry */
    double *t;       /* [restart] the solution of the least-squares problem */
    double *w_norm;  /* [restart] ||A M^-1 q_k||, for (11.3) */

    int cycle_length;    /* largest number of steps of the next cycle, <= restart */
    int stagnant_cycles; /* number of stagnant cycles in succession */
    double estimate;     /* of the residual norm, at the end of the last cycle */
    double gap;          /* (11.3) at the same time; only if sketched */
    int published;   /* 1: the solve continues by the published rules (guard.h) */
    int unreachable; /* 1: the tolerance is below the unit roundoff of f64 */
    double least;    /* smallest residual norm so far */
    int rejected;    /* updates that were undone in the present window */
    /* Start of the window in which progress is measured (guard.c). */
    int window_start;
    double window_norm;
    double theta; /* threshold of the automatic restart (restart.h) */
    double
        least_ratio; /* rules.ratio, or more if (1.3) reads a rounded i8 matrix */

    /* Monitors. The caller sets and owns them; NULL switches a monitor off. */
    double *history; /* [gmres_most(limit, restart) + 1] history[k]: estimate after
                        iteration k, relative to the initial residual norm */
    struct orthogonality *monitor; /* of the orthogonality of the basis */
    void (*progress)(const struct outcome *); /* is called after each cycle */
    int (*expired)(MPI_Comm comm); /* returns 1, on all ranks, if no further cycle
                                      may begin */
};

/* Returns a solver for the square matrix A with vectors, basis and preconditioner
 * in the formats of the policy. A must be stored in the formats that policy_needs
 * names; it is not copied and must outlive the solver. The solver owns M from now
 * on. 1 <= restart <= MAX_RESTART. Lack of memory ends the job. The caller frees
 * the solver with gmres_free. */
struct gmres gmres_create(const struct matrix *A, struct precond M,
                          const struct policy *policy, int restart);

/* Sets the rules. May be called once, before the first solve. */
void gmres_set_rules(struct gmres *solver, struct gmres_rules rules);
void gmres_free(struct gmres *solver);

/* Replaces the basis by one in another format; its columns are lost. Lack of memory
 * ends the job. */
void gmres_set_basis(struct gmres *solver, enum format format);

/* The largest memory of a solver with these rules in bytes on one rank with n rows
 * and that many halo entries, without the preconditioner, which is multigrid or
 * not. */
size_t gmres_cost(int n, int halo, const struct policy *policy, int multigrid,
                  int restart, const struct gmres_rules *rules);

/* Solves A x = b by the cycles (1.2) to (1.4). b: f64 [n]; x: f64 [n + halo],
 * initial guess on entry and result on exit. Stops when ||b - A x|| <= tolerance
 * ||b - A x_0||, and starts no cycle after more than `limit` iterations. This is
 * the rule of the HPG-MxP codes: with limit 300 and restart 30 a solve may make
 * 330 iterations. With rules.exact_limit it performs at most `limit`. Every other
 * reason for which the solve stops is in the outcome; a NaN or Inf does not end the
 * job. Collective over the ranks of A. */
struct outcome gmres_solve(struct gmres *solver, const struct vector *b,
                           struct vector *x, double tolerance, int limit);
int gmres_most(int limit, int restart); /* largest possible number of iterations */

/* The largest rounding error of the matrix of (1.3) if that is in i8, relative to the
 * largest entry of a row; else 0. */
double gmres_matrix_error(const struct gmres *solver);
#endif
