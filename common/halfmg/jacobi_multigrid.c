/* common/halfmg/jacobi_multigrid.c - the V-cycle of Oo and Vogel, algorithm 1; see
 * jacobi_multigrid.h. */
#include "jacobi_multigrid.h"
#include "kernels.h"

/* Jacobi steps before and after the coarse-grid correction; most iterations of conjugate
 * gradients */
enum { PRE = 3, POST = 3, BASE_LIMIT = 1000 };

/* Damped Jacobi (12.5), from a given z. A step cannot write to the vector that it reads: it
 * writes y, and exchanges the arrays of y and z, so that z is the result. z may be a vector
 * of the caller, who then has the array that y had, of the same size. */
static void smooth(struct jacobi_multigrid *M, int l, int steps,
                   const struct vector *r, struct vector *z)
{
    struct vector *y = &M->y[l];
    for (int k = 0; k < steps; k++) {
        jacobi(&M->h->A[l], M->cycle.omega, r, z, y);
        /*                                            y = z + omega D^-1 (r-A z)  */
        struct vector old = *z; /*                    z = y                       */
        *z = *y;
        *y = old;
    }
}

/* rc = R y / alpha in the format of level l+1. Returns alpha > 0, which is 1 unless rc must
 * be scaled to a given norm that its format can represent. */
static double restrict_scaled(struct jacobi_multigrid *M, int l, struct vector *y,
                              struct vector *rc)
{
    struct vector *fine_rc = &M->fine_rc[l];
    if (!fine_rc->data) {
        spmv(&M->h->R[l], y, rc); /*                  rc = R y                    */
        return 1;
    }
    spmv(&M->h->R[l], y, fine_rc); /*                 in the format of level l    */
    double alpha =
        vector_norm(&M->h->A[l + 1], fine_rc) / M->cycle.target_norm[l + 1];
    if (!(alpha > 0)) /* rc = 0 or NaN */
        alpha = 1;
    vector_scale(1 / alpha, fine_rc, rc);
    return alpha;
}

/* M_c^-1 is the V-cycle that starts on level l+1. */
void jacobi_multigrid_apply(struct jacobi_multigrid *M, int l,
                            const struct vector *r, struct vector *z)
{
    const struct matrix *A = &M->h->A[l];
    if (l == M->h->levels - 1) {
        cg_solve(&M->base, A, r, z); /*               z = A^-1 r, approximately   */
        return;
    }
    struct vector *y = &M->y[l], *rc = &M->r[l + 1], *zc = &M->z[l + 1];
    jacobi(A, M->cycle.omega, r, NULL, z); /*         z = omega D^-1 r            */
    smooth(M, l, PRE - 1, r, z); /*                   z = z + omega D^-1 (r-A z)  */
    residual(A, r, z, y);        /*                   y = r - A z                 */
    const double alpha = restrict_scaled(M, l, y, rc); /* rc = R y / alpha        */
    jacobi_multigrid_apply(M, l + 1, rc, zc); /*      zc = M_c^-1 rc              */
    spmv(&M->h->P[l], zc, y); /*                      y = P zc                    */
    vector_axpy(alpha, y, z); /*                      z = z + alpha y             */
    smooth(M, l, POST, r, z); /*                      z = z + omega D^-1 (r-A z)  */
}

/* ---- Set-up ---- */

struct jacobi_multigrid jacobi_multigrid_create(const struct q1_hierarchy *h,
                                                const struct cycle_options *cycle,
                                                const enum format mg[])
{
    struct jacobi_multigrid M = {.h = h, .cycle = *cycle};
    const int last = h->levels - 1;
    for (int l = 0; l <= last; l++) {
        const int n = h->A[l].n, halo = q1_hierarchy_halo(h, l);
        M.y[l] = vector_create(mg[l], n, halo, "multigrid scratch vector");
        if (l > 0) {
            M.r[l] = vector_create(mg[l], n, 0, "multigrid residual");
            M.z[l] = vector_create(mg[l], n, halo, "multigrid correction");
        }
        if (l < last && cycle->target_norm[l + 1] > 0)
            M.fine_rc[l] = vector_create(mg[l], h->A[l + 1].n, 0,
                                         "multigrid residual before scaling");
    }
    M.base = cg_create(&h->A[last], mg[last], cycle->base_rule,
                       cycle->base_tolerance, BASE_LIMIT);
    return M;
}

void jacobi_multigrid_free(struct jacobi_multigrid *M)
{
    for (int l = 0; l < M->h->levels; l++) {
        vector_free(&M->r[l]);
        vector_free(&M->z[l]);
        vector_free(&M->y[l]);
        vector_free(&M->fine_rc[l]);
    }
    cg_free(&M->base);
}
