/* common/program/poisson_options.h - what can be checked of a poisson run before work begins. */
#ifndef MEMWALL_POISSON_OPTIONS_H
#define MEMWALL_POISSON_OPTIONS_H
#include "options.h"

/* Fills in what was not given (levels, process grid, base tolerance) and ends the run with
 * one line where something cannot be. Collective over comm. */
void poisson_check(struct options *o, MPI_Comm comm);
#endif
