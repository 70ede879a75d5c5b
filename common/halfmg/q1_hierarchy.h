/* common/halfmg/q1_hierarchy.h - the multigrid hierarchy of Poisson's equation.
 *
 *   level 0      the finest level: the linear system itself
 *   level l+1    the next coarser level; matrices transfer vectors between the levels
 */
#ifndef MEMWALL_Q1_HIERARCHY_H
#define MEMWALL_Q1_HIERARCHY_H
#include "matrix.h"
#include "box.h"
#include "setup.h"
#include "sizes.h"

struct q1_hierarchy {
    int levels;
    struct matrix A[MAX_LEVELS];
    struct matrix P[MAX_LEVELS]; /* prolongation from level l+1 to level l */
    struct matrix R[MAX_LEVELS]; /* restriction from level l to level l+1 */
    MPI_Comm comm;
    struct setup_times times; /* of the set-up on this rank */
};

/* Creates the hierarchy of Poisson's equation (q1.h) on the mesh `finest` and,
 * with half of the cells per side, on each coarser level. The number of cells must
 * be divisible by 2^(levels-1). mg[l] is the format of the vectors of level l.
 * Stored are A_l in the format mg[l], and A_0 also in f64, for the residual; P_l
 * in mg[l+1] and R_l in mg[l], the formats of the vectors that they multiply
 * (12.7), (12.8). Lack of memory ends the job. The caller frees the result with
 * q1_hierarchy_free. Collective over comm. */
struct q1_hierarchy *q1_hierarchy(const struct box *finest, int levels,
                                  const enum format mg[], MPI_Comm comm);
void q1_hierarchy_free(struct q1_hierarchy *h);

/* The number of halo entries of a vector of level l that A, P and R of the level multiply. */
int q1_hierarchy_halo(const struct q1_hierarchy *h, int l);
#endif
