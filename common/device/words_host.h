/* common/device/words_host.h - the kernel words as OpenMP loops, or in emu's queue. */
#ifndef MEMWALL_WORDS_HOST_H
#define MEMWALL_WORDS_HOST_H
#include <omp.h>

#define OMP(directive) _Pragma(#directive)
#define KERNEL         static void
#define ROOMY_KERNEL   KERNEL
#define DEVICE         static inline
#define STREAMED(p)    (*(p))
#define UNROLL(n)
#define FOR_ALL(i, n)                      \
    OMP(omp parallel for schedule(static)) \
    for (int i = 0; i < (n); i++)

#if defined(__cplusplus)
#include "words_emu.h"
#else
#define FOR_TEAMS(t, n)                    \
    OMP(omp parallel for schedule(static)) \
    for (int t = 0; t < (n); t++)
#define FOR_LANES(i, first, last) \
    OMP(omp simd)                 \
    for (int i = (first); i < (last); i++)
#define FOR_LANES_SUM(s, i, first, last) \
    OMP(omp simd reduction(+ : s))       \
    for (int i = (first); i < (last); i++)
#define FOR_LANES_MAX(m, i, first, last) \
    OMP(omp simd reduction(max : m))     \
    for (int i = (first); i < (last); i++)
#define IF_LEADER
#define SHARED

static inline double team_sum(double s)
{
    return s;
}

static inline double team_max(double m)
{
    return m;
}

#define ON_DEVICE                                     0
#define LONE_LANE                                     (omp_get_max_threads() == 1)
#define LAUNCH_ON(stream, kernel, n, ...)             kernel(__VA_ARGS__)
#define TEAM_LAUNCH_WITH(doubles, kernel, teams, ...) kernel(__VA_ARGS__)
#endif
#endif
