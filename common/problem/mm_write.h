/* common/problem/mm_write.h - writes vectors as a Matrix Market file. */
#ifndef MEMWALL_MM_WRITE_H
#define MEMWALL_MM_WRITE_H
#include "numbering.h"

/* Writes the vectors x[0 .. columns-1], of which every rank has the entries of its
 * rows, as a dense array of rows x columns in global order, with 17 digits. Rank 0
 * writes the file as output.h describes. Collective over comm. */
void matrix_market_write(const char *path, const struct numbering *rows,
                         double *const x[], int columns, MPI_Comm comm);
#endif
