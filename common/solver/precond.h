/* common/solver/precond.h - z = M^-1 r: nothing, a product or two, or a V-cycle.
 *
 *   none        z = r
 *   jright      z = D^-1 r
 *   jleft       z = r: the rows of the system were divided by D beforehand, so the
 *               residual that is watched is another one (linear_system.h)
 *   ilu         z = M_U (M_L r)                    ilu.h
 *   multigrid   z = one V-cycle from zero          multigrid.h
 *
 * D^-1, M_L and M_U are matrices like any other: levels, multiplied by spmv.
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

struct precond {
    int has_multigrid;
    struct multigrid multigrid;
    int factors;            /* 0, 1 or 2 */
    struct level factor[2]; /* in the order in which they are applied */
    struct vector t[2];     /* what each of them multiplies */
};

struct precond precond_none(void);
struct precond precond_multigrid(const struct hierarchy *h, const struct policy *policy);

/* z = F_count ... F_1 r; the levels become the preconditioner's own. */
struct precond precond_product(const struct level factor[], int count,
                               const struct policy *policy);
void precond_free(struct precond *M);

void precond_apply(struct precond *M, const struct vector *r, struct vector *z);

double precond_flops(const struct precond *M); /* of one application, on all ranks */
#endif
