/* common/matrix/global_order.h - a vector in a file: --solution.
 *
 * A file contains a vector in global order, whatever the number of ranks: by row number
 * for a matrix of a file, by grid point for the problems on a grid, x fastest. The vector is
 * written in chunks, so that no rank stores more than its own rows and one chunk.
 */
#ifndef MEMWALL_GLOBAL_ORDER_H
#define MEMWALL_GLOBAL_ORDER_H
#include "matrix.h"
#include "partition.h"
#include "vector.h"
#include <mpi.h>

/* Writes x, the solution of a system with the matrix A, as a dense Matrix Market array with 17
 * digits. `rows` tells which rank has which row. Collective over comm. */
void global_order_write(const char *path, const struct partition *rows,
                        const struct matrix *A, const struct vector *x,
                        MPI_Comm comm);
#endif
