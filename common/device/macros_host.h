/* common/device/macros_host.h - the kernel macros as OpenMP loops, for the CPU. */
#ifndef MEMWALL_MACROS_HOST_H
#define MEMWALL_MACROS_HOST_H
#include <omp.h>

#define OMP(directive)  _Pragma(#directive)
#define KERNEL          static __attribute__((unused)) void
#define KERNEL_2_BLOCKS KERNEL
#define SLICE_KERNEL    KERNEL
#define UNROLL(n)       OMP(GCC unroll n)
#define UNROLL_ALL

/* What precedes a loop: nothing, unless its loads and stores are counted (common/counting). */
#ifndef COUNTED_LOOP
#define COUNTED_LOOP(i)
#endif
#define FOR_ALL(i, n)                      \
    COUNTED_LOOP(i)                        \
    OMP(omp parallel for schedule(static)) \
    for (int i = 0; i < (n); i++)
#define FOR_TEAMS(t, n)                    \
    COUNTED_LOOP(t)                        \
    OMP(omp parallel for schedule(static)) \
    for (int t = 0; t < (n); t++)
#define FOR_THREADS(i, first, last) \
    OMP(omp simd)                   \
    for (int i = (first); i < (last); i++)
#define FOR_THREADS_SUM(s, i, first, last) \
    OMP(omp simd reduction(+ : s))         \
    for (int i = (first); i < (last); i++)
#define FOR_THREADS_MAX(m, i, first, last) \
    OMP(omp simd reduction(max : m))       \
    for (int i = (first); i < (last); i++)
#define TEAM_LEADER 1
#define SHARED
#define team_barrier() ((void)0)

/* A team is one OpenMP thread, so its sum and its maximum are already complete. */
static inline double team_sum(double s)
{
    return s;
}

static inline double team_max(double m)
{
    return m;
}

#define ON_DEVICE                                     0
#define ONE_THREAD                                    (omp_get_max_threads() == 1)
#define LAUNCH_ON(stream, kernel, n, ...)             kernel(__VA_ARGS__)
#define TEAM_LAUNCH_WITH(doubles, kernel, teams, ...) kernel(__VA_ARGS__)
#endif
