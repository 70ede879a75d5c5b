/* common/hpgmxp/multigrid.h - the multigrid preconditioner of HPG-MxP, one V-cycle.
 *
 *   (1.6) to (1.9): one forward Gauss-Seidel sweep before and after the coarse-grid
 *   correction, injection; on the coarsest level one sweep
 *
 * Source: Yamazaki et al., PMBS 2022. Level 0 is the finest level. The vectors of every
 * level have their own format.
 */
#ifndef MEMWALL_MULTIGRID_H
#define MEMWALL_MULTIGRID_H
#include "hierarchy.h"
#include "policy.h"
#include "precond.h"

/* ---- Formats ---- */

/* A policy of GMRES, and the formats of the V-cycle with it. */
struct hpgmxp_policy {
    struct policy gmres;
    enum format
        mg[HPGMXP_LEVELS]; /* of the vectors of level l; level 0 is the finest */
};

/* Sets *p to the policy of this name. Returns 0 if there is none. */
int hpgmxp_policy_find(const char *name, struct hpgmxp_policy *p);

/* Sets p->mg[] from the flag --mg: formats, separated by commas, finest level first; the last
 * one is used for all coarser levels. "" changes nothing. Returns 0 if it is no such list. */
int hpgmxp_policy_override(struct hpgmxp_policy *p, const char *mg);

/* The format of z = M^-1 q_k, where M is a V-cycle (multigrid.h). */
enum format hpgmxp_policy_z(const struct hpgmxp_policy *p);

/* Adds the pairs of formats that the V-cycle needs and for which the program has no kernels. */
void hpgmxp_policy_pairs(const struct hpgmxp_policy *p, struct missing_pairs *list);

/* Adds to need[l], l = 0 .. HPGMXP_LEVELS-1, the formats in which the matrix of level l
 * must be stored for this policy. */
void hpgmxp_policy_needs(const struct hpgmxp_policy *p, format_set need[]);

/* ---- The V-cycle ---- */

struct multigrid {
    struct hierarchy *h; /* a view in the formats of the policy */

    /* Vectors of each level l in the format mg[l]; a vector that is not needed has
     * data = NULL. r and z of level 0 are needed if the caller has another
     * format. */
    struct vector r[MAX_LEVELS]; /* [n] right-hand side of the level */
    struct vector z[MAX_LEVELS]; /* [n + halo] correction of the level */
    struct vector
        fine_rc[MAX_LEVELS]; /* [n of level l+1] rc before its conversion */
};

/* Creates a V-cycle with vectors in the formats policy->mg[]. r and z are the formats of
 * the vectors r and z of multigrid_apply. h is not copied and must outlive the result.
 * Lack of memory ends the job. The caller frees the result with multigrid_free. */
struct multigrid multigrid_create(const struct hierarchy *h,
                                  const struct hpgmxp_policy *policy, enum format r,
                                  enum format z);
void multigrid_free(struct multigrid *M);

/* z = M^-1 r by one V-cycle from level 0, then w = A z unless w is NULL. r: [n], z:
 * [n + halo]; z is output only. A is a view of the matrix of level 0; w: [n] in a format
 * that spmv allows. If z has the format of level 0 and both views multiply it by the same
 * values, ascend computes the last sweep and the product together. */
void multigrid_apply(struct multigrid *M, const struct vector *r, struct vector *z,
                     const struct matrix *A, struct vector *w);

/* The V-cycle as a preconditioner of GMRES with this policy. h is not copied and must
 * outlive it. The formats in which GMRES stores q_k for it, and z = M^-1 q_k:
 *
 *   inner   mg[0]       q       z
 *   f32     16 bits     mg[0]   mg[0]
 *   otherwise           inner   inner
 *
 * A vector in mg[0] is an operand of the V-cycle and needs no copy in f32. */
struct precond precond_multigrid(const struct hierarchy *h,
                                 const struct hpgmxp_policy *policy);
#endif
