/* common/krylov/progress.h - reports the progress of long solves on stderr. */
#ifndef MEMWALL_PROGRESS_H
#define MEMWALL_PROGRESS_H
#include "gmres.h"

/* Begins a part of the run, such as "double phase"; NULL ends it. In a trace the
 * part is one event. The name is not copied. Only rank 0 prints. */
void progress_stage(const char *name);

/* Prints iterations and relative residual of the current solve, on a terminal at most
 * once per second, else once per minute. A value for gmres.progress. */
void progress_cycle(const struct outcome *o);
#endif
