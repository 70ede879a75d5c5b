/* common/hpgmxp/bench.h - the verb bench. */
#ifndef MEMWALL_BENCH_H
#define MEMWALL_BENCH_H
#include "option.h"

/* Runs the benchmark HPG-MxP (bench.c). */
extern struct verb bench_verb;
#endif
