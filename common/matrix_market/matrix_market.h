/* common/matrix_market/matrix_market.h - Matrix Market files, dealt to ranks.
 *
 * Rows go to ranks in contiguous blocks. Rank 0 alone reads the file; it hands the
 * entries out in chunks, to every rank the same, and each takes those of its rows:
 *
 *   first pass    all of the text is checked, rows are counted
 *   second pass   rows are filled, then sorted by column and searched for duplicates
 *
 * so no rank ever holds more than its own part and a chunk, and all that it holds is
 * proportional to the size of the file, whatever the header claims.
 */
#ifndef MEMWALL_MATRIX_MARKET_H
#define MEMWALL_MATRIX_MARKET_H
#include "blocks.h"
#include "csr.h"
#include "mm_parse.h"
#include <mpi.h>

/* The square matrix in the file at `path`, all of it stored: a symmetric one has both
 * triangles, an array its zeros. *rows says who holds what; remote columns are as
 * halo_build wants them, with blocks_owner and blocks_local. Ends the run with one
 * line, FILE:LINE: what was found, what is needed, if the file is not as it must be.
 * Collective over comm. */
struct csr matrix_market_matrix(const char *path, MPI_Comm comm, struct blocks *rows);

/* This rank's part of the vector in the file at `path`: an array of rows->n x 1. */
void matrix_market_vector(const char *path, const struct blocks *rows, MPI_Comm comm,
                          double *b);

/* The same from an open file (used on rank 0 alone), without ending the run: the
 * mistake is the result, the same on every rank, and *A then empty. */
struct mm_error mm_matrix(FILE *file, MPI_Comm comm, struct blocks *rows, struct csr *A);
struct mm_error mm_vector(FILE *file, const struct blocks *rows, MPI_Comm comm,
                          double *b);
#endif
