/* common/hpgmxp/hpgmxp.h - what the benchmark offers to the program. */
#ifndef MEMWALL_HPGMXP_H
#define MEMWALL_HPGMXP_H

struct system_source;
struct verb;

extern struct verb bench_verb; /* runs the benchmark HPG-MxP (bench.c) */

/* The benchmark's problem as a system of the verb solve (benchmark_system.c). */
extern const struct system_source problem_source;
#endif
