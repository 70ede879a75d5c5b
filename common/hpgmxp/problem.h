/* common/hpgmxp/problem.h - the benchmark's problem as the command line describes it. */
#ifndef MEMWALL_PROBLEM_H
#define MEMWALL_PROBLEM_H
#include "policy.h"
#include "multigrid.h"
#include "run.h"

struct problem_options {
    int n[3], p[3]; /* grid points per rank; process grid */
    int values;     /* enum stencil_values */
    int order; /* enum row_order; -1 until the options are read: the order of the tree */
    struct coloring_rule coloring;
    char mg[TEXT_LENGTH]; /* formats of the multigrid levels */
    double seconds; /* duration of the timed phase, of bench; 0: a single solve */
};
extern const struct option problem_table[];
#define PROBLEM_FILE    "hpgmp.dat" /* HPG-MxP's input file */
#define PROBLEM_HEADING "The benchmark's problem and MPI ranks"

/* What numbers without a flag stand for: nx ny nz seconds. */
extern const struct option problem_numbers[];

/* Checks the options: the local box, from hpgmp.dat if none is given, and the process grid.
 * rt_given: the duration is not read from hpgmp.dat. A mistake ends the run with one line.
 * Collective over comm. */
void problem_check(struct problem_options *o, int rt_given, MPI_Comm comm);

/* The policy that the options describe. A policy that is not allowed, or whose kernels
 * were not compiled (for the V-cycle only if `multigrid` is 1), ends the run. */
struct hpgmxp_policy problem_policy(const struct problem_options *o,
                                    const struct gmres_options *gmres,
                                    int multigrid);

/* Checks the memory for this many hierarchies of this problem at a time on this rank, each with a
 * basis of restart + 1 columns (run_check_memory). */
void problem_check_memory(const struct problem_options *o, int restart,
                          int hierarchies, struct run *run, MPI_Comm comm);

/* The hierarchy on the ranks of comm, which form the process grid p, in all formats that the
 * policies need. The caller frees it. Collective over comm. */
struct hierarchy *problem_hierarchy(const struct problem_options *o, const int p[3],
                                    const struct hpgmxp_policy policies[],
                                    int count, MPI_Comm comm);

/* Stores sizes, set-up times and memory of the hierarchy in *setup and *run, reduced over the
 * ranks. Collective over comm. */
void problem_collect(const struct hierarchy *h, struct setup *setup,
                     struct run *run, MPI_Comm comm);

/* Write members of "options", and "sizes" with all its members, of a JSON file. */
void problem_json(struct json *j, const struct problem_options *o,
                  const struct hpgmxp_policy *policy);
void problem_json_sizes(struct json *j, const struct box *g,
                        const struct setup *setup);
#endif
