/* common/hpgmxp/multigrid.c - the V-cycle (1.6) to (1.9) of HPG-MxP; see multigrid.h. */
#include "multigrid.h"
#include "kernels.h"
#include "memory.h"

/* Returns x in the format of `copy`: x itself, or its copy, if it needs one. */
static const struct vector *converted(const struct vector *x, struct vector *copy)
{
    if (!copy->data || x->format == copy->format)
        return x;
    vector_scale(1, x, copy);
    return copy;
}

/* S is a forward Gauss-Seidel sweep, R and P are the injection and its transpose, and
 * M_c^-1 is the V-cycle that starts on level l+1:
 *
 *   z  = S r                                                                  (1.6)
 *   rc = R (r - A z)                                                          (1.7)
 *   zc = M_c^-1 rc
 *   z  = z + P zc                                                             (1.8)
 *   z  = z + S (r - A z)                                                      (1.9)
 *
 * On the coarsest level z = S r. */
static void vcycle(struct multigrid *M, int l, const struct vector *r,
                   struct vector *z, struct vector *w)
{
    const struct level *level = &M->h->level[l];
    if (l == M->h->levels - 1) {
        sweep_zero_guess(&level->A, r, z); /*         z = S r                     */
        if (w)
            spmv(&level->A, z, w); /*                 w = A z                     */
        return;
    }
    struct vector *rc = &M->r[l + 1], *zc = &M->z[l + 1], *fine = &M->fine_rc[l];
    if (!fine->data) {
        descend(level, r, z, rc); /*                  z = S r,  rc = R (r - A z)  */
    } else {
        descend(level, r, z, fine); /*                in the format of level l    */
        vector_scale(1, fine, rc);  /*                in the format of level l+1  */
    }
    vcycle(M, l + 1, rc, zc, NULL); /*                zc = M_c^-1 rc              */
    ascend(level, r, zc, z, w); /*                    z = z + P zc                */
    /*                                                z = z + S (r - A z)         */
    /*                                                w = A z                     */
}

void multigrid_apply(struct multigrid *M, const struct vector *r, struct vector *z,
                     const struct matrix *A, struct vector *w)
{
    const enum format *formats = M->h->level[0].A.formats;
    struct vector *z0 = M->z[0].data ? &M->z[0] : z;
    const int together =
        w && z0 == z && A->formats[z->format] == formats[z->format];
    vcycle(M, 0, converted(r, &M->r[0]), z0, together ? w : NULL);
    if (z0 != z)
        vector_scale(1, z0, z); /* converts z to the format of the caller */
    if (w && !together)
        spmv(A, z, w);
}

/* ---- Formats ---- */

int hpgmxp_policy_find(const char *name, struct hpgmxp_policy *p)
{
    if (!policy_find(name, &p->gmres))
        return 0;
    for (int l = 0; l < HPGMXP_LEVELS; l++)
        p->mg[l] = p->gmres.levels;
    return 1;
}

int hpgmxp_policy_override(struct hpgmxp_policy *p, const char *mg)
{
    return !policy_given(&p->gmres, "mg", mg) ||
           format_list(mg, HPGMXP_LEVELS, p->mg);
}

enum format hpgmxp_policy_z(const struct hpgmxp_policy *p)
{
    return format_bytes(p->mg[0]) == 2 && p->gmres.inner == F32 ? p->mg[0]
                                                                : p->gmres.inner;
}

void hpgmxp_policy_pairs(const struct hpgmxp_policy *p, struct missing_pairs *list)
{
    for (int l = 0; l < HPGMXP_LEVELS; l++)
        missing_matrix_pair(list, p->mg[l], p->gmres.precond_matrix[p->mg[l]]);
}

void hpgmxp_policy_needs(const struct hpgmxp_policy *p, format_set need[])
{
    need[0] |= policy_needs(&p->gmres);
    for (int l = 0; l < HPGMXP_LEVELS; l++)
        need[l] |= 1u << p->gmres.precond_matrix[p->mg[l]]; /* V-cycle */
}

/* ---- Set-up ---- */

struct multigrid multigrid_create(const struct hierarchy *h,
                                  const struct hpgmxp_policy *policy, enum format r,
                                  enum format z)
{
    struct multigrid M = {.h = hierarchy_view(h, policy->gmres.precond_matrix)};
    const enum format *mg = policy->mg;
    for (int l = 0; l < h->levels; l++) {
        const struct matrix *A = &h->level[l].A;
        if (l > 0 || mg[l] != r)
            M.r[l] = vector_create(mg[l], A->n, 0, "multigrid residual");
        if (l > 0 || mg[l] != z)
            M.z[l] = vector_create(mg[l], A->n, A->halo_n, "multigrid correction");
        if (l + 1 < h->levels && mg[l + 1] != mg[l])
            M.fine_rc[l] = vector_create(mg[l], h->level[l + 1].A.n, 0,
                                         "multigrid residual before conversion");
    }
    return M;
}

void multigrid_free(struct multigrid *M)
{
    for (int l = 0; l < M->h->levels; l++) {
        vector_free(&M->r[l]);
        vector_free(&M->z[l]);
        vector_free(&M->fine_rc[l]);
    }
    mem_free(M->h);
}

/* ---- As a preconditioner of GMRES ---- */

static void apply(void *data, const struct vector *r, struct vector *z,
                  const struct matrix *A, struct vector *w)
{
    multigrid_apply(data, r, z, A, w);
}

static void release(void *data)
{
    multigrid_free(data);
    mem_free(data);
}

/* Flops of one V-cycle over all ranks, F_M of (1.11). N_l and Z_l are the rows and
 * nonzeros of level l over all ranks, L is the number of levels:
 *   F_M = 3 Z_0 + 5 (Z_1 + ... + Z_{L-2}) + 4 Z_{L-1} + N_1 + ... + N_{L-1} */
static double multigrid_flops(const struct hierarchy *h)
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
        flops += 2 * Z_coarse; /* (1.7) with the nonzeros of the coarse matrix */
        flops += N_coarse;     /* (1.8) */
        flops += 2 * Z;        /* (1.9) */
    }
    return flops;
}

struct precond precond_multigrid(const struct hierarchy *h,
                                 const struct hpgmxp_policy *policy)
{
    const enum format inner = policy->gmres.inner, *mg = policy->mg;
    struct multigrid *M = mem_alloc(1, sizeof *M, "preconditioner");
    struct precond P = {.apply = apply,
                        .release = release,
                        .data = M,
                        .q = format_bytes(mg[0]) == 2 && inner == F32 ? mg[0]
                                                                      : inner,
                        .z = hpgmxp_policy_z(policy),
                        .flops = multigrid_flops(h)};
    *M = multigrid_create(h, policy, inner, P.z);
    return P;
}
