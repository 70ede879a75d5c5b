/* common/program/report.h - the results of a run and their three forms: text, JSON
 * and the report file of HPG-MxP.
 *
 * Times are in seconds, sizes in bytes.
 */
#ifndef MEMWALL_REPORT_H
#define MEMWALL_REPORT_H
#include "bandwidth.h"
#include "counts.h"
#include "device.h"
#include "json.h"
#include "machine.h"
#include "options.h"
#include "phase.h"
#include "solution.h"

/* What the verb bench records about one solve. */
struct solve_record {
    int iterations;
    double initial, reported; /* ||b - A x||_2 before and after, from the solver */
    struct solution solution; /* residual and error, computed without the tree */
};

/* Flops of the parts of solves, summed over all ranks: the operation count (1.11) of the
 * rating, which is the same for all trees and formats. It is that of the optimized code of
 * the paper (Kashi et al., SC 2025); the flops of phases are those of the contract. */
struct model_flops {
    double ortho, spmv;
    double multigrid; /* the preconditioner, whatever it is */
    double update, total;
};

/* Solves with one policy that were timed together. */
struct timed_run {
    int ran; /* 0: the run did not take place, other members are zero */
    int solves;
    int records; /* number of solves that were checked: `solves`, or 0 */
    struct solve_record *record; /* [records], NULL if there are none */
    struct policy policy;
    double seconds; /* of the slowest rank */
    struct outcome
        sum; /* iterations, cycles: of all solves; else of the last of those
                           that ended worst (enum reason) */
    struct cb_changes changes; /* of the same solve, if it is one of CB-GMRES */
    struct phase_table phases; /* seconds: means over the ranks; else sums */
    int sample; /* iterations of the sample from which the seconds of the phases were
                   estimated (timed_solves.sample); 0: they were measured in the
                   solves */
    struct device_counts used; /* of the device by this rank, in all solves */
    struct model_flops flops;  /* of all solves by (1.11) */
    double error;     /* largest max |x_i - exact_i| of the solves, or NaN */
    double undivided; /* jleft: ||b - A x|| / ||b|| before its division, else
                         -1 */
};

/* Solves in double precision (reference) and with the policy. */
struct validation {
    int ran, ranks;
    double tolerance;
    struct solve_record
        record[2]; /* [0] in double precision, [1] with the policy */
    struct outcome reference, policy;
    double ratio; /* min(1, n_d / n_ir) */
};

/* One kernel on the finest level: median time of one call, as mean of the ranks;
 * flops and bytes of one call, as sums over the ranks. */
struct kernel_time {
    const char *name;
    char policy[64];
    double seconds, flops, bytes; /* seconds: NaN if it did not run */
};

enum { MOST_KERNELS = 16 };

/* Reasons in words; those after the first MAX_REASONS are dropped. */
enum { MAX_REASONS = 8 };
struct reasons {
    int count;
    char text[MAX_REASONS][200];
};

struct report {
    const struct options *options;
    int ranks, nodes, threads;
    struct device_info device;  /* of rank 0 */
    struct bandwidth bandwidth; /* zero if not measured */
    int levels;
    struct level level[MAX_LEVELS]; /* of rank 0; only sizes are valid */
    struct row_rounding
        rounding; /* of all matrices in i8; rows = 0: there are none */
    char layout_text[MAX_LEVELS][200]; /* description of each level's storage */

    /* set-up: time of the slowest rank and its parts; memory */
    double setup, generate, halo, order, layout;
    struct {
        double program; /* resident before the set-up */
        double needed;  /* estimated from the sizes (verb_memory) */
        double hierarchy, level[MAX_LEVELS], solver; /* allocated by this rank */
        double resident;  /* its largest value, mean of the ranks */
        double allocated; /* the same (memory.h), largest of the ranks */
    } memory;

    /* bench, solve */
    struct validation validation;
    struct timed_run policy, reference; /* with the policy; in double precision */
    int rated;                          /* 1: `rating` is valid */
    double rating;                      /* GFLOP/s (1.10) */
    struct reasons invalid, unofficial; /* why it is not valid, or not official */

    /* kernels: [0] in double precision, [1] with the policy */
    struct kernel_time kernel[2][MOST_KERNELS];
    int kernels;
};

/* Adds a reason; format: as for printf. */
void report_reason(struct reasons *list, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Stores sizes, set-up times and memory of the hierarchy in *r, reduced over the
 * ranks. Collective over comm. */
void report_collect(struct report *r, const struct hierarchy *h, MPI_Comm comm);

/* The same for a system that consists of one matrix. Collective over comm. */
void report_collect_matrix(struct report *r, const struct matrix *A,
                           double setup_seconds, MPI_Comm comm);

/* Adds the rows of a matrix in i8 to r->rounding. report_collect and
 * report_collect_matrix call it. */
void report_add_rounding(struct report *r, const struct matrix *A);

/* Reduces the times and phases of a run over the ranks. Collective over comm. */
void run_collect(struct timed_run *run, MPI_Comm comm);

/* Writers, called on rank 0 only. A file that cannot be written ends the run. */
void report_text(const struct report *r); /* to stdout */
/* Prints the program, its flags, the machine, ranks and threads, without the last line
 * break. */
void report_head(const struct report *r);
/* Prints which part of the rows in i8 is exact, if there are any. */
void report_rounding(const struct report *r);
/* VALID, INVALID, or `no rating` for a valid run of a type that has none. */
const char *report_verdict_word(const struct report *r);
/* Prints the last line of a benchmark: this word, and after INVALID: the first reason. */
void report_verdict(const struct report *r);
void report_json(const struct report *r, const char *path);
void report_hpgmp(const struct report *r, const char *folder);

/* The member "machine" of a JSON document; "phases", where their seconds come from, and
 * how often the device was used. */
void report_json_machine(struct json *j, const struct report *r);
void report_json_phases(struct json *j, const struct timed_run *run, int levels);
#endif
