/* common/problem/mesh.h - uniform grids of N cells a side, dealt to ranks, level by level.
 *
 *   points 0 .. N in each of dim directions; those on the boundary are known and left out,
 *   so the unknowns are the points 1 .. N-1
 *   the rank at place i of p owns the points x with  i N / p <= x < (i+1) N / p
 *
 * A coarse point c is the fine point 2c, and i (N/2) / p <= c is i N / p <= 2c: it lives
 * where its fine point lives, on every level and for any p. The boxes of the ranks differ
 * by a point or so a side, and may be empty on small levels.
 *
 *   local id  = (z n1 + y) n0 + x, from the first own point     32 bit
 *   global id = ((z-1) (N-1) + y-1) (N-1) + x-1                 64 bit; in 2D z stays 1
 */
#ifndef MEMWALL_MESH_H
#define MEMWALL_MESH_H
#include <stdint.h>

struct mesh {
    int dim, cells;     /* N */
    int p[3], place[3]; /* process grid; in 2D p[2] = 1 */
    int first[3], n[3]; /* own points first .. first+n-1; in 2D one point in z */
};

/* A process grid of so many ranks: lines of points along x are kept whole first. */
void mesh_factor(int dim, int ranks, int p[3]);

struct mesh mesh_create(int dim, int cells, const int p[3], int rank);
struct mesh mesh_coarsen(const struct mesh *m); /* N / 2 cells (N even) */

int mesh_rows(const struct mesh *m);
int64_t mesh_global_rows(const struct mesh *m);

void mesh_point(const struct mesh *m, int row, int at[3]); /* of a local row */
int mesh_row(const struct mesh *m, const int at[3]);       /* -1: another rank's */
int64_t mesh_id(const struct mesh *m, const int at[3]);

/* Who owns a global id, and which local row of its owner it is. For halo_build. */
int mesh_owner(const void *mesh, int64_t id);
int mesh_local(const void *mesh, int64_t id);
#endif
