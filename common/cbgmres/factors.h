/* common/cbgmres/factors.h - preconditioners that are a product of matrices.
 *
 *   jright      z = D^-1 r, D = diagonal of A
 *   ilu         z = M_U (M_L r)                                       (11.7), ilu.h
 *
 * D^-1, M_L and M_U are matrices, and spmv multiplies with them.
 */
#ifndef MEMWALL_FACTORS_H
#define MEMWALL_FACTORS_H
#include "precond.h"

/* The words of --preconditioner. */
enum precond_kind { PRECOND_NONE, PRECOND_JRIGHT, PRECOND_ILU };

/* M^-1 = F_count ... F_1, 0 <= count <= 2, on vectors in the format `inner`; factor[0] is
 * F_1. The preconditioner owns the matrices from now on. Lack of memory ends the job. */
struct precond precond_product(const struct matrix factor[], int count,
                               enum format inner);
#endif
