/* common/matrix_market/matrix_market.h - reads Matrix Market files and distributes
 * them.
 *
 * Rows are distributed over the ranks in contiguous blocks. Only rank 0 reads the
 * file; it broadcasts the entries in chunks, and each rank selects the entries of
 * its own rows:
 *
 *   first pass    the whole text is checked, and the entries of each row are
 *                 counted
 *   second pass   the rows are filled, then sorted by column and searched for
 *                 duplicates
 *
 * A rank never stores more than its own rows and one chunk. The memory is
 * proportional to the size of the file, whatever sizes its header declares.
 */
#ifndef MEMWALL_MATRIX_MARKET_H
#define MEMWALL_MATRIX_MARKET_H
#include "blocks.h"
#include "csr.h"
#include "mm_parse.h"
#include <mpi.h>

/* Reads the square matrix in the file `path`, in f64 and with all entries: both
 * triangles of a symmetric matrix, and the zeros of an array. Columns are
 * ascending in each row. Sets *rows to the distribution of the rows. Remote
 * columns are stored as halo_build expects them, with the owners of
 * blocks_partition. The caller owns the result. If the file is not a valid square
 * matrix, the run ends with one line (fail_all): FILE:LINE: what was found: what
 * is needed. Collective over comm. */
struct csr matrix_market_matrix(const char *path, MPI_Comm comm,
                                struct blocks *rows);

/* Reads only the header of this file. Errors as above. */
struct mm_header matrix_market_size(const char *path, MPI_Comm comm);

/* Reads the vector in the file `path`, an array of rows->n x 1, and stores the
 * entries of this rank in b, f64 [blocks_rows]. Errors and ranks as above. */
void matrix_market_vector(const char *path, const struct blocks *rows,
                          MPI_Comm comm, double *b);

/* The same for an array of rows->n x columns with one or more columns. Sets *b to
 * [columns][blocks_rows], which the caller frees, and returns columns. */
int matrix_market_vectors(const char *path, const struct blocks *rows,
                          MPI_Comm comm, double **b);

/* The same for an open file, which is used on rank 0 only. An error does not end
 * the run but is returned, the same on every rank; *A is then empty. */
struct mm_error mm_matrix(FILE *file, MPI_Comm comm, struct blocks *rows,
                          struct csr *A);
struct mm_error mm_vector(FILE *file, const struct blocks *rows, MPI_Comm comm,
                          double *b);
struct mm_error mm_vectors(FILE *file, const struct blocks *rows, MPI_Comm comm,
                           int *columns, double **b);
#endif
