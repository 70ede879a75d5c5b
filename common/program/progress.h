/* common/program/progress.h - a line on stderr now and then while a long phase runs. */
#ifndef MEMWALL_PROGRESS_H
#define MEMWALL_PROGRESS_H
#include "gmres.h"

/* Names the phase that is under way; NULL ends it. Rank 0 alone prints. */
void progress_phase(const char *name, int rank);

/* For gmres.progress: says how far the solve is, when some seconds have passed. */
void progress_cycle(const struct outcome *o);
#endif
