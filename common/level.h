/* common/level.h - one level of the multigrid hierarchy, and the whole of it.
 *
 *   level 0      the problem itself           n rows, halo columns behind
 *   level l+1    every second point           its row i is row coarse_row[i] of level l
 *
 * What every tree needs of a level is here; how the tree stores the matrix is its own
 * affair: `layout`, defined in <tree>/layout.h.
 */
#ifndef MEMWALL_LEVEL_H
#define MEMWALL_LEVEL_H
#include "csr.h"
#include "format.h"
#include "grid.h"
#include "halo.h"
#include "sizes.h"
#include "order.h"
#include "stencil.h"
#include "vector.h"

struct layout;

struct level {
    int depth;              /* 0 is the finest */
    int n, columns, halo_n; /* local rows, local columns, halo columns */
    int square;             /* rows and columns are the same things */
    int sweeps;             /* Gauss-Seidel is wanted: a diagonal, and an order */
    size_t nonzeros;        /* local */
    int64_t global_rows, global_nonzeros;
    struct grid grid; /* of the benchmark's problem */
    struct halo_plan halo;
    struct coloring colors; /* of the rows as stored; colors.count = 0: natural order */
    int *order;             /* row i stands for natural row order[i]; NULL: the same */
    int coarse_n;           /* rows of the next level, 0 on the coarsest */
    int *coarse_row;        /* [coarse_n], in device memory */
    double *partial;        /* [tiles(n)], for sums over rows; in device memory */
    enum format matrix[FORMATS]; /* format of the matrix that multiplies vectors of f */
    struct layout *layout;
};

/* Bit f: the matrix is kept with values in format f. */
typedef unsigned format_set;

struct hierarchy {
    int levels;
    struct level level[MAX_LEVELS];
    struct level *P, *R; /* [levels-1] transfers between level l and l+1 as matrices;
                            NULL: by injection, coarse_row[] */
    MPI_Comm comm;
    struct vector b; /* right-hand side in f64: sum of each row; solution all ones */
    double setup_seconds, generate_seconds, halo_seconds, order_seconds, layout_seconds;
};

/* The benchmark's problem: `levels` levels of the 27-point matrix on the grid g, each
 * rediscretised, rows in the order asked for. need[l]: formats of level l's matrix;
 * matrix[f]: which of them multiplies vectors of format f.
 * Collective over comm. */
struct hierarchy *hierarchy_create(const struct grid *g, int levels,
                                   enum stencil_values values, enum row_order order,
                                   const format_set need[],
                                   const enum format matrix[FORMATS], MPI_Comm comm);
void hierarchy_free(struct hierarchy *h);

/* A hierarchy of that level alone; both become its own. */
struct hierarchy *hierarchy_of(struct level A, struct vector b, MPI_Comm comm);

/* A level of any matrix, its rows as they are, for products alone (spmv, residual,
 * vector_norm): no sweep, so no order, no schedule and no diagonal that must be there.
 *
 * A is consumed; its remote columns are written as halo_build wants them. owner(columns,
 * id) and local(columns, id) say which rank holds a column and which one it is there; a
 * matrix whose rows are dealt likewise is square, other ones are transfers between two
 * sets of unknowns: spmv then takes a vector of A.columns and gives one of A.n numbers.
 * `tag` differs between successive calls. Collective over comm. */
struct level level_from_csr(struct csr A, int square, const void *columns,
                            int (*owner)(const void *columns, int64_t id),
                            int (*local)(const void *columns, int64_t id),
                            format_set need, const enum format matrix[FORMATS], int depth,
                            int tag, MPI_Comm comm);
void level_free(struct level *A);

/* Bytes that hierarchy_create will hold for good, and the most it has at any time. */
struct memory_model {
    size_t kept, peak;
};
struct memory_model hierarchy_cost(const struct grid *g, int levels, enum row_order order,
                                   const format_set need[]);
#endif
