/* common/phase/ranges.h - shows phases as named ranges in a vendor's profiler.
 *
 * With PROFILE=1, phase_begin and phase_end call these functions, and a range such
 * as "sweep 0" (phase and level) appears in Nsight Systems (NVTX) or in rocprof
 * (roctx). In other builds the functions do nothing. NVTX consists of headers only,
 * which load the profiler's library at run time; roctx is a library.
 */
#ifndef MEMWALL_RANGES_H
#define MEMWALL_RANGES_H

#if defined(PROFILE_NVTX) || defined(PROFILE_ROCTX)
#include <stdio.h>
#if defined(PROFILE_NVTX)
#include <nvtx3/nvToolsExt.h>
#define RANGE_PUSH nvtxRangePushA
#define RANGE_POP  nvtxRangePop
#else
#include PROFILE_ROCTX /* the path depends on the version of ROCm */
#define RANGE_PUSH roctxRangePushA
#define RANGE_POP  roctxRangePop
#endif

/* Begins a range; range_pop ends the range that was begun last. */
static inline void range_push(const char *phase, int level)
{
    char text[40];
    snprintf(text, sizeof text, "%s %d", phase, level);
    RANGE_PUSH(text);
}

static inline void range_pop(void)
{
    RANGE_POP();
}

#else
static inline void range_push(const char *phase, int level)
{
    (void)phase, (void)level;
}

static inline void range_pop(void)
{
}
#endif
#endif
