/* tests/checker/watch.h - every call of a kernel passes through the checker.
 *
 * The program is linked with --wrap=NAME for each kernel, so that a call of spmv, from a test
 * of the checker or from a solver of common/, arrives in __wrap_spmv. While watch.on is 1, this
 * function
 *   1. copies the arguments and fills the memory of the results, with NaN in some calls and with
 *      finite values in others: a kernel that reads its result before it has written it is wrong
 *      in one of these cases,
 *   2. calls the tree,
 *   3. recomputes rows of the result from the private copy of the matrix, and compares
 *      the arguments that must not change.
 */
#ifndef CHECKER_WATCH_H
#define CHECKER_WATCH_H
#include "problem.h"

enum { OF_TESTS = 32, WATCHED }; /* kernels have smaller numbers */

struct watch {
    int on;
    int rows; /* rows to recompute of each result in a solve; 0: all, no solve */
    int nan;  /* results contain NaN before a call; in a solve, random calls do */
    char test[120]; /* what is running, for messages */
    struct seeded
        random;   /* chooses the rows, and the values in results before a call */
    int failures; /* number of findings */
    uint64_t digest; /* of the results that were checked, except for
                             correct_solution, which has no matrix in i8 */
    /* If it is set: returns which memory beside the vectors of the test has changed, or NULL. */
    const char *(*guards)(void);
    int bytes; /* 1: results are not checked, and bytes are compared (make COUNT=1) */
};
extern struct watch watch;

/* What is known about a kernel since the program started; [OF_TESTS]: about whole tests. */
struct result {
    long calls, rows; /* that were checked */
    int wrong;        /* findings */
    char first[800];  /* the first one of them */
};
extern struct result results[WATCHED];

/* Begins a test: no findings, rows as given. */
void watch_start(const char *test, int rows, uint64_t seed);

/* Begins a step, whose name is given as in printf. If the next step does not begin within `limits`
 * times the limit that watch_limit has set, or if this one crashes, the program prints a line
 * with the name and ends. */
void watch_step(int limits, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void watch_limit(int seconds);

/* Begins a test that compares the bytes that kernels state in phase_end with those that
 * they load and store, and writes a line for each kernel, phase and level: of the call
 * in which they differ most. */
void watch_bytes(const char *test, uint64_t seed);
void watch_bytes_write(void);
#endif
