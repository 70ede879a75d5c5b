/* common/program/poisson.h - what a poisson run found, and how it tells. */
#ifndef MEMWALL_POISSON_H
#define MEMWALL_POISSON_H
#include "refinement.h"
#include "report.h"

struct poisson_run {
    struct refined refined; /* of the last solve */
    struct timed_run timed; /* all solves: seconds, phases */
    double error;           /* max |u - exact| at the points */
    double scale;           /* 2^s at the end */
    const struct multigrid *multigrid;
};

/* On rank 0. */
void poisson_text(const struct report *r, const struct poisson_run *run);
void poisson_json(const struct report *r, const struct poisson_run *run,
                  const double *history, const char *path);
#endif
