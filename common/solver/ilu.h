/* common/solver/ilu.h - ILU(0), and sparse approximate inverses of its factors.
 *
 *   A ~ L U on the pattern of A                     (Saad, "Iterative Methods for Sparse
 *                                                   Linear Systems", algorithm 10.4)
 *   M_L ~ L^-1, M_U ~ U^-1 on the patterns of L, U  (Anzt, Huckle, Braeckle, Dongarra,
 *                                                   Parallel Computing 71, 2018)
 *
 * so that M^-1 r = M_U (M_L r) is two products and no triangular solve. The factors are
 * those of the whole matrix, rows in global order, whatever the number of ranks: a rank
 * waits for the rows that it needs of ranks before it, so the set-up is sequential in
 * the ranks where their rows are coupled, and convergence does not depend on them.
 */
#ifndef MEMWALL_ILU_H
#define MEMWALL_ILU_H
#include "blocks.h"
#include "csr.h"
#include <mpi.h>

/* factor[0] = M_L, factor[1] = M_U, both as halo_build wants them. A: likewise, rows in
 * blocks, columns ascending within a row, every diagonal entry there. Returns -1, or the
 * global id of the first row whose pivot is zero or not finite; factor[] is empty then.
 * Collective over comm; `tag` as in halo_build. */
int64_t ilu_inverses(const struct csr *A, const struct blocks *rows, int tag,
                     MPI_Comm comm, struct csr factor[2]);
#endif
