/* common/halfmg/mesh.h - uniform meshes, distributed over the ranks.
 *
 *   points     0 .. N in each of dim directions. The values on the boundary are
 *              known, so the unknowns are the points 1 .. N-1
 *   owner      the rank with position i of p in a direction owns the points x with
 *              i N / p <= x < (i+1) N / p
 *   local id   (z n[1] + y) n[0] + x, relative to the first own point      32 bits
 *   global id  ((z-1) (N-1) + y-1) (N-1) + x-1, z = 1 in two dimensions   64 bits
 *
 * Coarse point c is fine point 2c. Because i (N/2) / p <= c is the same condition
 * as i N / p <= 2c, both points belong to the same rank, on every level and for
 * any p. The boxes of different ranks differ by about one point per side. They may
 * be empty on coarse levels.
 */
#ifndef MEMWALL_MESH_H
#define MEMWALL_MESH_H
#include "partition.h"
#include <stdint.h>

struct mesh {
    int dim;         /* 2 or 3 */
    int cells;       /* N, cells per side */
    int p[3];        /* ranks in x, y, z; p[2] = 1 in two dimensions */
    int position[3]; /* of this rank in the process grid, from 0 */
    int first[3],
        n[3]; /* own points first .. first+n-1; n[2] = 1 in two dimensions */
};

/* Computes a process grid p for this number of ranks, with p[0] <= p[1] <= p[2] in
 * three and p[0] <= p[1], p[2] = 1 in two dimensions: lines of points along x are
 * split last. */
void mesh_factor(int dim, int ranks, int p[3]);

/* The mesh with process grid p, as `rank` sees it. */
struct mesh mesh_create(int dim, int cells, const int p[3], int rank);

/* The mesh with N / 2 cells per side. N must be even. */
struct mesh mesh_coarsen(const struct mesh *m);

/* Number of unknowns, on this rank and over all ranks. */
int mesh_rows(const struct mesh *m);
int64_t mesh_global_rows(const struct mesh *m);

/* The point of a local row; the local row of a point, -1 if another rank owns it;
 * the global id of a point. A point is given by its coordinates 1 .. N-1. */
void mesh_point(const struct mesh *m, int row, int point[3]);
int mesh_row(const struct mesh *m, const int point[3]);
int64_t mesh_id(const struct mesh *m, const int point[3]);

/* The owner of each global id and its local row there, for halo_build. *m must
 * outlive the result. */
struct partition mesh_partition(const struct mesh *m);
#endif
