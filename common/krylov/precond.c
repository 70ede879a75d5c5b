/* common/krylov/precond.c - calls a preconditioner, or does without one (precond.h). */
#include "precond.h"
#include "kernels.h"

enum format precond_format_q(const struct precond *M, enum format inner)
{
    return M->apply ? M->q : inner;
}

enum format precond_format_z(const struct precond *M, enum format inner)
{
    return M->apply ? M->z : inner;
}

void precond_apply(const struct precond *M, const struct vector *r,
                   struct vector *z, const struct matrix *A, struct vector *w)
{
    if (M->apply) {
        M->apply(M->data, r, z, A, w);
        return;
    }
    vector_scale(1, r, z); /*                         z = r                       */
    if (w)
        spmv(A, z, w); /*                             w = A z                     */
}

void precond_free(struct precond *M)
{
    if (M->release)
        M->release(M->data);
    *M = (struct precond){0};
}
