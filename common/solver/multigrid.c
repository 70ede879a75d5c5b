/* common/solver/multigrid.c - the V-cycle (1.6) to (1.9); Oo and Vogel, algorithm
 * 1. */
#include "multigrid.h"
#include "kernels.h"
#include "memory.h"
#include <string.h>

/* ---- Smoother: z = z + S (r - A z) ---- */

/* Damped Jacobi, S = omega D^-1 (12.4). A step reads z and writes y; the two
 * vectors are then exchanged. */
static void jacobi_steps(struct multigrid *M, int l, int steps,
                         const struct vector *r, struct vector *z)
{
    const struct matrix *A = &M->h->level[l].A;
    const double omega = M->vcycle.omega;
    struct vector *y = &M->scratch[l];
    for (int k = 0; k < steps; k++) {
        jacobi(A, omega, r, z, y); /*                 y = z + omega D^-1 (r-A z)  */
        struct vector old = *z;    /*                 z = y                       */
        *z = *y;
        *y = old;
    }
}

/* The first smoothing, with zero initial guess; z is output only. */
static void smooth_zero_guess(struct multigrid *M, int l, const struct vector *r,
                              struct vector *z)
{
    const struct matrix *A = &M->h->level[l].A;
    const double omega = M->vcycle.omega;
    if (M->vcycle.smoother == SMOOTH_GAUSS_SEIDEL) {
        sweep_zero_guess(A, r, z); /*                 only on the coarsest level  */
    } else {
        jacobi_zero_guess(A, omega, r, z); /*         z = omega D^-1 r            */
        jacobi_steps(M, l, M->vcycle.pre - 1, r, z);
    }
}

/* ---- Transfers between level l and the coarser level l+1 ---- */

/* z = S r, rc = R (r - A z): in one function of the tree, or by Jacobi steps and a
 * matrix (12.7). */
static void descend_unscaled(struct multigrid *M, int l, const struct vector *r,
                             struct vector *z, struct vector *rc)
{
    const struct level *fine = &M->h->level[l];
    struct vector *y = &M->scratch[l];
    if (M->vcycle.smoother == SMOOTH_GAUSS_SEIDEL) {
        descend(fine, r, z, rc);
        return;
    }
    smooth_zero_guess(M, l, r, z);          /*        z = S r                     */
    residual(&fine->A, r, z, y);            /*        y = r - A z                 */
    restrict_by_matrix(&M->h->R[l], y, rc); /*        rc = R y                    */
}

/* z = S r, rc = R (r - A z) / alpha in the format of level l+1. Returns alpha > 0, which is
 * 1 unless rc must be scaled to a given norm that its format can represent. */
static double descend_to(struct multigrid *M, int l, const struct vector *r,
                         struct vector *z, struct vector *rc)
{
    struct vector *fine_rc = &M->fine_rc[l];
    const double norm = M->vcycle.scale[l + 1];
    double alpha = 1;
    if (!fine_rc->data) { /* no conversion is necessary */
        descend_unscaled(M, l, r, z, rc);
        return alpha;
    }
    descend_unscaled(M, l, r, z, fine_rc);
    if (norm > 0)
        alpha = vector_norm(&M->h->level[l + 1].A, fine_rc) / norm;
    if (!(alpha > 0)) /* rc = 0 or NaN */
        alpha = 1;
    vector_scale(1 / alpha, fine_rc, rc);
    return alpha;
}

/* z = z + alpha P zc, z = z + S (r - A z), and w = A z unless w is NULL. */
static void ascend_from(struct multigrid *M, int l, const struct vector *r,
                        double alpha, struct vector *zc, struct vector *z,
                        struct vector *w)
{
    const struct level *fine = &M->h->level[l];
    if (M->vcycle.smoother == SMOOTH_GAUSS_SEIDEL) {
        ascend(fine, r, zc, z, w); /*                 alpha = 1                   */
        return;
    }
    prolong_by_matrix(&M->h->P[l], alpha, zc, z); /*  z = z + alpha P zc          */
    jacobi_steps(M, l, M->vcycle.post, r, z); /*      z = z + S (r - A z)         */
    if (w)
        spmv(&fine->A, z, w); /*                      w = A z                     */
}

/* ---- The V-cycle ---- */

/* S is the smoother, and M_c^-1 is the V-cycle that starts on level l+1:
 *
 *   z  = S r                                                                  (1.6)
 *   rc = R (r - A z)                                                          (1.7)
 *   zc = M_c^-1 rc
 *   z  = z + P zc                                                             (1.8)
 *   z  = z + S (r - A z)                                                      (1.9)
 *
 * On the coarsest level z = S r, or z = A^-1 r by conjugate gradients. */
void multigrid_vcycle(struct multigrid *M, int l, const struct vector *r,
                      struct vector *z, struct vector *w)
{
    if (l == M->h->levels - 1) {
        const struct matrix *A = &M->h->level[l].A;
        if (M->vcycle.base_cg)
            cg_solve(&M->base, A, r, z); /*           z = A^-1 r, approximately   */
        else
            smooth_zero_guess(M, l, r, z); /*         z = S r                     */
        if (w)
            spmv(A, z, w); /*                         w = A z                     */
        return;
    }
    struct vector *rc = &M->r[l + 1], *zc = &M->z[l + 1];
    double alpha = descend_to(M, l, r, z, rc);
    multigrid_vcycle(M, l + 1, rc, zc, NULL); /*      zc = M_c^-1 rc              */
    ascend_from(M, l, r, alpha, zc, z, w);
}

/* Returns r in the format of level 0. */
static const struct vector *converted(struct multigrid *M, const struct vector *r)
{
    if (!M->r[0].data || r->format == M->r[0].format)
        return r;
    vector_scale(1, r, &M->r[0]);
    return &M->r[0];
}

void multigrid_apply(struct multigrid *M, const struct vector *r, struct vector *z,
                     const struct matrix *A, struct vector *w)
{
    const enum format *formats = M->h->level[0].A.formats;
    struct vector *z0 = M->z[0].data ? &M->z[0] : z;
    const int together =
        w && z0 == z && A->formats[z->format] == formats[z->format];
    multigrid_vcycle(M, 0, converted(M, r), z0, together ? w : NULL);
    if (z0 != z)
        vector_scale(1, z0, z); /* converts z to the format of the caller */
    if (w && !together)
        spmv(A, z, w);
}

/* ---- Set-up ---- */

int multigrid_halo(const struct hierarchy *h, int l)
{
    int most = h->level[l].A.halo_n;
    if (h->R && l + 1 < h->levels && h->R[l].halo_n > most)
        most = h->R[l].halo_n;
    if (h->P && l > 0 && h->P[l - 1].halo_n > most)
        most = h->P[l - 1].halo_n;
    return most;
}

struct multigrid multigrid_create_vcycle(const struct hierarchy *h,
                                         const struct vcycle *vcycle,
                                         const enum format mg[],
                                         struct outside outside)
{
    struct multigrid M = {.h = h, .vcycle = *vcycle};
    const int last = h->levels - 1;
    for (int l = 0; l <= last; l++) {
        const struct matrix *A = &h->level[l].A;
        const int halo = multigrid_halo(h, l);
        if (l > 0 || mg[l] != outside.r)
            M.r[l] = vector_create(mg[l], A->n, 0, "multigrid residual");
        if (l > 0 || mg[l] != outside.z)
            M.z[l] = vector_create(mg[l], A->n, halo, "multigrid correction");
        if (vcycle->smoother == SMOOTH_JACOBI)
            M.scratch[l] =
                vector_create(mg[l], A->n, halo, "multigrid scratch vector");
        /* restrict_by_matrix converts rc itself, but does not scale it. */
        const int needs_conversion =
            l < last && (h->R ? vcycle->scale[l + 1] > 0 : mg[l + 1] != mg[l]);
        if (needs_conversion)
            M.fine_rc[l] = vector_create(mg[l], h->level[l + 1].A.n, 0,
                                         "multigrid residual before conversion");
    }
    if (vcycle->base_cg)
        M.base = cg_create(&h->level[last].A, mg[last], vcycle->base_rule,
                           vcycle->base_tolerance, vcycle->base_limit);
    return M;
}

struct multigrid multigrid_create(const struct hierarchy *h,
                                  const struct policy *policy,
                                  struct outside outside)
{
    const struct vcycle hpgmxp = {.smoother = SMOOTH_GAUSS_SEIDEL};
    struct hierarchy *view = hierarchy_view(h, policy->mg_matrix);
    struct multigrid M =
        multigrid_create_vcycle(view, &hpgmxp, policy->mg, outside);
    M.view = view;
    return M;
}

void multigrid_free(struct multigrid *M)
{
    for (int l = 0; l < M->h->levels; l++) {
        vector_free(&M->r[l]);
        vector_free(&M->z[l]);
        vector_free(&M->fine_rc[l]);
        vector_free(&M->scratch[l]);
    }
    cg_free(&M->base);
    mem_free(M->view);
}

void multigrid_reset_counts(struct multigrid *M)
{
    memset(M->range, 0, sizeof M->range);
    memset(M->base.reasons, 0, sizeof M->base.reasons);
    M->base.solves = M->base.iterations = 0;
}

size_t multigrid_cost(const struct grid *grid, int levels,
                      const struct policy *policy)
{
    size_t sum = 0;
    struct grid g = *grid;
    for (int l = 0; l < levels; l++, g = grid_coarsen(&g)) {
        enum format f = policy->mg[l];
        int n = grid_rows(&g);
        if (l > 0 || f != policy->inner)
            sum += vector_cost(f, n, 0);
        if (l > 0 || f != policy_format_z(policy, 1))
            sum += vector_cost(f, n, grid_halo(&g));
        if (l + 1 < levels && policy->mg[l + 1] != f)
            sum += vector_cost(f, n / 8, 0);
    }
    return sum;
}

double multigrid_flops(const struct hierarchy *h)
{
    double flops = 0;
    for (int l = 0; l < h->levels; l++) {
        double Z = (double)h->level[l].A.global_nonzeros;
        if (l == h->levels - 1) {
            flops += 2 * Z; /* the only sweep, (1.6) */
            break;
        }
        double Z_coarse = (double)h->level[l + 1].A.global_nonzeros;
        double N_coarse = (double)h->level[l + 1].A.global_rows;
        flops += Z;            /* (1.6) with half of the nonzeros */
        flops += 2 * Z_coarse; /* (1.7) in the coarse grid points only */
        flops += N_coarse;     /* (1.8) */
        flops += 2 * Z;        /* (1.9) */
    }
    return flops;
}
