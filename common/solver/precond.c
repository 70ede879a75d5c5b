/* common/solver/precond.c - applies the preconditioner, whatever it is. */
#include "precond.h"
#include "kernels.h"
#include "model.h"

struct precond precond_none(void)
{
    return (struct precond){0};
}

struct precond precond_multigrid(const struct hierarchy *h, const struct policy *policy)
{
    return (struct precond){.has_multigrid = 1,
                            .multigrid = multigrid_create(h, policy, policy->inner)};
}

struct precond precond_product(const struct level factor[], int count,
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
        level_free(&M->factor[k]);
        vector_free(&M->t[k]);
    }
    *M = (struct precond){0};
}

void precond_apply(struct precond *M, const struct vector *r, struct vector *z)
{
    if (M->has_multigrid) {
        precondition(&M->multigrid, r, z);
        return;
    }
    vector_scale(1, r, M->factors ? &M->t[0] : z);
    for (int k = 0; k < M->factors; k++)
        spmv(&M->factor[k], &M->t[k], k + 1 < M->factors ? &M->t[k + 1] : z);
}

double precond_flops(const struct precond *M)
{
    double flops = M->has_multigrid ? model_vcycle_flops(M->multigrid.h) : 0;
    for (int k = 0; k < M->factors; k++)
        flops += 2 * (double)M->factor[k].global_nonzeros;
    return flops;
}
