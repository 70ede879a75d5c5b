/* common/program/progress.h - reports the progress of long solves on stderr. */
#ifndef MEMWALL_PROGRESS_H
#define MEMWALL_PROGRESS_H
#include "gmres.h"

/* Begins a part of the run, such as "double phase"; NULL ends it. In a trace the
 * part is one event. The name is not copied. Only rank 0 prints. */
void progress_phase(const char *name, int rank);

/* States when the part that began last ends: after this number of iterations of all
 * its solves together or, with tolerance > 0, when the relative residual is at most
 * tolerance. The remaining time is estimated from it. */
void progress_goal(double tolerance, double iterations);

/* Prints iterations and relative residual of the current solve and the estimated
 * remaining time of this part of the run, on a terminal at most once per second, else every 15 seconds. A value for gmres.progress. */
void progress_cycle(const struct outcome *o);
#endif
