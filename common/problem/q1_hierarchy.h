/* common/problem/q1_hierarchy.h - the multigrid hierarchy of Poisson's
 * equation. */
#ifndef MEMWALL_Q1_HIERARCHY_H
#define MEMWALL_Q1_HIERARCHY_H
#include "level.h"
#include "mesh.h"

/* Creates the hierarchy of Poisson's equation (q1.h) on the mesh `finest` and,
 * with half of the cells per side, on each coarser level. The number of cells must
 * be divisible by 2^(levels-1). mg[l] is the format of the vectors of level l.
 * Stored are A_l in the format mg[l], and A_0 also in f64, for the residual; P_l
 * in mg[l+1] and R_l in mg[l], the formats of the vectors that they multiply
 * (12.7), (12.8). h->b is empty. Lack of memory ends the job. The caller frees the
 * result with hierarchy_free. Collective over comm. */
struct hierarchy *q1_hierarchy(const struct mesh *finest, int levels,
                               const enum format mg[], MPI_Comm comm);
#endif
