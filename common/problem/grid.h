/* common/problem/grid.h - the process grid, the local box and its place in the global box.
 *
 *   rank r sits at (ipx, ipy, ipz), x fastest; it owns the box
 *   [ipx nx, (ipx+1) nx) x [ipy ny, ...) x [ipz nz, ...) of the global gnx x gny x gnz
 *   local id  = iz nx ny + iy nx + ix          32 bit
 *   global id = giz gnx gny + giy gnx + gix    64 bit
 */
#ifndef MEMWALL_GRID_H
#define MEMWALL_GRID_H
#include <stdint.h>

struct grid {
    int p[3];     /* processes in x, y, z */
    int place[3]; /* of this rank */
    int n[3];     /* local points in x, y, z */
};

/* The most cubic of the factorisations tried: f1 from round(cbrt P) down, f2 from
 * round(sqrt(P/f1)) down; the first with the largest min/max (spec of HPG-MxP). */
void grid_factor(int ranks, int p[3]);

/* `rank` of the process grid p, with the local box n. */
struct grid grid_create(const int p[3], const int n[3], int rank);

/* The grid of every second point in each direction (n even). */
struct grid grid_coarsen(const struct grid *g);

int grid_rows(const struct grid *g); /* local points; the caller has checked 2^31 */
int64_t grid_global_rows(const struct grid *g);
int64_t grid_global_nonzeros(const struct grid *g); /* of the 27-point stencil */
int64_t grid_local_nonzeros(const struct grid *g);
int grid_halo(const struct grid *g); /* points of other ranks that it touches */

int64_t grid_id(const struct grid *g, const int64_t at[3]);    /* of global coordinates */
void grid_point(const struct grid *g, int row, int64_t at[3]); /* and back, local row */

/* Who owns a global id, and which local row of its owner it is. For halo_build. */
int grid_owner(const void *grid, int64_t id);
int grid_local(const void *grid, int64_t id);
#endif
