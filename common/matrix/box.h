/* common/matrix/box.h - a grid of points, and the box of them that each rank owns.
 *
 *   points      low[d] .. side[d]-1 in direction d. In HPG-MxP low = 0. In half
 *               multigrid low = 1, because the values at 0 and at side[d] are known;
 *               in two dimensions side[2] = 1 and low[2] = 0
 *   owner       the rank with position i of p in a direction owns the points x with
 *               i side / p <= x < (i+1) side / p; rank r = (k p[1] + j) p[0] + i
 *   local id    (z n[1] + y) n[0] + x, relative to the first own point    32 bits
 *   global id   (z g[1] + y) g[0] + x, relative to low,                   64 bits
 *               where g[d] = side[d] - low[d]
 *
 * Coarse point c is fine point 2c, if side is even. Because i (side/2) / p <= c is the
 * same condition as i side / p <= 2c, both points belong to the same rank, for any p.
 * Boxes may be empty on coarse levels. Positions, points and ids count from 0.
 */
#ifndef MEMWALL_BOX_H
#define MEMWALL_BOX_H
#include "partition.h"
#include <stdint.h>

struct box {
    int side[3], low[3];
    int p[3], position[3]; /* ranks in x, y, z; position of this rank */
    int first[3], n[3];    /* own points first .. first+n-1 */
};

/* The grid with process grid p, as `rank` sees it. */
struct box box_create(const int side[3], const int low[3], const int p[3],
                      int rank);

/* The same if each rank has n[0] x n[1] x n[2] points, and low = 0. */
struct box box_equal(const int p[3], const int n[3], int rank);

/* The grid of every second point. A direction with one point keeps it. */
struct box box_coarsen(const struct box *b);

/* Number of points, on this rank and over all ranks. The caller has checked that a rank
 * has fewer than 2^31 points. */
int box_rows(const struct box *b);
int64_t box_global_rows(const struct box *b);

/* 1 if another rank owns the points below (above) this box in direction d, else 0. */
int box_below(const struct box *b, int d);
int box_above(const struct box *b, int d);

/* The point of a local row; the local row of a point, -1 if another rank owns it; the
 * global id of a point. */
void box_point(const struct box *b, int row, int point[3]);
int box_row(const struct box *b, const int point[3]);
int64_t box_id(const struct box *b, const int point[3]);

/* The owner of each global id and its local row there, for halo_build. *b must outlive
 * the result. */
struct partition box_partition(const struct box *b);
#endif
