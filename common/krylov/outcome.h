/* common/krylov/outcome.h - why an iterative solver stopped, and the outcome of
 * GMRES.
 *
 * GMRES (gmres.h), the iterative refinement around a V-cycle (refinement.h) and the
 * conjugate gradient method (cg.h) share the reasons. Each uses only some of them.
 */
#ifndef MEMWALL_OUTCOME_H
#define MEMWALL_OUTCOME_H
#include "json.h"

enum reason {
    REASON_CONVERGED,  /* the residual meets the tolerance */
    REASON_EXACT,      /* the same, and the Krylov space ended (happy breakdown) */
    REASON_ITERATIONS, /* the limit of iterations was reached */
    REASON_BREAKDOWN,  /* GMRES: the Krylov space ended without a smaller residual;
                          CG: p'Ap <= 0, or a value that is not finite */
    REASON_STAGNATION, /* several iterations (GMRES: cycles) in succession hardly
                          reduced the residual */
    REASON_DIVERGENCE, /* the residual became larger than the initial one
                          (refinement: 1e8 times as large) */
    REASON_ROUNDING, /* the computed residual meets the tolerance, but its rounding
                          errors do not */
    REASON_NOT_FINITE, /* a NaN or Inf occurred */
    REASONS
};
/* "converged", "happy breakdown", ...; the second one with hyphens, "happy-breakdown", which is
 * valid until the next call. */
const char *reason_name(enum reason reason);
const char *reason_word(enum reason reason);

/* How a cycle of GMRES ended. */
enum cycle_end {
    CYCLE_COMPLETE,
    CYCLE_EXHAUSTED, /* beta = 0: the Krylov space ended, there is no q_{k+1} */
    CYCLE_BREAKDOWN, /* the same, and the residual did not decrease */
    CYCLE_NOT_FINITE /* a NaN or Inf occurred, and x was not updated */
};

/* The outcome of a GMRES solve, and its state after each cycle. REASON_CONVERGED and
 * REASON_EXACT refer to the residual b - A x that was computed from x, not to the
 * estimate of GMRES. */
struct outcome {
    enum reason reason;
    const char
        *location; /* operation that first produced a NaN or Inf, else NULL */
    int iterations, cycles;    /* sums over the solve */
    double iterations_squared; /* sum of K^2 over cycles of K iterations (1.11) */
    double initial, final; /* ||b - A x||_2 for the initial guess and the result */
    int steps;             /* iterations of the last cycle */
    enum cycle_end end;    /* of the last cycle */
    double least;          /* smallest residual norm of the cycles so far */
    int stagnant;    /* number of cycles in succession that hardly reduced it */
    int unreachable; /* 1: the tolerance can be met only by chance (gmres_start) */
};

/* The relative residual norm, final / initial; 0 if both are 0. */
double outcome_relative(const struct outcome *o);
int outcome_good(const struct outcome *o); /* 1 if the tolerance is met, else 0 */

/* Adds the outcome of the k-th of several solves, k = 0, 1, ...: *sum has their iterations and
 * cycles; the rest comes from the (last) solve with the worst reason (enum reason). */
void outcome_add(struct outcome *sum, const struct outcome *one, int k);

/* Writes members of an open object of a JSON file. */
void outcome_json(struct json *j, const struct outcome *o);

/* Writes the residual norms history[0 .. iterations] that are finite as CSV, in a column
 * with the given name. Called on rank 0. */
void history_write(const char *path, const char *column, const double *history,
                   int iterations);
#endif
