/* common/hpgmxp/problem_source.h - the benchmark's problem as a system of the verb solve. */
#ifndef MEMWALL_PROBLEM_SOURCE_H
#define MEMWALL_PROBLEM_SOURCE_H
#include "system.h"

extern const struct system_source problem_source;
#endif
