/* common/matrix/level.h - a level of multigrid that is coarsened by injection.
 *
 *   level 0      the finest level: the linear system itself
 *   level l+1    the next coarser level, whose grid contains every second grid point of
 *                level l in each direction; row i of level l+1 is the same grid point as
 *                row coarse_row[i] of level l
 */
#ifndef MEMWALL_LEVEL_H
#define MEMWALL_LEVEL_H
#include "matrix.h"

struct level {
    struct matrix A;
    int coarse_n;    /* local rows of the next coarser level; coarsest level: 0 */
    int *coarse_row; /* [coarse_n] in device memory; NULL if coarse_n = 0 */
    size_t coarse_nonzeros; /* of the rows coarse_row[] */
};
#endif
