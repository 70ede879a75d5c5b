/* common/solver/precond.c - creates and applies the selected preconditioner. */
#include "precond.h"
#include "kernels.h"

struct precond precond_multigrid(const struct hierarchy *h,
                                 const struct policy *policy)
{
    return (struct precond){
        .has_multigrid = 1,
        .multigrid =
            multigrid_create(h, policy, policy->inner, policy_format_z(policy, 1))};
}

struct precond precond_product(const struct matrix factor[], int count,
                               const struct policy *policy)
{
    struct precond M = {.factors = count};
    for (int k = 0; k < count; k++) {
        M.factor[k] = factor[k];
        M.t[k] = vector_create(policy->inner, factor[k].columns, factor[k].halo_n,
                               "preconditioner");
    }
    return M;
}

void precond_free(struct precond *M)
{
    if (M->has_multigrid)
        multigrid_free(&M->multigrid);
    for (int k = 0; k < M->factors; k++) {
        matrix_free(&M->factor[k]);
        vector_free(&M->t[k]);
    }
    *M = (struct precond){0};
}

void precond_apply(struct precond *M, const struct vector *r, struct vector *z,
                   const struct matrix *A, struct vector *w)
{
    if (M->has_multigrid) {
        multigrid_apply(&M->multigrid, r, z, A, w);
        return;
    }
    /* t_0 = r,  t_1 = F_1 t_0,  z = F_2 t_1; without factors z = r. */
    const int last = M->factors - 1;
    vector_scale(1, r, last >= 0 ? &M->t[0] : z);
    for (int k = 0; k <= last; k++)
        spmv(&M->factor[k], &M->t[k], k < last ? &M->t[k + 1] : z);
    if (w)
        spmv(A, z, w);
}

double precond_flops(const struct precond *M)
{
    double flops = M->has_multigrid ? multigrid_flops(M->multigrid.h) : 0;
    for (int k = 0; k < M->factors; k++)
        flops += 2 * (double)M->factor[k].global_nonzeros;
    return flops;
}
