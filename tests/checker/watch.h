/* tests/checker/watch.h - every call of a kernel passes through the judge.
 *
 * The program is linked with --wrap=NAME for each kernel, so that a call
 * of spmv, from the judge or from a solver of common/, arrives in __wrap_spmv. While
 * the watch is on, this function
 *   1. copies the arguments and fills the memory of the results with NaN, or, in half
 *      of the calls, leaves there what it contains,
 *   2. calls the tree and measures the time with the judge's own clock,
 *   3. recomputes rows of the result from the private copy of the matrix, compares
 *      the arguments that must not change, and classifies what is wrong.
 *
 * In a timed solve only a sample of the calls is treated in this way. The seed chooses
 * the sample and the calls with NaN, so that a tree cannot know which calls are
 * checked. The time of the copies and checks does not count.
 */
#ifndef CHECKER_WATCH_H
#define CHECKER_WATCH_H
#include "problem.h"

/* Kinds of failures. All but UNFINISHED and WRONG are attempts to be right or fast
 * without the work; their names are in verdict.c. */
enum finding {
    RIGHT,
    UNFINISHED, /* a coarse level is not computed and has never been */
    WRONG,
    CACHED,    /* the result of an earlier call is returned again */
    POSTPONED, /* the result appears only after a later call */
    ONES,      /* the known solution of the benchmark is written */
    CONSTANT,  /* the entries of the benchmark's matrix are assumed */
    SKIPPED,   /* a coarse level is not computed any more */
    IDLE,      /* right at first, not computed any more after some calls */
    FEWER,     /* a false norm ends the iteration early */
    OUTSIDE,   /* memory outside of the results changed */
    LESS,      /* fewer bytes in a timed solve than where all calls are checked */
    FINDINGS
};

enum { WATCHED_MOST = 32, TIMES_KEPT = 200 }; /* kernels; calls of one */

struct watch {
    int on;
    int rows;             /* rows to recompute for each call; 0: all */
    const char *test;     /* what is running, for messages */
    struct seeded random; /* chooses the rows */
    int sample;           /* 1: only a sample of the calls is checked */
    struct seeded choice; /* of the sample and of the calls with NaN */
    int failures;         /* number of findings */
    uint64_t digest;      /* of the results that were checked, without those of
                             correct_solution, which has no matrix in i8 */
    const char *(*guards)(void); /* if it is set: which memory beside the vectors of the
                                    test changed, or NULL */
    int bytes; /* 1: results are not checked, and bytes are compared (make COUNT=1) */
    double paused; /* seconds in copies and checks since watch_start */
};
extern struct watch watch;

/* What is known about a kernel since the program started. */
struct result {
    long calls, rows; /* that were checked */
    int wrong;        /* findings */
    char first[600];  /* the first one of them */
};
extern struct result results[WATCHED_MOST];

/* Begins a test: no findings, rows as given. sample: only a sample is checked. */
void watch_start(const char *test, int rows, uint64_t seed, int sample);

/* Writes a line for each kernel and level that was called since watch_start: the number of
 * calls, the median time of the last ones, and the bytes that a call moves at least. */
void watch_sums_write(void);

/* Begins a test that compares the bytes that kernels state in phase_end with those that
 * they load and store, and writes a line for each kernel, phase and level: of the call
 * in which they differ most. */
void watch_bytes(const char *test, uint64_t seed);
void watch_bytes_write(void);


double judge_clock(void); /* seconds */
#endif
