/* judge/tests.h - the tests of single kernels and of whole solves. */
#ifndef JUDGE_TESTS_H
#define JUDGE_TESTS_H
#include "phase.h"
#include "problem.h"

/* A group of kernels that one test calls, by the name of its source file. */
enum kernel_group {
    GROUP_SPMV,
    GROUP_SWEEP,
    GROUP_TRANSFER,
    GROUP_JACOBI,
    GROUP_VECTOR,
    GROUP_BASIS,
    GROUPS
};
const char *group_name(int group);
int group_find(
    const char *kernel); /* of a kernel or a group; -1 if there is none */

/* Calls the kernels of a group on every level of p with vectors in format v and the
 * second operand in format s, with new inputs from `random`. */
void group_test(int group, struct problem *p, enum format v, enum format s,
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
