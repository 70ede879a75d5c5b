/* common/device/macros_gpu.h - the kernel macros for CUDA and HIP (nvcc, hipcc).
 *
 * A team is a thread block of 256 threads: eight warps of 32 threads, or four of
 * 64. In a loop FOR_ALL each i has its own thread, so that the registers of a
 * thread contain only the data of one row.
 */
#ifndef MEMWALL_MACROS_GPU_H
#define MEMWALL_MACROS_GPU_H
#include "gpu.h"
#include <string.h>

#define restrict __restrict__
#define KERNEL       static __global__ __launch_bounds__(TEAM) void
#define SLICE_KERNEL static __global__ __launch_bounds__(TEAM, SLICE_BLOCKS) void
/* Blocks for which an SM must have enough registers; a tree may redefine it. */
#define SLICE_BLOCKS    4
#define KERNEL_2_BLOCKS static __global__ __launch_bounds__(TEAM, 2) void
#define DEVICE_ONLY     static __device__ inline
#define ON_DEVICE       1
enum {
    TEAM = 256,
#if defined(__HIPCC__)
    WARP_SIZE = HIP_WARP, /* 64, or 32 for gfx10 and later (Makefile) */
#else
    WARP_SIZE = 32,
#endif
};
#if defined(__HIP_DEVICE_COMPILE__) && defined(__AMDGCN_WAVEFRONT_SIZE) && \
    __AMDGCN_WAVEFRONT_SIZE != HIP_WARP
#error "the warps of this GPU do not have HIP_WARP threads"
#endif
/* In the loops over the blocks of a tile (ref/basis_pass.c) a thread adds to the
 * entries of shared memory that it has set itself, without a barrier. */
static_assert(SCALE_BLOCK % TEAM == 0, "a team divides a scale block evenly");
#define TEAM_THREAD  ((int)threadIdx.x)
#define TEAM_THREADS ((int)blockDim.x)
#define TEAM_WARPS   (TEAM / WARP_SIZE)

#define DO_PRAGMA(text) _Pragma(#text)
#define UNROLL(n)       DO_PRAGMA(unroll n)
#if defined(__clang__)
#define UNROLL_ALL DO_PRAGMA(clang loop unroll(full))
#else
#define UNROLL_ALL DO_PRAGMA(unroll)
#endif
#define FOR_ALL(i, n)                                                   \
    for (int i = blockIdx.x * blockDim.x + threadIdx.x, i##_is_new = 1; \
         i##_is_new && i < (n); i##_is_new = 0)
#define FOR_TEAMS(t, n)    for (int t = blockIdx.x; t < (n); t += gridDim.x)
#define SHARED             __shared__
#define TEAM_DOUBLES(name) extern __shared__ double name[]
#define team_barrier()     __syncthreads()

/* A kernel that uses more than 48 KiB of shared memory must request it before the
 * launch. A call of MPI may have left an error in the runtime. GetLastError removes it before
 * the launch, so that gpu_launched reports errors of this launch only. */
/* clang-format off */
#define GPU_LAUNCH(stream, kernel, teams, doubles, ...)                         \
    do {                                                                        \
        const size_t bytes_ = (doubles) * sizeof(double);                       \
        if (bytes_ > 48 * 1024)                                                 \
            gpu_request_shared((const void *)kernel, #kernel, bytes_);          \
        if ((teams) > 0) {                                                      \
            (void)GPU(GetLastError)();                                          \
            kernel<<<(teams), TEAM, bytes_, gpu_stream(stream)>>>(__VA_ARGS__); \
            gpu_launched(#kernel);                                              \
        }                                                                       \
    } while (0)
/* clang-format on */
#define LAUNCH_ON(stream, kernel, n, ...) \
    GPU_LAUNCH(stream, kernel, ((n) + TEAM - 1) / TEAM, 0, __VA_ARGS__)
#define TEAM_LAUNCH_WITH(doubles, kernel, teams, ...) \
    GPU_LAUNCH(COMPUTE, kernel, teams, doubles, __VA_ARGS__)

/* cp.async, which NVIDIA's cards have from sm_80 on */
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
#define ASYNC_COPIES 1
DEVICE_ONLY void async_copy(void *shared, const void *from, const int bytes)
{
    const unsigned to = (unsigned)__cvta_generic_to_shared(shared);
    if (bytes == 16)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to),
                     "l"(from)
                     : "memory");
    else
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(from)
                     : "memory");
}
DEVICE_ONLY void async_wait(void)
{
    asm volatile("cp.async.wait_all;" ::: "memory");
}
#define warp_barrier(threads) __syncwarp(threads)
#else
#define ASYNC_COPIES 0
#endif

/* Returns the value v of the thread whose index in the warp differs in this bit. */
DEVICE_ONLY double warp_shuffle(double v, int bit)
{
#if defined(__HIPCC__)
    return __shfl_xor(v, bit);
#else
    return __shfl_xor_sync(0xffffffffu, v, bit);
#endif
}
#endif
