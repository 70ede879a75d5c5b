/* common/solver/outcome.h - why an iterative solver stopped, and the outcome of
 * GMRES.
 *
 * GMRES (gmres.h), the iterative refinement around a V-cycle (refinement.h) and the
 * conjugate gradient method (cg.h) share the reasons. Each uses only some of them.
 */
#ifndef MEMWALL_OUTCOME_H
#define MEMWALL_OUTCOME_H
#include "format.h"

enum reason {
    REASON_CONVERGED,  /* the residual meets the tolerance */
    REASON_EXACT,      /* the same, and the Krylov space ended (happy breakdown) */
    REASON_ITERATIONS, /* the limit of iterations was reached */
    REASON_BREAKDOWN,  /* GMRES: the Krylov space ended without a smaller residual;
                          CG: p'Ap <= 0, or a value that is not finite */
    REASON_STAGNATION, /* several iterations (GMRES: cycles) in succession hardly
                          reduced the residual */
    REASON_DIVERGENCE, /* the residual became larger than the initial one */
    REASON_REJECTED,   /* an update increased the residual and was undone */
    REASON_TIME,       /* the time limit was reached */
    REASON_NOT_FINITE, /* a NaN or Inf occurred */
    REASONS
};
const char *reason_name(enum reason reason); /* "converged", "breakdown", ... */

/* A solve with the automatic rule continued in another way (guard.h). */
struct continuation {
    int iteration;      /* the last one before the change */
    enum format basis;  /* the format of the basis from then on */
    int published;      /* 1: by the published rules from then on */
    enum reason reason; /* why the solve would have ended */
};
enum { MAX_CONTINUATIONS = 3 }; /* i16 to i32, i32 to f64, published rules */

/* The outcome of a GMRES solve. REASON_CONVERGED and REASON_EXACT refer to the
 * residual b - A x that was computed from x, not to the estimate of GMRES. */
struct outcome {
    enum reason reason;
    const char
        *location; /* operation that first produced a NaN or Inf, else NULL */
    int iterations, cycles;    /* sums over the solve */
    int steps;                 /* iterations of the last cycle */
    double iterations_squared; /* sum of K^2 over cycles of K iterations (1.11) */
    double initial, final; /* ||b - A x||_2 for the initial guess and the result */
    const char *classical; /* reason for which classical Gram-Schmidt replaced
                              randomized Gram-Schmidt, else NULL */
    int classical_after;   /* the last iteration before that */
    int continuations;
    struct continuation continued[MAX_CONTINUATIONS];
};

/* The relative residual norm, final / initial; 0 if both are 0. */
double outcome_relative(const struct outcome *o);
int outcome_good(const struct outcome *o); /* 1 if the tolerance is met, else 0 */
#endif
