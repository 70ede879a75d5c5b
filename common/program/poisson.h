/* common/program/poisson.h - the results of the verb poisson and their writers. */
#ifndef MEMWALL_POISSON_H
#define MEMWALL_POISSON_H
#include "refinement.h"
#include "report.h"

struct poisson_run {
    struct refinement_outcome refined; /* of the last solve */
    struct timed_run timed;            /* seconds and phases of all solves */
    double error;                      /* max |u - exact| over the grid points */
    double scale; /* the scale of the residual at the end (12.8) */
    const struct jacobi_multigrid *multigrid; /* counts of ranges, base solver */
};

/* Writers, called on rank 0 only. history: [iterations + 1] residual norms. A file
 * that cannot be written ends the run. */
void poisson_text(const struct report *r, const struct poisson_run *run);
void poisson_json(const struct report *r, const struct poisson_run *run,
                  const double *history, const char *path);
#endif
