/* common/cbgmres/ilu.h - ILU(0), and sparse approximate inverses of its factors.
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
 * solves. Each rank factors the square block of its own rows and columns and leaves out
 * the entries in columns of other ranks (block Jacobi, as PETSc and hypre do). Neither the
 * set-up nor M^-1 r needs a message, but the preconditioner, and with it the number of
 * iterations, depends on the number of ranks.
 */
#ifndef MEMWALL_ILU_H
#define MEMWALL_ILU_H
#include "csr.h"

/* Sets inverse[0] = M_L and inverse[1] = M_U of the local block of A, in f64. The
 * caller owns both. A is as before halo_build: negative columns belong to other ranks.
 * The columns of a row are ascending by global number, and every row contains its diagonal
 * entry. Returns -1, or the first local row whose pivot is zero or not finite; inverse[]
 * is then empty. */
int ilu_inverses(const struct csr *A, struct csr inverse[2]);
#endif
