/* tests/checker/tests.h - the tests of single kernels and of whole solves. */
#ifndef CHECKER_TESTS_H
#define CHECKER_TESTS_H
#include "phase.h"
#include "problem.h"

/* Calls the kernels of a group (spmv, sweep, transfer, jacobi, update, ortho) on the levels
 * of p with vectors in format v and the second operand in format s, with new inputs from
 * `random`. quick: without the longest vectors. Returns 0 if there is no such group. */
int group_test(const char *group, struct problem *p, enum format v, enum format s,
               struct seeded *random, int quick);

/* The name of group g; NULL behind the last one. Does it need no matrix? */
const char *group_name(int g);
int group_of_vectors(const char *group);

/* Checks a group, or all groups if it is NULL, on a list of problems: in f64, f32 and i8, in all
 * other pairs of formats, or in all. quick: on fewer problems. Returns 0 if there is no such group. */
enum check_formats { CHECK_FIRST, CHECK_OTHERS, CHECK_ALL };
int check_groups(const char *group, enum check_formats which, int quick,
                 uint64_t seed);

/* The program as a checker: reads its arguments, prints lines of TAP, returns the exit
 * status. */
int check_main(int argc, char **argv);

/* The result of one solve of p in the formats of a policy. */
struct solve_result {
    int iterations;
    double seconds;  /* of the solver, without the time of checks */
    double residual; /* recomputed, relative to the norm of b */
    double error;    /* max |x_i - exact_i|, where |exact_i| <= 1 */
    const char *reason;
    struct phase_table phases;
};

/* Solves p with a random solution. Watches every call, or, if the solve is timed, a
 * sample of the calls, and recomputes `rows` rows of each. */
struct solve_result solve_once(struct problem *p, const char *policy,
                               const char *test, int rows, uint64_t seed,
                               int timed);
#endif
