/* common/cbgmres/matrix_market.h - reads Matrix Market files, on each rank the entries
 * of its rows.
 *
 *   %%MatrixMarket matrix coordinate FIELD SYMMETRY   a matrix
 *   % comment                                         any number of comments
 *   rows columns entries
 *   row column value                                  from 1; pattern: no value
 *
 *   FIELD      real, integer or pattern
 *   SYMMETRY   general, symmetric (the lower triangle is given) or skew-symmetric (the
 *              lower triangle without the diagonal is given; not for a pattern)
 *
 *   %%MatrixMarket matrix array FIELD general         a vector; real or integer
 *   % comment
 *   rows 1
 *   value                                             row by row
 *
 * Source: R. Boisvert, R. Pozo, K. Remington, "The Matrix Market exchange formats:
 * initial design", NISTIR 5935, 1996.
 *
 * Every rank reads the whole file and stores the entries of its rows, contiguous blocks. A
 * file that is not correct on some rank ends the run with one line, FILE:LINE: what is needed
 * (fail_all), and so do files whose sizes or entries differ between ranks. All functions are
 * collective over comm.
 */
#ifndef MEMWALL_MATRIX_MARKET_H
#define MEMWALL_MATRIX_MARKET_H
#include "blocks.h"
#include "csr.h"
#include <mpi.h>

/* entries: an upper bound, twice the number of entries of the file unless it is general */
struct mm_size {
    int64_t rows, entries;
};

/* The size of the square matrix in this file, from its header. */
struct mm_size matrix_market_size(const char *path, MPI_Comm comm);

/* Upper limit of the bytes per entry while a rank reads a matrix: a list that grows
 * exists twice, once with memory for two times as many entries of 32 bytes. */
enum { MM_ENTRY_BYTES = 3 * 32 };

/* Returns this matrix in f64, with both triangles. Columns ascend in each row. Remote columns
 * are stored as halo_build expects them, with the owners of blocks_partition. Sets *rows to
 * the distribution of the rows. The caller owns the result. */
struct csr matrix_market_matrix(const char *path, MPI_Comm comm,
                                struct blocks *rows);

/* Returns the entries of this rank, f64 [blocks_rows], of an array of rows->n rows and one
 * column. The caller frees them. */
double *matrix_market_vector(const char *path, const struct blocks *rows,
                             MPI_Comm comm);
#endif
