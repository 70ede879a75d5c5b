/* common/problem/global_order.h - vectors in files: --solution and --x0.
 *
 * A file contains a vector in global order, whatever the number of ranks: by row number
 * for a matrix of a file, by grid point for the problems on a grid, x fastest. Vectors are
 * converted in chunks, so that no rank stores more than its own rows and one chunk.
 */
#ifndef MEMWALL_GLOBAL_ORDER_H
#define MEMWALL_GLOBAL_ORDER_H
#include "matrix.h"
#include "partition.h"
#include "vector.h"
#include <mpi.h>

/* Returns the local entries of x in natural order, where A is the matrix of the system; the
 * caller frees them. */
double *global_order_values(const struct matrix *A, const struct vector *x);

/* Writes the vectors x[0 .. columns-1] of n rows, of which every rank has the entries of its
 * rows in natural order, as a dense Matrix Market array, with 17 digits. Collective. */
void global_order_write(const char *path, const struct partition *rows, int64_t n,
                        double *const x[], int columns, MPI_Comm comm);

/* Reads such a file of one column into the local entries of x, where A is the matrix of the
 * system. Wrong input ends the run with one line. Collective over comm. */
void global_order_read(const char *path, const struct partition *rows,
                       const struct matrix *A, struct vector *x, MPI_Comm comm);
#endif
