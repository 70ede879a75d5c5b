/* common/program/solution_files.h - the files of --x0 and --solution.
 *
 * They contain a vector in global order: by row number for a matrix of a file, by
 * grid point for the problems on a grid, x fastest.
 */
#ifndef MEMWALL_SOLUTION_FILES_H
#define MEMWALL_SOLUTION_FILES_H
#include "blocks.h"
#include "grid.h"
#include "matrix.h"
#include "mesh.h"
#include "numbering.h"

/* The rows of a rank, in natural order. The argument must outlive the result. */
struct block_rows {
    struct blocks blocks;
    int64_t first; /* row of this rank */
};
struct block_rows block_rows(const struct blocks *blocks, int rank);
struct numbering numbering_of_blocks(const struct block_rows *rows, int n);
struct numbering numbering_of_grid(const struct grid *g);
struct numbering numbering_of_mesh(const struct mesh *m);

/* Reads a vector in global order, with as many entries as A has rows, into the local entries
 * of x. Wrong input ends the run with one line. Collective over comm. */
void solution_read(const char *path, const struct numbering *rows,
                   const struct matrix *A, struct vector *x, MPI_Comm comm);

/* Returns the local entries of x in natural order; the caller frees them. */
double *solution_values(const struct matrix *A, const struct vector *x);
#endif
