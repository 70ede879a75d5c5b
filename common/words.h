/* common/words.h - the few words in which kernels are written, for every compiler.
 *
 * A kernel is a loop over independent rows (FOR_ALL) or over teams of lanes
 * (FOR_TEAMS, FOR_LANES). On the host these are OpenMP loops; under nvcc and hipcc a
 * kernel is a device function, a team is a thread block and a lane is a thread.
 *
 *   KERNEL name(args) { FOR_ALL(i, n) y[i] = a * x[i]; }   LAUNCH(name, n, args);
 *
 *   FOR_TEAMS(b, teams) {               // b: which tile of TILE rows
 *       double s = 0;
 *       FOR_LANES_SUM(s, i, first, last) s += x[i] * y[i];
 *       s = team_sum(s);                // every lane's s, added in a fixed order
 *       IF_LEADER partial[b] = s;
 *   }                                   TEAM_LAUNCH(name, teams, args);
 *
 * Lanes do not depend on each other, on any machine: on the host they are vectorised.
 * DEVICE marks a function that kernels call; LONE_LANE is true where nothing runs in
 * parallel. Sums are taken tile by tile and the tiles' sums are added in order, so that a result
 * does not depend on the number of threads.
 */
#ifndef MEMWALL_WORDS_H
#define MEMWALL_WORDS_H

#define SCALE_BLOCK 256  /* entries of a column that share a scale; divides TILE */
#define TILE        1024 /* rows of a tile: one tile of a vector stays in the L1 cache */

#if defined(__CUDACC__) || defined(__HIPCC__)
#if defined(__HIPCC__)
#include <hip/hip_runtime.h>
#endif
#define restrict __restrict__
#define KERNEL    static __global__ void
#define DEVICE    static __host__ __device__ inline
#define LONE_LANE 0
enum { TEAM = 256 };
#define FOR_ALL(i, n)                                            \
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < (n); \
         i += gridDim.x * blockDim.x)
#define FOR_TEAMS(t, n) for (int t = blockIdx.x; t < (n); t += gridDim.x)
#define FOR_LANES(i, first, last) \
    for (int i = (first) + threadIdx.x; i < (last); i += blockDim.x)
#define FOR_LANES_SUM(s, i, first, last) FOR_LANES(i, first, last)
#define FOR_LANES_MAX(m, i, first, last) FOR_LANES(i, first, last)
#define IF_LEADER                        if (threadIdx.x == 0)
#define SHARED                           __shared__
/* clang-format off */
#define LAUNCH(kernel, n, ...)                                                     \
    kernel<<<(n) > 0 ? ((n) + TEAM - 1) / TEAM : 1, TEAM>>>(__VA_ARGS__)
#define TEAM_LAUNCH(kernel, n, ...) kernel<<<(n) > 0 ? (n) : 1, TEAM>>>(__VA_ARGS__)
/* clang-format on */

/* The sum over the lanes of a team, given to each of them. */
static __device__ inline double team_sum(double s)
{
    __shared__ double lane[TEAM];
    __syncthreads();
    lane[threadIdx.x] = s;
    for (int half = TEAM / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            lane[threadIdx.x] += lane[threadIdx.x + half];
    }
    __syncthreads();
    return lane[0];
}

/* The largest of the lanes' values, likewise. */
static __device__ inline double team_max(double m)
{
    __shared__ double lane[TEAM];
    __syncthreads();
    lane[threadIdx.x] = m;
    for (int half = TEAM / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half && lane[threadIdx.x + half] > lane[threadIdx.x])
            lane[threadIdx.x] = lane[threadIdx.x + half];
    }
    __syncthreads();
    return lane[0];
}

#else
#include <omp.h>
#define OMP(directive) _Pragma(#directive)
#define KERNEL         static void
#define FOR_ALL(i, n)                      \
    OMP(omp parallel for schedule(static)) \
    for (int i = 0; i < (n); i++)
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
#define DEVICE                      static inline
#define LONE_LANE                   (omp_get_max_threads() == 1)
#define LAUNCH(kernel, n, ...)      kernel(__VA_ARGS__)
#define TEAM_LAUNCH(kernel, n, ...) kernel(__VA_ARGS__)

static inline double team_sum(double s)
{
    return s;
}

static inline double team_max(double m)
{
    return m;
}
#endif

DEVICE int tiles(int n)
{
    return (n + TILE - 1) / TILE;
}

DEVICE int scale_blocks(int n)
{
    return (n + SCALE_BLOCK - 1) / SCALE_BLOCK;
}
#endif
