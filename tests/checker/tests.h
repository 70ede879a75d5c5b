/* tests/checker/tests.h - the tests of single kernels and of whole solves. */
#ifndef CHECKER_TESTS_H
#define CHECKER_TESTS_H
#include "problem.h"

/* Calls the kernels of a group (spmv, sweep, transfer, jacobi, update, ortho) on the levels
 * of p with vectors in format v and the second operand in format s, with new inputs from
 * `random`. quick: without the longest vectors. Returns 0 if there is no such group. */
int group_test(const char *group, struct problem *p, enum format v, enum format s,
               struct seeded *random, int quick);

/* The name of group g = 0, 1, ...; NULL after the last one. */
const char *group_name(int g);
/* Returns 1 if the kernels of the group have no matrix, else 0. */
int group_of_vectors(const char *group);

/* Checks the kernels as the words [--quick] [--group=GROUP] [--seed=NUMBER] [--bits] say, on any
 * number of ranks. Prints lines of TAP, ends MPI, and returns the exit status; EXIT_USAGE before
 * anything is done if a word is wrong. */
int check_main(int count, char *word[]);

/* Solves p in the formats of a policy three times, and prints a line of JSON and the findings. */
void solve_test(struct problem *p, const char *policy, const char *test,
                uint64_t seed);
#endif
