/* common/problem/level.h - the levels of multigrid, and the hierarchy of the
 * benchmark.
 *
 *   level 0      the finest level: the linear system itself
 *   level l+1    the next coarser level
 *
 * A level consists of its matrix and of what is needed to coarsen it. There are two
 * kinds of hierarchies:
 *   HPG-MxP (hierarchy_create)   the grid of level l+1 contains every second grid
 *                                point of level l in each direction; row i of level
 *                                l+1 is the same grid point as row coarse_row[i] of
 *                                level l (injection)
 *   Poisson (q1_hierarchy.h)     the transfers are matrices P and R; coarse_n is 0
 */
#ifndef MEMWALL_LEVEL_H
#define MEMWALL_LEVEL_H
#include "grid.h"
#include "matrix.h"
#include "sizes.h"
#include "stencil.h"

struct level {
    struct matrix A;
    struct grid grid; /* HPG-MxP only */
    int coarse_n;     /* local rows of the next coarser level; coarsest level: 0 */
    int *coarse_row;  /* [coarse_n] in device memory; NULL if coarse_n = 0 */
    size_t coarse_nonzeros; /* of the rows coarse_row[] */
    size_t bytes; /* that the set-up of the level has allocated on this rank */
};

struct hierarchy {
    int levels;
    struct level level[MAX_LEVELS];
    struct matrix *P,
        *R; /* [levels] prolongation from level l+1 to l, restriction from
                             level l to l+1; NULL: injection */
    MPI_Comm comm;
    enum stencil_values values; /* HPG-MxP only */
    struct vector b; /* f64 [n] HPG-MxP only: b = A 1 on level 0 (1.1) */

    /* Duration of set-up in seconds on this rank, and its parts. */
    double setup_seconds, generate_seconds, halo_seconds, order_seconds,
        layout_seconds;
};

/* What hierarchy_create needs besides the grid. */
struct hierarchy_setup {
    int levels;
    enum stencil_values values;
    enum row_order order;
    struct coloring_rule coloring; /* for ORDER_COLOR */
    const format_set *need; /* [levels] formats in which the matrix is stored */
};

/* Creates the hierarchy of HPG-MxP: the matrix (1.1) on the grid g and, generated
 * again, on the coarser grids. The rows of every level are in the order
 * setup->order. All n[d] must be divisible by 2^(levels-1). Lack of memory ends
 * the job. The caller frees the result with hierarchy_free. Collective over
 * comm. */
struct hierarchy *hierarchy_create(const struct grid *g,
                                   const struct hierarchy_setup *setup,
                                   MPI_Comm comm);
void hierarchy_free(struct hierarchy *h); /* of either kind */

/* The number of halo entries of a vector of level l that A, P and R of the level multiply. */
int hierarchy_halo(const struct hierarchy *h, int l);

/* Returns a second view of h whose matrices multiply a vector of format f by the values
 * in formats[f] (matrix.h). h must outlive it. The caller frees it with mem_free. */
struct hierarchy *hierarchy_view(const struct hierarchy *h,
                                 const enum format formats[FORMATS]);
#endif
