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
 * parallel, ON_DEVICE where kernels work in a memory and time of their own (device.h).
 * LAUNCH_ON names the stream, else it is COMPUTE. A file with kernels is compiled as C for
 * the host and as C++ by way of device_file.cc for a device.
 * Sums are taken tile by tile and the tiles' sums are added in order, so that a result
 * does not depend on the number of threads.
 *
 *   STREAMED(p)      *p, to be forgotten by the caches: what a kernel reads once
 *   UNROLL(n)        before a loop: on a device n of its steps together, so that the
 *                    loads of all are under way before the first is used
 *   ROOMY_KERNEL     a KERNEL whose lanes may use many registers
 *
 * Where ON_DEVICE, lanes can also work together (words_team.h):
 *
 *   TEAM_LANE, TEAM_LANES    this lane of how many; WARP_LANES of them are a warp, and
 *                            TEAM_WARPS warps a team
 *   WIDE_KERNEL, WIDE_LAUNCH of a single team, with as many lanes as there can be
 *   team_barrier()           what lanes have written before, all may read behind it
 *   TEAM_DOUBLES(name)       an array of the team, as long as TEAM_LAUNCH_WITH says
 *
 * n and the rows of anything are at most INT_MAX - TEAM.
 */
#ifndef MEMWALL_WORDS_H
#define MEMWALL_WORDS_H
#include "device.h"

#define SCALE_BLOCK 256  /* entries of a column that share a scale; divides TILE */
#define TILE        1024 /* rows of a tile: one tile of a vector stays in the L1 cache */

#if defined(__CUDACC__) || defined(__HIPCC__)
#include "words_gpu.h"
#else
#include "words_host.h"
#endif
#if ON_DEVICE
#include "words_team.h"
#endif

#define LAUNCH(kernel, n, ...)      LAUNCH_ON(COMPUTE, kernel, n, __VA_ARGS__)
#define TEAM_LAUNCH(kernel, n, ...) TEAM_LAUNCH_WITH(0, kernel, n, __VA_ARGS__)

DEVICE int tiles(int n)
{
    return (n + TILE - 1) / TILE;
}

DEVICE int scale_blocks(int n)
{
    return (n + SCALE_BLOCK - 1) / SCALE_BLOCK;
}
#endif
