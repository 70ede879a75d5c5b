/* common/solver/ilu.h - ILU(0), and sparse approximate inverses of its factors.
 *
 *   A ~ L U on the pattern of A, L with unit diagonal    (Saad, "Iterative Methods
 *                                                        for Sparse Linear
 *                                                        Systems", algorithm 10.4)
 *   (M_L L)_ij = delta_ij on the pattern of L                                (11.7)
 *   (M_U U)_ij = delta_ij on the pattern of U            (Anzt, Huckle, Braeckle,
 *                                                        Dongarra, Parallel
 *                                                        Computing 71, 2018)
 *
 * M^-1 r = M_U (M_L r) costs two matrix-vector products instead of two triangular
 * solves. The factors are those of the whole matrix with its rows in global order,
 * for any number of ranks, so the number of ranks does not change the convergence.
 * Each rank waits for the factored rows that it needs from lower ranks. Where
 * ranks are coupled, the set-up is therefore sequential.
 */
#ifndef MEMWALL_ILU_H
#define MEMWALL_ILU_H
#include "blocks.h"
#include "csr.h"
#include <mpi.h>

/* Sets inverse[0] = M_L and inverse[1] = M_U, in f64. The caller owns both. A is a
 * square matrix in f64, distributed over the ranks in the blocks of `rows`. Its
 * remote columns, and those of the results, are stored as halo_build expects them.
 * The columns of a row are ascending, and every row contains its diagonal entry.
 * `tag` is an MPI tag as in halo_build. Returns -1, or the global id of the first
 * row whose pivot is zero or not finite; inverse[] is then empty. Collective over
 * comm. */
int64_t ilu_inverses(const struct csr *A, const struct blocks *rows, int tag,
                     MPI_Comm comm, struct csr inverse[2]);
#endif
