/* common/hpgmxp/hpgmxp.h - what the benchmark offers to the program. */
#ifndef MEMWALL_HPGMXP_H
#define MEMWALL_HPGMXP_H
#include "system.h"

extern struct verb bench_verb; /* runs the benchmark HPG-MxP (bench.c) */

/* The benchmark's problem as a system of the verb solve (problem_source.c). */
extern const struct system_source problem_source;
#endif
