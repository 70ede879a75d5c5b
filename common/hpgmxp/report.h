/* common/hpgmxp/report.h - the results of the benchmark and their three forms: text, JSON
 * and the report file of HPG-MxP.
 *
 * Times are in seconds, sizes in bytes. The functions that write are called on rank 0 only; a
 * file that cannot be written ends the run.
 */
#ifndef MEMWALL_REPORT_H
#define MEMWALL_REPORT_H
#include "bandwidth.h"
#include "flops.h"
#include "problem.h"
#include "solution.h"
#include "timing.h"

enum run_type { RUN_BENCHMARK, RUN_NO_REF, RUN_STANDALONE_MXP, RUN_STANDALONE_REF };
enum validation_type { VALIDATE_STANDARD, VALIDATE_FULLSCALE };
enum { OFFICIAL_SECONDS = 1800 }; /* least duration of an official run */

struct bench_options {
    struct problem_options problem;
    struct gmres_options gmres;
    int limit;                /* of iterations */
    int validation;           /* enum validation_type */
    int run_type;             /* enum run_type */
    int phases;               /* on: the time of each phase is measured */
    char folder[TEXT_LENGTH]; /* of the two reports */
};
extern const struct option bench_table[];

/* What is recorded about one solve. */
struct solve_record {
    int iterations;
    double initial, reported; /* ||b - A x||_2 before and after, from the solver */
    struct solution solution; /* residual and error, computed without the tree */
};

/* Solves with one policy that were timed together. */
struct timed_solves {
    int ran; /* 0: the phase did not run, other members are zero */
    const char *policy;
    struct timing timing;
    struct outcome sum;       /* of all solves (outcome_add) */
    struct model_flops flops; /* of all solves by (1.11) */
    double error;             /* largest max |x_i - 1| of the solves, or NaN */
    int records; /* number of solves that were checked: all of them, or 0 */
    struct solve_record *record; /* [records], NULL if there are none */
};

/* Solves in double precision, [0], and with the policy, [1]. */
struct validation {
    int ran, ranks;
    double tolerance;
    struct solve_record record[2];
    struct outcome outcome[2];
    double ratio; /* min(1, n_d / n_ir) */
};

/* Reasons in words; those after the first MAX_REASONS are dropped. */
enum { MAX_REASONS = 8 };
struct reasons {
    int count;
    char text[MAX_REASONS][200];
};

struct bench {
    const struct bench_options *options;
    struct run *run;
    struct hpgmxp_policy policies[2];  /* double, and the policy of the options */
    struct box grid;                   /* of level 0, of rank 0 */
    double level_bytes[HPGMXP_LEVELS]; /* that each level has allocated on rank 0 */
    struct bandwidth bandwidth;
    struct setup setup;
    struct validation validation;
    struct timed_solves mixed, in_double; /* with the policy; in double precision */
    int rated;                            /* 1: `rating` is valid */
    double rating;                        /* GFLOP/s (1.10) */
    struct reasons invalid, unofficial;   /* why it is not valid, or not official */
};

void report_text(const struct bench *b); /* to stdout */
/* VALID, INVALID, or `no rating` for a valid run of a type that has none. */
const char *report_verdict_word(const struct bench *b);
/* Prints the last line of a benchmark: this word, and after INVALID: the first reason. */
void report_verdict(const struct bench *b);
void report_json(const struct bench *b); /* the file of --json */
/* HPG-MxP's report, a new file NAME_DATE.txt */
void report_hpgmp(const struct bench *b, const char *name);
#endif
