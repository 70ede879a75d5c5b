/* common/solver/gmres.h - restarted GMRES inside iterative refinement, in any formats.
 *
 * With every format f64 this is GMRES(m); with f32 inside it is the GMRES-IR of HPG-MxP
 * (Yamazaki et al., PMBS 2022; Kashi et al., SC 2025); with basis != inner it is
 * CB-GMRES (Aliaga et al., IJHPCA 2022). Vectors of unit norm have entries near 1/sqrt(N),
 * too small for 16 bits, so they are carried times sigma: a power of two, which changes no
 * rounding in f64 and f32.
 */
#ifndef MEMWALL_GMRES_H
#define MEMWALL_GMRES_H
#include "givens.h"
#include "orthogonality.h"
#include "precond.h"

enum why {
    WHY_CONVERGED,  /* the explicit residual meets the tolerance */
    WHY_EXACT,      /* it does because the Krylov space ended: a happy breakdown */
    WHY_ITERATIONS, /* the limit of iterations was reached first */
    WHY_BREAKDOWN,  /* the Krylov space ended and the residual did not fall */
    WHY_STAGNATION, /* for some cycles the residual hardly fell */
    WHY_REJECTED,   /* an update raised the residual, and was taken back */
    WHY_NOT_FINITE  /* a NaN or Inf appeared, see place and iterations */
};

struct outcome {
    enum why why;
    const char *place; /* of the NaN or Inf, else NULL */
    int iterations, cycles;
    int steps;                 /* of the last cycle */
    double iterations_squared; /* sum over the cycles of K^2, for the flop model */
    double first, last;        /* ||b - A x||_2 at the start and at the end */
};

double outcome_relative(const struct outcome *o); /* last / first; 0 when first is 0 */
const char *why_name(enum why why);
int outcome_good(const struct outcome *o); /* the residual meets the tolerance */

/* When a cycle ends early, and what is watched. All zero: the benchmark's rules.
 *   ratio      at an estimate of ratio times the residual at the cycle's start; 0: not
 *   automatic  once what storing the basis may have done to the residual (restart.h)
 *              is no longer small against the estimate
 *   guard      the residual after a cycle is compared with that before: an update that
 *              raised it is taken back (WHY_REJECTED), cycles that do nothing are the
 *              end (WHY_STAGNATION) */
struct gmres_rules {
    double ratio;
    int automatic, guard;
};

struct gmres {
    const struct hierarchy *h;
    struct policy policy;
    int restart;
    struct gmres_rules rules; /* gmres_set_rules */
    int length, idle;         /* most steps of the next cycle; idle cycles on end */
    double theta;             /* restart.h */
    struct vector r;          /* f64: residual */
    struct vector x;          /* f64: solution before the cycle, with rules.guard */
    struct vector v, z, w;    /* inner: q_k as it was before storage, M^-1 v, A z */
    struct basis Q;
    struct basis Z; /* M^-1 q_k, when the policy says so */
    double sigma; /* power of two near sqrt(N): v, z, w carry sigma q_k, sigma M^-1 q_k */
    struct precond M;
    struct givens G;
    double *t;                                /* [restart] */
    double *size;                             /* [restart] ||A M^-1 q_k|| */
    double *history;                          /* estimates rho_k / rho_0, if wanted */
    struct orthogonality *watch;              /* of the basis, if wanted */
    void (*progress)(const struct outcome *); /* once a cycle, if wanted */
};

/* M becomes the solver's own. */
struct gmres gmres_create(const struct hierarchy *h, struct precond M,
                          const struct policy *policy, int restart);
void gmres_set_rules(struct gmres *S, struct gmres_rules rules);
void gmres_free(struct gmres *S);
/* Bytes, without the preconditioner's. */
size_t gmres_cost(int n, int halo, const struct policy *policy, int restart);

/* Solves A x = b from the x given, until ||b - A x|| <= tolerance ||b - A x_0||; begins
 * no cycle when more than `limit` iterations were made (as the public codes count: a
 * limit of 300 and a restart of 30 make 330 iterations). If S->history is set, entry k
 * receives the estimate after iteration k, entry 0 is 1; it has room for
 * gmres_most(limit, restart) + 1 numbers. */
struct outcome gmres_solve(struct gmres *S, const struct vector *b, struct vector *x,
                           double tolerance, int limit);
int gmres_most(int limit, int restart); /* most iterations that can be made */
#endif
