/* common/program/options_check.h - checks options that depend on each other.
 *
 * Each function replaces values that were not given by those that follow from other
 * options. A combination that is not allowed ends the run with one line.
 */
#ifndef MEMWALL_OPTIONS_CHECK_H
#define MEMWALL_OPTIONS_CHECK_H
#include "flags.h"

/* The local box o->n: sides, multiples of 8, aspect ratio. */
void check_box(struct options *o);

/* The process grid o->p, if none is given by (1.12). Collective over comm. */
void check_processes(struct options *o, MPI_Comm comm);

/* Converts o->formats to o->policy. */
void check_policy(struct options *o);

/* Refuses a policy for which kernels were not compiled. levels, correct: as for
 * policy_not_compiled. */
void check_compiled(const struct options *o, int levels, int correct);

/* Converts --restart-ratio to o->rules; the preconditioner. */
void check_system(struct options *o);

/* The options of poisson: formats to o->policy; levels, process grid and base tolerance.
 * Collective over comm. */
void check_poisson(struct options *o, MPI_Comm comm);

/* Flags that are allowed only with --input or only without it. given: [count] the
 * flags of the command line. */
void check_combination(const struct options *o, const struct flag *given[],
                       int count);

/* Whether rank 0 can write the output files; creates none. Collective over comm. */
void check_outputs(struct options *o, MPI_Comm comm);
#endif
