/* common/program/report.h - what a run found, and its three forms: a table for people, one JSON
 * document with everything, and HPG-MxP's own report file. */
#ifndef MEMWALL_REPORT_H
#define MEMWALL_REPORT_H
#include "device.h"
#include "json.h"
#include "machine.h"
#include "model.h"
#include "options.h"
#include "phase.h"

/* Solves with one policy, timed together. */
struct timed_run {
    int ran, solves;
    struct policy policy;
    double seconds;            /* of the slowest rank */
    struct outcome sum;        /* iterations and cycles of all solves; why of the last */
    struct phase_table phases; /* seconds: mean of the ranks; the rest: their sum */
    struct model_flops flops;
    double error; /* max |x_i - 1| after the last solve */
};

struct validation {
    int ran, ranks;
    double tolerance;
    struct outcome reference, policy;
    double ratio; /* min(1, n_d / n_ir) */
};

/* Median of one kernel on the finest level: seconds of the mean rank, flops and bytes of
 * all ranks. */
struct kernel_time {
    const char *name;
    char policy[64];
    double seconds, flops, bytes;
};

enum { MOST_KERNELS = 16 };
enum { MAX_REASONS = 8, REASON_LENGTH = 200 };

struct report {
    const struct options *options;
    int ranks, nodes, threads;
    struct device_facts device;     /* of rank 0 */
    struct bandwidth bandwidth;     /* zero when not measured */
    struct level level[MAX_LEVELS]; /* sizes only; rank 0's */
    int levels;
    char layout_text[MAX_LEVELS][100];           /* how each level is stored */
    double setup, generate, halo, order, layout; /* seconds, slowest rank */
    struct memory_need memory;                   /* mean of the ranks */
    double peak_resident;                        /* bytes, mean of the ranks */
    struct validation validation;
    struct timed_run policy, reference;         /* the policy's run, the double run */
    struct kernel_time kernel[2][MOST_KERNELS]; /* in double, in the policy's formats */
    int kernels;
    int rated;
    double rating;           /* GFLOP/s */
    int invalid, unofficial; /* how many reasons of each kind */
    char why_invalid[MAX_REASONS][REASON_LENGTH];
    char why_unofficial[MAX_REASONS][REASON_LENGTH];
};

void report_invalid(struct report *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void report_unofficial(struct report *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Reduces times and counts over the ranks. Collective. */
void report_collect(struct report *r, const struct hierarchy *h, MPI_Comm comm);
void run_collect(struct timed_run *run, MPI_Comm comm);

/* On rank 0. */
void report_text(const struct report *r);
void report_json(const struct report *r, const char *path);
void report_json_machine(struct json *j, const struct report *r); /* parts of it */
void report_json_phases(struct json *j, const struct timed_run *run, int levels);
void report_hpgmp(const struct report *r, const char *folder);
#endif
