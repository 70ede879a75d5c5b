/* common/hpgmxp/grid.h - the global grid of HPG-MxP and the local box of each
 * rank.
 *
 *   process grid   p[0] x p[1] x p[2] ranks (1.12); rank r has the position (i, j,
 *                  k) in it, r = (k p[1] + j) p[0] + i
 *   local box      n[0] x n[1] x n[2] grid points on every rank: the points x of
 *                  the global grid with  i n[0] <= x < (i+1) n[0], and likewise in
 *                  y and z
 *   local id       (z n[1] + y) n[0] + x, coordinates relative to the box  32 bits
 *   global id      (z g[1] + y) g[0] + x, global, g[d] = p[d] n[d]         64 bits
 *
 * Positions, coordinates and ids count from 0.
 */
#ifndef MEMWALL_GRID_H
#define MEMWALL_GRID_H
#include "partition.h"
#include <stdint.h>

struct grid {
    int p[3];        /* ranks in x, y, z */
    int position[3]; /* of this rank in the process grid */
    int n[3];        /* local grid points in x, y, z */
};

/* 1 if the shortest of three sides is at least 1/8 of the longest, as HPG-MxP demands of
 * the process grid and of the local box. */
int grid_is_balanced(const int n[3]);

/* The nearest number of ranks, `ranks` or one below (step -1) or above it (step 1), whose
 * process grid is balanced. A prime number above 7 is none. */
int grid_usable_ranks(int ranks, int step);

/* The grid with process grid p and local box n, as `rank` sees it. */
struct grid grid_create(const int p[3], const int n[3], int rank);

/* The grid of every second point in each direction. All n[d] must be even. */
struct grid grid_coarsen(const struct grid *g);

/* Number of rows (grid points), on this rank and over all ranks. The caller has
 * checked that a rank has fewer than 2^31 rows. */
int grid_rows(const struct grid *g);
int64_t grid_global_rows(const struct grid *g);

/* Number of nonzeros of the 27-point stencil, on this rank and over all ranks. */
int64_t grid_local_nonzeros(const struct grid *g);
int64_t grid_global_nonzeros(const struct grid *g);

/* 1 if another rank owns the points below (above) the local box in direction d,
 * else 0. */
int grid_below(const struct grid *g, int d);
int grid_above(const struct grid *g, int d);

/* The global id of a point given by global coordinates, and the global coordinates
 * of the point of a local row (in natural order). */
int64_t grid_id(const struct grid *g, const int64_t point[3]);
void grid_point(const struct grid *g, int row, int64_t point[3]);

/* The owner of each global id and its local row there, for halo_build. *g must
 * outlive the result. */
struct partition grid_partition(const struct grid *g);
#endif
