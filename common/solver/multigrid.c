/* common/solver/multigrid.c - the V-cycle (1.6 to 1.9; Oo and Vogel, algorithm 1). */
#include "multigrid.h"
#include "kernels.h"
#include "memory.h"

/* `steps` more Jacobi steps; each goes to the spare vector, which then changes places. */
static void jacobi_steps(struct multigrid *M, int l, int steps, const struct vector *r,
                         struct vector *z)
{
    for (int k = 0; k < steps; k++) {
        jacobi(&M->h->level[l], M->cycle.omega, r, z, &M->spare[l]);
        struct vector old = *z;
        *z = M->spare[l];
        M->spare[l] = old;
    }
}

/* From z = 0. */
static void smooth_zero(struct multigrid *M, int l, const struct vector *r,
                        struct vector *z)
{
    const struct level *A = &M->h->level[l];
    if (M->cycle.smoother == SMOOTH_GAUSS_SEIDEL) {
        sweep_zero(A, r, z); /*                           z  = (D + L)^-1 r             */
    } else {
        jacobi_zero(A, M->cycle.omega, r, z); /*          z  = omega D^-1 r             */
        jacobi_steps(M, l, M->cycle.pre - 1, r, z);
    }
}

static void smooth(struct multigrid *M, int l, const struct vector *r, struct vector *z)
{
    if (M->cycle.smoother == SMOOTH_GAUSS_SEIDEL)
        sweep(&M->h->level[l], r, z); /*                  z += (D + L)^-1 (r - A z)     */
    else
        jacobi_steps(M, l, M->cycle.post, r, z); /*       z += omega D^-1 (r - A z)     */
}

static void restrict_any(struct multigrid *M, int l, const struct vector *r,
                         struct vector *z, struct vector *rc)
{
    const struct level *A = &M->h->level[l];
    if (M->h->R) {
        defect(A, r, z, &M->spare[l]);
        restrict_by(&M->h->R[l], &M->spare[l], rc);
    } else {
        restrict_residual(A, r, z, rc);
    }
}

/* alpha rc = R (r - A z), rc in coarse precision and, if the cycle says so, of a norm that
 * it can hold. Returns alpha. */
static double go_down(struct multigrid *M, int l, const struct vector *r,
                      struct vector *z)
{
    struct vector *rc = &M->r[l + 1], *cast = &M->cast[l];
    const double wanted = M->cycle.scale[l + 1];
    double alpha = 1;
    if (!cast->at) {
        restrict_any(M, l, r, z, rc);
        return alpha;
    }
    restrict_any(M, l, r, z, cast);
    if (wanted > 0)
        alpha = vector_norm(&M->h->level[l + 1], cast) / wanted;
    if (!(alpha > 0))
        alpha = 1;
    vector_scale(1 / alpha, cast, rc);
    return alpha;
}

static void come_up(struct multigrid *M, int l, double alpha, struct vector *z)
{
    if (M->h->P)
        interpolate(&M->h->P[l], alpha, &M->z[l + 1], z);
    else
        prolong_add(&M->h->level[l], &M->z[l + 1], z);
}

void multigrid_cycle(struct multigrid *M, int l, const struct vector *r, struct vector *z)
{
    if (l == M->h->levels - 1) {
        if (M->cycle.base_cg)
            cg_solve(&M->base, &M->h->level[l], r, z); /* z  = A^-1 r, nearly           */
        else
            smooth_zero(M, l, r, z); /*                   z  = S r                      */
        return;
    }
    smooth_zero(M, l, r, z); /*                           z  = S r                      */
    double alpha = go_down(M, l, r, z); /*                rc = R (r - A z) / alpha      */
    multigrid_coarse(M, l + 1, &M->r[l + 1],
                     &M->z[l + 1]); /* zc = M_c^-1 rc               */
    come_up(M, l, alpha, z); /*                           z += alpha P zc               */
    smooth(M, l, r, z);      /*                           z += S (r - A z)              */
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
    multigrid_cycle(M, 0, r0, z0);
    if (z0 != z)
        vector_scale(1, z0, z);
}

int multigrid_halo(const struct hierarchy *h, int l)
{
    int most = h->level[l].halo_n;
    if (h->R && l + 1 < h->levels && h->R[l].halo_n > most)
        most = h->R[l].halo_n;
    if (h->P && l > 0 && h->P[l - 1].halo_n > most)
        most = h->P[l - 1].halo_n;
    return most;
}

struct multigrid multigrid_create_cycle(const struct hierarchy *h,
                                        const struct cycle *cycle, const enum format mg[],
                                        enum format outside)
{
    struct multigrid M = {.h = h, .cycle = *cycle};
    const int last = h->levels - 1;
    for (int l = 0; l <= last; l++) {
        const struct level *A = &h->level[l];
        const int halo = multigrid_halo(h, l);
        if (l > 0 || mg[l] != outside) {
            M.r[l] = vector_create(mg[l], A->n, 0, "multigrid residual");
            M.z[l] = vector_create(mg[l], A->n, halo, "multigrid correction");
        }
        if (cycle->smoother == SMOOTH_JACOBI)
            M.spare[l] = vector_create(mg[l], A->n, halo, "multigrid step");
        const int converts =
            h->R ? l < last && cycle->scale[l + 1] > 0 : l < last && mg[l + 1] != mg[l];
        if (converts)
            M.cast[l] =
                vector_create(mg[l], h->level[l + 1].n, 0, "multigrid conversion");
    }
    if (cycle->base_cg)
        M.base = cg_create(&h->level[last], mg[last], cycle->base_rule,
                           cycle->base_tolerance, cycle->base_limit);
    M.recorded_from = multigrid_recorded_from(&M);
    return M;
}

struct multigrid multigrid_create(const struct hierarchy *h, const struct policy *policy,
                                  enum format outside)
{
    const struct cycle hpgmxp = {.smoother = SMOOTH_GAUSS_SEIDEL};
    return multigrid_create_cycle(h, &hpgmxp, policy->mg, outside);
}

void multigrid_free(struct multigrid *M)
{
    for (int l = 0; l < M->h->levels; l++) {
        vector_free(&M->r[l]);
        vector_free(&M->z[l]);
        vector_free(&M->cast[l]);
        vector_free(&M->spare[l]);
    }
    cg_free(&M->base);
    graph_free(&M->graphs);
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
