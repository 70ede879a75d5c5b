/* common/device/kernel_macros.h - the macros in which kernels are written.
 *
 * gcc compiles a kernel for the CPU, and nvcc or hipcc compiles the same source for
 * a GPU. A kernel is a function whose body is a loop. There are two kinds of loops.
 * docs/reference/writing-a-tree.md contains further explanations.
 *
 * A loop over independent rows. On the CPU, FOR_ALL is an OpenMP loop. On a GPU,
 * one thread executes each i.
 *
 *     KERNEL scale(int n, double a, const double *x, double *y)
 *     {
 *         FOR_ALL(i, n)
 *             y[i] = a * x[i];
 *     }
 *     LAUNCH(scale, n, n, a, x, y);           name, number of i, arguments
 *
 * A loop over teams of threads. A team is a thread block on a GPU. On the CPU it is
 * one iteration of an OpenMP loop. The threads of a team divide the iterations of a
 * loop FOR_THREADS among them. In this example team t adds the products of tile t;
 * a tile has TILE rows, and the last one may have fewer.
 *
 *     KERNEL dot(int n, const double *x, const double *y, double *partial)
 *     {
 *         FOR_TEAMS(t, tiles(n)) {
 *             int first = t * TILE, last = first + TILE < n ? first + TILE : n;
 *             double s = 0;
 *             FOR_THREADS_SUM(s, i, first, last)
 *                 s += x[i] * y[i];
 *             s = team_sum(s);
 *             if (TEAM_LEADER)
 *                 partial[t] = s;
 *         }
 *     }
 *     TEAM_LAUNCH(dot, tiles(n), n, x, y, partial);     name, teams, arguments
 *
 * Afterwards sum_tiles (reduce.h) adds the partial sums in a fixed order.
 * Therefore the result does not depend on the number of threads.
 *
 * macros_host.h (cpu) and macros_gpu.h (cuda, hip) define the following macros. A back end in
 * another folder defines them in a header that is read before this one (common/emulator).
 *
 *   KERNEL                    starts the definition of a kernel; it has no result
 *   DEVICE                    starts the definition of a function that kernels call
 *   FOR_ALL(i, n)             i = 0 .. n-1 in parallel, in any order
 *   FOR_TEAMS(t, n)           teams t = 0 .. n-1 in parallel, in any order
 *   FOR_THREADS(i, a, b)      i = a .. b-1, divided among the threads of the team;
 *                             a SIMD loop on the CPU. Iterations must be
 *                             independent.
 *   FOR_THREADS_SUM(s, i, a, b)   the same, but each thread adds to its own s
 *   FOR_THREADS_MAX(m, i, a, b)   the same, but each thread computes its maximum m
 *   team_sum(s), team_max(m)  sum or maximum over the threads of the team, computed
 *                             in a fixed order; every thread gets the result
 *   TEAM_LEADER               true in exactly one thread of the team
 *   team_barrier()            barrier of the team (__syncthreads): what its threads
 *                             have written before it, all of them can read after it
 *   SHARED double s[8];       an array in the shared memory of the team
 *   LAUNCH, TEAM_LAUNCH       launch a kernel on the stream COMPUTE
 *   LAUNCH_ON(stream, ...)    LAUNCH on this stream (device.h)
 *   UNROLL(n)                 before a loop: n iterations are executed in each step,
 *                             on a device so that all their loads are issued before
 *                             the first is used
 *   UNROLL_ALL                on a device, the same for all iterations, whose number must be known
 *                             to the compiler; arrays indexed in the loop can then
 *                             be registers, which clang does not do after UNROLL(n)
 *   SLICE_KERNEL              a KERNEL for the rows of a matrix: SLICE_BLOCKS blocks must
 *                             fit on an SM. The default is 4, with up to 64 registers
 *                             per thread, unless the file defines SLICE_BLOCKS again.
 *   KERNEL_2_BLOCKS           a KERNEL limited to two blocks per SM, which
 *                             hide the latency if each thread issues many loads before
 *                             it uses them: it may use 128 registers (HIP: 256)
 *   ONE_THREAD                true if a single thread executes kernels (CPU only)
 *   ON_DEVICE                 1 if kernels run on a device, that is asynchronously
 *
 * Only on a device (ON_DEVICE); team.h defines further functions:
 *
 *   DEVICE_ONLY               starts a function that only kernels of a device call
 *   TEAM_THREAD               index of this thread in its team, 0 .. TEAM_THREADS-1
 *   WARP_SIZE, TEAM_WARPS     threads of a warp, warps of a team
 *   TEAM_DOUBLES(name)        an array of doubles in the shared memory of the team;
 *                             the first argument of TEAM_LAUNCH_WITH is its length
 *   ASYNC_COPIES              1 if there are async_copy(shared, from, bytes), which begins to copy
 *                             4 or 16 bytes (a constant) to shared memory, async_wait(), after
 *                             which this thread's copies are there, and warp_barrier(threads), a
 *                             barrier of those threads of a warp whose bits are set. They are in
 *                             a loop FOR_WARPS of a kernel that WARPS_LAUNCH launches: FOR_ALL
 *                             and LAUNCH, where i and i + 1 are neighbors in a warp
 *
 * A file with kernels is compiled as C for the CPU, and as C++ for a device, by way
 * of device_file.cc. A loop has at most INT_MAX - 1024 iterations.
 */
#ifndef MEMWALL_KERNEL_MACROS_H
#define MEMWALL_KERNEL_MACROS_H
#include "device.h"
#include "device_function.h"

/* The entries of a basis column that share a scale, and the rows of a tile. A tile
 * of a vector fits into the L1 cache. SCALE_BLOCK divides TILE. */
#define SCALE_BLOCK 256
#define TILE        1024

#if defined(__CUDACC__) || defined(__HIPCC__)
#include "macros_gpu.h"
#elif !defined(ON_DEVICE)
#include "macros_host.h"
#endif
#if ON_DEVICE
#include "team.h"
#endif

#define LAUNCH(kernel, n, ...) LAUNCH_ON(COMPUTE, kernel, n, __VA_ARGS__)
#if !defined(FOR_WARPS)
#define FOR_WARPS(i, n)              FOR_ALL(i, n)
#define WARPS_LAUNCH(kernel, n, ...) LAUNCH(kernel, n, __VA_ARGS__)
#endif
#define TEAM_LAUNCH(kernel, n, ...) TEAM_LAUNCH_WITH(0, kernel, n, __VA_ARGS__)

/* The number of tiles of a vector with n entries; the last one may be shorter. */
DEVICE int tiles(int n)
{
    return (n + TILE - 1) / TILE;
}

/* The index in `partial` of sum j of the `count` sums of tile t of tile_count. On the
 * CPU the sums of a tile are contiguous. On a device the sums j of all tiles are
 * contiguous, because neighboring threads of sum_tiles read neighboring tiles. */
DEVICE size_t partial_place(int t, int tile_count, int j, int count)
{
    return ON_DEVICE ? (size_t)j * (size_t)tile_count + (size_t)t
                     : (size_t)t * (size_t)count + (size_t)j;
}

/* The number of blocks of SCALE_BLOCK entries of a basis column with n entries. */
DEVICE int scale_blocks(int n)
{
    return (n + SCALE_BLOCK - 1) / SCALE_BLOCK;
}
#endif
