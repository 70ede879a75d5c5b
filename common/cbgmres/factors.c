/* common/cbgmres/factors.c - applies a product of matrices (factors.h). */
#include "factors.h"
#include "kernels.h"
#include "memory.h"

struct factors {
    int count;
    struct matrix F[2]; /* F[0] = F_1 is applied first */
    struct vector t[2]; /* t[k] is the vector that F[k] multiplies */
};

/* t_0 = r,  t_1 = F_1 t_0,  z = F_2 t_1 */
static void apply(void *data, const struct vector *r, struct vector *z,
                  const struct matrix *A, struct vector *w)
{
    struct factors *f = data;
    const int last = f->count - 1;
    vector_scale(1, r, &f->t[0]);
    for (int k = 0; k <= last; k++)
        spmv(&f->F[k], &f->t[k], k < last ? &f->t[k + 1] : z);
    if (w)
        spmv(A, z, w);
}

static void release(void *data)
{
    struct factors *f = data;
    for (int k = 0; k < f->count; k++) {
        matrix_free(&f->F[k]);
        vector_free(&f->t[k]);
    }
    mem_free(f);
}

struct precond precond_product(const struct matrix factor[], int count,
                               enum format inner)
{
    if (count == 0)
        return (struct precond){0};
    struct factors *f = mem_zero(1, sizeof *f, "preconditioner");
    struct precond M = {apply, release, f, inner, inner, 0};
    f->count = count;
    for (int k = 0; k < count; k++) {
        f->F[k] = factor[k];
        f->t[k] = vector_create(inner, factor[k].columns, factor[k].halo_n,
                                "preconditioner");
        M.flops += 2 * (double)factor[k].global_nonzeros;
    }
    return M;
}
