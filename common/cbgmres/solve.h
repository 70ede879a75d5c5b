/* common/cbgmres/solve.h - the verb solve. */
#ifndef MEMWALL_SOLVE_H
#define MEMWALL_SOLVE_H
#include "system.h"

/* Returns the verb: it solves the system of --input, or without it the one of `source`. */
struct verb *solve_verb(const struct system_source *source);
#endif
