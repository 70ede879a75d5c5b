/* common/program/options_check.h - what the options must be together.
 *
 * Each fills in what follows from the others and ends the run with one line where
 * something cannot be.
 */
#ifndef MEMWALL_OPTIONS_CHECK_H
#define MEMWALL_OPTIONS_CHECK_H
#include "flags.h"

void check_box(struct options *o);                      /* the local box */
void check_processes(struct options *o, MPI_Comm comm); /* the process grid */
void check_policy(struct options *o);                   /* formats */
/* --restart-ratio, and what goes with --input and what does not. */
void check_system(struct options *o);
/* A flag of the benchmark's problem beside --input, or the other way about. */
void check_mixture(const struct options *o, const struct flag *given[], int count);
/* Files that are to be written. Collective over comm. */
void check_outputs(struct options *o, MPI_Comm comm);
#endif
