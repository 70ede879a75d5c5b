/* common/program/poisson_options.h - checks the options of the verb poisson. */
#ifndef MEMWALL_POISSON_OPTIONS_H
#define MEMWALL_POISSON_OPTIONS_H
#include "options.h"

/* Checks the options, converts them to o->policy and replaces levels, process grid
 * and base tolerance by default values if they were not given. A value that
 * is not allowed ends the run with one line. Collective over comm. */
void poisson_check(struct options *o, MPI_Comm comm);
#endif
