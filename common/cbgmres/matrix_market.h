/* common/cbgmres/matrix_market.h - reads Matrix Market files and distributes
 * their rows.
 *
 *   %%MatrixMarket matrix coordinate FIELD SYMMETRY   a matrix: line 1, in upper or lower
 *   % comment                                         case; any number of comments
 *   rows columns entries
 *   row column value                                  pattern: no value
 *
 *   %%MatrixMarket matrix array FIELD general         a vector
 *   % comment
 *   rows 1
 *   value                                             row by row
 *
 * Source: R. Boisvert, R. Pozo, K. Remington, "The Matrix Market exchange formats:
 * initial design", NISTIR 5935, 1996. Its rules:
 *   - Indices count from 1.
 *   - Blank lines are allowed after line 1.
 *   - Numbers are decimal, with exponents by E and not by Fortran's D.
 *   - A pattern is not skew-symmetric.
 *   - A symmetric file contains the lower triangle; a skew-symmetric file contains
 *     the lower triangle without the diagonal.
 * Here a line may also end in CRLF, and a number that f64 cannot represent
 * (overflow, underflow to 0, whole numbers from 2^53 on) is an error.
 *
 * Rank 0 reads the file, checks it and sorts the entries by row, in 32 bytes for each
 * entry of the matrix. Then it sends every rank the entries of its rows, which are
 * distributed in contiguous blocks.
 */
#ifndef MEMWALL_MATRIX_MARKET_H
#define MEMWALL_MATRIX_MARKET_H
#include "blocks.h"
#include "csr.h"
#include <mpi.h>
#include <stdio.h>

enum mm_field { MM_REAL, MM_INTEGER, MM_PATTERN };
enum mm_symmetry { MM_GENERAL, MM_SYMMETRIC, MM_SKEW };

enum { MM_ENTRY_BYTES = 32 }; /* memory of an entry while a file is read */

struct mm_header {
    enum mm_field field;
    enum mm_symmetry symmetry;
    int64_t rows, columns;
    int64_t entries; /* number of entries that the file stores */
    int64_t line;    /* number of the line with the sizes; 0 before it was read */
};

/* Reads the square matrix in the file `path`, in f64 and with all entries: both
 * triangles of a symmetric matrix. Columns are ascending in each row. Sets *rows to the
 * distribution of the rows. Remote columns are stored as halo_build expects them, with the
 * owners of blocks_partition. The caller owns the result. If the file is not a valid square
 * matrix, the run ends with one line (fail_all): FILE:LINE: what was found: what is needed.
 * Collective over comm. */
struct csr matrix_market_matrix(const char *path, MPI_Comm comm,
                                struct blocks *rows);

/* Reads only the header of this file. Errors as above. */
struct mm_header matrix_market_size(const char *path, MPI_Comm comm);

/* Reads the vector in the file `path`, an array of rows->n rows and one column. Returns the
 * entries of this rank, f64 [blocks_rows], which the caller frees. Errors and ranks as
 * above. */
double *matrix_market_vector(const char *path, const struct blocks *rows,
                             MPI_Comm comm);

/* An error in a file, the same on every rank. */
struct mm_error {
    int64_t line;   /* number of the line in the file, from 1 */
    char text[240]; /* "what was found: what is needed"; empty: no error */
};

/* The same for an open file, which is used on rank 0 only, from its start. An error
 * does not end the run but is returned; *A is then empty and *b NULL. */
struct mm_error mm_matrix(FILE *file, MPI_Comm comm, struct blocks *rows,
                          struct csr *A);
struct mm_error mm_vector(FILE *file, const struct blocks *rows, MPI_Comm comm,
                          double **b);
#endif
