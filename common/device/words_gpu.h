/* common/device/words_gpu.h - the kernel words for nvcc and hipcc: a launch on a stream.
 *
 * A team has 256 lanes: eight warps of 32, or four of 64. Two teams on a multiprocessor
 * are enough to hide memory where a lane has several loads under way: a ROOMY_KERNEL has
 * 128 registers a lane (HIP: 256), others as many as the compiler finds good. Every i of
 * FOR_ALL has a lane of its own: the launch is as wide as the loop, so that nothing but
 * the lane's own row stays in registers.
 */
#ifndef MEMWALL_WORDS_GPU_H
#define MEMWALL_WORDS_GPU_H
#include "gpu.h"
#include <string.h>

#define restrict __restrict__
#define KERNEL        static __global__ __launch_bounds__(TEAM) void
#define ROOMY_KERNEL  static __global__ __launch_bounds__(TEAM, 2) void
#define WIDE_KERNEL   static __global__ __launch_bounds__(WIDE_TEAM) void
#define DEVICE        static __host__ __device__ inline
#define LANE_FUNCTION static __device__ inline
#define ON_DEVICE     1
#define LONE_LANE     0
enum {
    TEAM = 256,
    WIDE_TEAM = 1024,
#if defined(__HIPCC__)
    WARP_LANES = 64, /* gfx9 */
    LANE_BYTES = 8   /* that a lane loads at once from a column: see opt/pass_device.h */
#else
    WARP_LANES = 32,
    LANE_BYTES = 16
#endif
};
#if defined(__AMDGCN_WAVEFRONT_SIZE) && __AMDGCN_WAVEFRONT_SIZE != 64
#error "warps of 64 lanes are needed: gfx90a, gfx942 and their kin"
#endif
#define TEAM_LANE  ((int)threadIdx.x)
#define TEAM_LANES ((int)blockDim.x)
#define TEAM_WARPS (TEAM / WARP_LANES)

#define DO_PRAGMA(words) _Pragma(#words)
#define UNROLL(n)        DO_PRAGMA(unroll n)
#define FOR_ALL(i, n)                                                    \
    for (int i = blockIdx.x * blockDim.x + threadIdx.x, i##_is_new = 1; \
         i##_is_new && i < (n); i##_is_new = 0)
#define FOR_TEAMS(t, n) for (int t = blockIdx.x; t < (n); t += gridDim.x)
#define FOR_LANES(i, first, last) \
    for (int i = (first) + TEAM_LANE; i < (last); i += TEAM_LANES)
#define FOR_LANES_SUM(s, i, first, last) FOR_LANES(i, first, last)
#define FOR_LANES_MAX(m, i, first, last) FOR_LANES(i, first, last)
#define IF_LEADER                        if (TEAM_LANE == 0)
#define SHARED                           __shared__
#define TEAM_DOUBLES(name)               extern __shared__ double name[]
#define team_barrier()                   __syncthreads()

/* Memory of a team beyond 48 KiB must be asked for. */
/* clang-format off */
#define GPU_LAUNCH(stream, kernel, teams, lanes, doubles, ...)                     \
    do {                                                                           \
        const size_t bytes_ = (doubles) * sizeof(double);                          \
        if (bytes_ > 48 * 1024)                                                    \
            GPU_OK(GPU(FuncSetAttribute)((const void *)kernel,                     \
                GPU(FuncAttributeMaxDynamicSharedMemorySize), (int)bytes_));       \
        if ((teams) > 0) {                                                         \
            kernel<<<(teams), (lanes), bytes_, gpu_stream(stream)>>>(__VA_ARGS__); \
            gpu_launched(#kernel);                                                 \
        }                                                                          \
    } while (0)
/* clang-format on */
#define LAUNCH_ON(stream, kernel, n, ...) \
    GPU_LAUNCH(stream, kernel, ((n) + TEAM - 1) / TEAM, TEAM, 0, __VA_ARGS__)
#define TEAM_LAUNCH_WITH(doubles, kernel, teams, ...) \
    GPU_LAUNCH(COMPUTE, kernel, teams, TEAM, doubles, __VA_ARGS__)
#define WIDE_LAUNCH(kernel, ...) GPU_LAUNCH(COMPUTE, kernel, 1, WIDE_TEAM, 0, __VA_ARGS__)

/* The number of the lane whose place in the warp differs in that bit. */
LANE_FUNCTION double warp_swap(double v, int bit)
{
#if defined(__HIPCC__)
    return __shfl_xor(v, bit);
#else
    return __shfl_xor_sync(0xffffffffu, v, bit);
#endif
}

/* A number, or several side by side, past the caches: 2, 4, 8 or 16 aligned bytes. CUDA:
 * ld.global.cs, the first to be evicted; HIP: glc slc. */
template <int bytes> struct words_of;
template <> struct words_of<2> {
    typedef unsigned short type;
};
template <> struct words_of<4> {
    typedef unsigned int type;
};
template <> struct words_of<8> {
    typedef unsigned long long type;
};
#if defined(__HIPCC__)
template <> struct words_of<16> {
    typedef unsigned int type __attribute__((ext_vector_type(4)));
};
#define LOAD_STREAMED __builtin_nontemporal_load
#else
template <> struct words_of<16> {
    typedef uint4 type;
};
#define LOAD_STREAMED __ldcs
#endif

template <typename number>
static __host__ __device__ inline number load_streamed(const number *p)
{
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
    typedef typename words_of<sizeof(number)>::type words;
    const words loaded = LOAD_STREAMED(reinterpret_cast<const words *>(p));
    number n;
    memcpy(&n, &loaded, sizeof n);
    return n;
#else
    return *p;
#endif
}
#define STREAMED(p) load_streamed(p)
#endif
