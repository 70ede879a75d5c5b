/* tests/judge/tests.h - the tests of single kernels and of whole solves. */
#ifndef JUDGE_TESTS_H
#define JUDGE_TESTS_H
#include "phase.h"
#include "problem.h"

/* Calls the kernels of a group (spmv, sweep, transfer, jacobi, update, ortho) on the levels
 * of p with vectors in format v and the second operand in format s, with new inputs from
 * `random`. Returns 0 if there is no such group. */
int group_test(const char *group, struct problem *p, enum format v, enum format s,
               struct seeded *random);

/* The result of one solve of p in the formats of a policy. */
struct solve_result {
    int iterations;
    double seconds;  /* of the solver, without the time of checks, */
    double paused;   /* which is this */
    double residual; /* recomputed, relative to the norm of b */
    double error;    /* max |x_i - exact_i| / max |exact_i| */
    const char *reason;
    struct phase_table phases;
};

/* Solves p with a random solution. Watches every call, or, if the solve is timed, a
 * sample of the calls, and recomputes `rows` rows of each. */
struct solve_result solve_once(struct problem *p, const char *policy,
                               const char *test, int rows, uint64_t seed,
                               int timed);
#endif
