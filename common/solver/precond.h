/* common/solver/precond.h - the preconditioner of GMRES, z = M^-1 r.
 *
 *   none        z = r
 *   jright      z = D^-1 r, D = diagonal of A
 *   jleft       z = r. The rows of the linear system were divided by D beforehand,
 *               so the residual that GMRES monitors is that of the divided system
 *               (linear_system.h)
 *   ilu         z = M_U (M_L r)                                       (11.7), ilu.h
 *   multigrid   z = one V-cycle with zero initial guess                 multigrid.h
 *
 * D^-1, M_L and M_U are matrices, and spmv multiplies with them.
 */
#ifndef MEMWALL_PRECOND_H
#define MEMWALL_PRECOND_H
#include "multigrid.h"

enum precond_kind {
    PRECOND_NONE,
    PRECOND_JRIGHT,
    PRECOND_JLEFT,
    PRECOND_ILU,
    PRECOND_MULTIGRID
};

/* All members 0: M = I. */
struct precond {
    int has_multigrid;
    struct multigrid multigrid; /* only if has_multigrid */
    int factors;                /* 0, 1 or 2 matrices F_1, F_2 */
    struct matrix factor[2];    /* factor[0] = F_1 is applied first */
    struct vector t[2];         /* t[k] is the vector that factor[k] multiplies */
};

/* M^-1 = one V-cycle. h is not copied and must outlive the preconditioner. */
struct precond precond_multigrid(const struct hierarchy *h,
                                 const struct policy *policy);

/* M^-1 = F_count ... F_1, 0 <= count <= 2, on vectors in the format policy->inner.
 * The preconditioner owns the matrices from now on. */
struct precond precond_product(const struct matrix factor[], int count,
                               const struct policy *policy);
void precond_free(struct precond *M);

/* z = M^-1 r, then w = A z unless w is NULL. r: [n] in the format inner or
 * policy_format_q; z: [n + halo] in policy_format_z; w: inner [n]. With multigrid, the last
 * sweep may compute a part of w (multigrid_apply). */
void precond_apply(struct precond *M, const struct vector *r, struct vector *z,
                   const struct matrix *A, struct vector *w);

/* Flops of one application, over all ranks. */
double precond_flops(const struct precond *M);
#endif
