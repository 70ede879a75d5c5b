/* common/device/words_gpu.h - the kernel words for nvcc and hipcc: a launch on a stream. */
#ifndef MEMWALL_WORDS_GPU_H
#define MEMWALL_WORDS_GPU_H
#include "gpu.h"

#define restrict __restrict__
#define KERNEL    static __global__ void
#define DEVICE    static __host__ __device__ inline
#define ON_DEVICE 1
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
#define GPU_LAUNCH(stream, kernel, teams, ...)                                \
    do {                                                                      \
        if ((teams) > 0) {                                                    \
            kernel<<<(teams), TEAM, 0, gpu_stream(stream)>>>(__VA_ARGS__);    \
            gpu_launched(#kernel);                                            \
        }                                                                     \
    } while (0)
/* clang-format on */
#define LAUNCH_ON(stream, kernel, n, ...) \
    GPU_LAUNCH(stream, kernel, ((n) + TEAM - 1) / TEAM, __VA_ARGS__)
#define TEAM_LAUNCH_ON(stream, kernel, n, ...) GPU_LAUNCH(stream, kernel, n, __VA_ARGS__)

/* The lanes' values together, given to each of them: a tree, in a fixed order. */
template <typename Operator>
static __device__ inline double team_reduce(double v, Operator both)
{
    __shared__ double lane[TEAM];
    __syncthreads();
    lane[threadIdx.x] = v;
    for (int half = TEAM / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            lane[threadIdx.x] = both(lane[threadIdx.x], lane[threadIdx.x + half]);
    }
    __syncthreads();
    return lane[0];
}

struct sum_of {
    __device__ double operator()(double a, double b) const
    {
        return a + b;
    }
};
struct larger_of {
    __device__ double operator()(double a, double b) const
    {
        return b > a ? b : a;
    }
};

static __device__ inline double team_sum(double s)
{
    return team_reduce(s, sum_of());
}

static __device__ inline double team_max(double m)
{
    return team_reduce(m, larger_of());
}
#endif
