/* common/matrix/symmetry.h - checks that a matrix is symmetric, entry by entry. */
#ifndef MEMWALL_SYMMETRY_H
#define MEMWALL_SYMMETRY_H
#include "csr.h"
#include "partition.h"
#include <mpi.h>

/* Ends the program with one line that names the first entry a_ij that differs from
 * a_ji, unless all entries in local columns are equal as numbers; a missing entry is
 * 0. Entries in columns of other ranks are not compared. A is as generated, before
 * halo_build; the local columns of each row increase. `rows` tells which rank owns
 * each row. Collective over comm. */
void symmetry_check(const struct csr *A, const struct partition *rows,
                    MPI_Comm comm);
#endif
