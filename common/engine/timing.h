/* common/engine/timing.h - measures solves that are timed together. */
#ifndef MEMWALL_TIMING_H
#define MEMWALL_TIMING_H
#include "bandwidth.h"
#include "counts.h"
#include "json.h"
#include "phase.h"
#include "traffic.h"
#include <mpi.h>

/* The record of such solves. */
struct timing {
    int solves;
    double seconds; /* of all solves, of the slowest rank */
    struct phase_table
        phases; /* calls of this rank; seconds: means over the ranks; else sums */
    int sample; /* iterations of the sample from which the seconds of the phases were
                   estimated (timing_plan.sample); 0: they were measured in the solves */
    struct device_counts used; /* of the device by this rank, in all solves */
    struct traffic_kernel
        *kernel; /* [kernels] of this rank, in a program with make COUNT=1 */
    int kernels;
};

/* What is timed: `count` times before, solve, after; only `solve` is timed; the phases of
 * `solve` and of `before`, the copy of an initial guess, are counted. `before` and `after` may be NULL. */
struct timing_plan {
    int count;
    void (*before)(void *data);
    void (*solve)(void *data);
    void (*after)(void *data, int k);
    void *data; /* the first argument of these functions */
    /* An event between two kernels costs time on a device. If `sample` is not NULL, the
     * solves record no events. The sample ran before them with the same solver: the seconds
     * of its phases, times the ratio of the call counts, are reported. */
    const struct timing *sample;
};

/* Runs the solves and stores their record in *t, which the caller frees with timing_free.
 * Collective over comm. */
void timing_run(const struct timing_plan *plan, struct timing *t, MPI_Comm comm);
void timing_free(struct timing *t);

/* Reduces the phases of this rank over the ranks. Collective over comm. */
void timing_reduce(struct phase_table *phases, MPI_Comm comm);

/* Solves in a printed table. */
struct timing_column {
    const char *name;
    const struct timing *timing;
    int iterations; /* of all solves */
};

/* Print the milliseconds per iteration of each phase, called on rank 0: one or two columns side by
 * side, with the share of the read bandwidth on the finest level; one column, level by level. */
void timing_print_phases(const struct timing_column column[], int columns,
                         const struct bandwidth *b, int ranks);
void timing_print_levels(const struct timing_column *column, int levels);

/* Writes members of a JSON object: how often the device was used, the sample, "phases" of
 * `levels` levels, and in a program with make COUNT=1 the kernels that were launched. */
void timing_json(struct json *j, const struct timing *t, int levels);
#endif
