/* common/measure/ranges.h - names what runs for a vendor's profiler: NVTX (Nsight) or roctx
 * (rocprof), in builds with PROFILE=1; nothing in others.
 *
 * A range is "sweep 0": phase and level. NVTX is its header alone, which looks for a
 * profiler when the program runs; roctx is a small library.
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
#include PROFILE_ROCTX /* its place differs between versions of ROCm */
#define RANGE_PUSH roctxRangePushA
#define RANGE_POP  roctxRangePop
#endif

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
