/* common/multigrid.c - the V-cycle of HPG-MxP (spec section 3). */
#include "multigrid.h"
#include "kernels.h"
#include "memory.h"

static void vcycle(struct multigrid *M, int l, const struct vector *r, struct vector *z)
{
    const struct level *A = &M->h->level[l];
    sweep_zero(A, r, z); /*                                    z  = (D + L)^-1 r    */
    if (l == M->h->levels - 1)
        return;
    struct vector *rc = &M->r[l + 1], *zc = &M->z[l + 1];
    if (rc->format == z->format) {
        restrict_residual(A, r, z, rc); /*                     rc = R (r - A z)     */
    } else {
        restrict_residual(A, r, z, &M->cast[l]);
        vector_scale(1, &M->cast[l], rc); /*                   in coarse precision  */
    }
    vcycle(M, l + 1, rc, zc); /*                               zc = M_c^-1 rc       */
    prolong_add(A, zc, z);    /*                               z += P zc            */
    sweep(A, r,
          z); /*                                         z += (D + L)^-1 (r - A z) */
}

void precondition(struct multigrid *M, const struct vector *r, struct vector *z)
{
    const struct vector *r0 = r;
    struct vector *z0 = z;
    if (M->r[0].at && r->format != M->r[0].format) {
        vector_scale(1, r, &M->r[0]);
        r0 = &M->r[0];
    }
    if (M->z[0].at)
        z0 = &M->z[0];
    vcycle(M, 0, r0, z0);
    if (z0 != z)
        vector_scale(1, z0, z);
}

struct multigrid multigrid_create(const struct hierarchy *h, const struct policy *policy,
                                  enum format outside)
{
    struct multigrid M = {.h = h};
    for (int l = 0; l < h->levels; l++) {
        const struct level *A = &h->level[l];
        enum format f = policy->mg[l];
        if (l > 0 || f != outside) {
            M.r[l] = vector_create(f, A->n, 0, "multigrid residual");
            M.z[l] = vector_create(f, A->n, A->halo_n, "multigrid correction");
        }
        if (l + 1 < h->levels && policy->mg[l + 1] != f)
            M.cast[l] = vector_create(f, A->coarse_n, 0, "multigrid conversion");
    }
    return M;
}

void multigrid_free(struct multigrid *M)
{
    for (int l = 0; l < M->h->levels; l++) {
        vector_free(&M->r[l]);
        vector_free(&M->z[l]);
        vector_free(&M->cast[l]);
    }
}

size_t multigrid_cost(const struct grid *grid, int levels, const struct policy *policy,
                      enum format outside)
{
    size_t sum = 0;
    struct grid g = *grid;
    for (int l = 0; l < levels; l++, g = grid_coarsen(&g)) {
        enum format f = policy->mg[l];
        int n = grid_rows(&g);
        if (l > 0 || f != outside)
            sum += vector_cost(f, n, 0) + vector_cost(f, n, grid_halo(&g));
        if (l + 1 < levels && policy->mg[l + 1] != f)
            sum += vector_cost(f, n / 8, 0);
    }
    return sum;
}
