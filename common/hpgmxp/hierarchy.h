/* common/hpgmxp/hierarchy.h - the levels of the benchmark's multigrid (level.h). */
#ifndef MEMWALL_HIERARCHY_H
#define MEMWALL_HIERARCHY_H
#include "box.h"
#include "level.h"
#include "setup.h"
#include "stencil.h"

enum { HPGMXP_LEVELS = 4 };

struct hierarchy {
    int levels;
    struct level level[MAX_LEVELS];
    struct box grid[MAX_LEVELS];
    size_t bytes
        [MAX_LEVELS]; /* that the set-up of a level has allocated on this rank */
    MPI_Comm comm;
    enum stencil_values values;
    struct vector b;          /* f64 [n] b = A 1 on level 0 (1.1) */
    struct setup_times times; /* of the set-up on this rank */
};

/* What hierarchy_create needs besides the grid. */
struct hierarchy_config {
    int levels;
    enum stencil_values values;
    enum row_order order;
    struct coloring_rule coloring; /* for ORDER_COLOR */
    const format_set *need; /* [levels] formats in which the matrix is stored */
};

/* Creates the hierarchy of HPG-MxP: the matrix (1.1) on the grid g and, generated
 * again, on the coarser grids. The rows of every level are in the order
 * config->order. All n[d] must be divisible by 2^(levels-1). Lack of memory ends
 * the job. The caller frees the result with hierarchy_free. Collective over
 * comm. */
struct hierarchy *hierarchy_create(const struct box *g,
                                   const struct hierarchy_config *config,
                                   MPI_Comm comm);
void hierarchy_free(struct hierarchy *h);

/* Returns a second view of h whose matrices multiply a vector of format f by the values
 * in formats[f] (matrix.h). h must outlive it. The caller frees it with mem_free. */
struct hierarchy *hierarchy_view(const struct hierarchy *h,
                                 const enum format formats[FORMATS]);
#endif
