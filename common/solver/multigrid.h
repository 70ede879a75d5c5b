/* common/solver/multigrid.h - the multigrid preconditioner, one V-cycle.
 *
 *   HPG-MxP       (1.6) to (1.9): one forward Gauss-Seidel sweep before and after
 *                 the coarse-grid correction, injection; coarsest level: one sweep
 *   Oo and Vogel  (12.4) to (12.7): damped Jacobi steps before and after, matrices P
 *                 and R; coarsest level: conjugate gradients
 *
 * Sources: Yamazaki et al., PMBS 2022; Oo, Vogel, arXiv 2007.07539, algorithm 1.
 * Level 0 is the finest level. The vectors of every level have their own format.
 */
#ifndef MEMWALL_MULTIGRID_H
#define MEMWALL_MULTIGRID_H
#include "cg.h"
#include "level.h"
#include "policy.h"

enum smoother { SMOOTH_GAUSS_SEIDEL, SMOOTH_JACOBI };

/* The components of a V-cycle. All members 0: the V-cycle of HPG-MxP. */
struct vcycle {
    enum smoother smoother;
    int pre, post; /* Jacobi: numbers of steps before and after the correction */
    double omega;  /* Jacobi: damping parameter */
    int base_cg;   /* on the coarsest level 1: CG (cg.h), 0: one smoothing */
    enum base_rule base_rule;
    double base_tolerance;
    int base_limit; /* largest number of CG iterations */

    /* scale[l] > 0: the restricted residual is scaled to this norm before it is
     * converted to the format of level l, so that the format can represent z on
     * this level. */
    double scale[MAX_LEVELS];
};

/* Counts of nonzero entries of r and z on one level, summed over the examined
 * V-cycles. */
struct range_count {
    double overflows;  /* entries that are Inf or NaN */
    double subnormals; /* entries in the subnormal range of f16 */
    double entries;    /* all entries */
};

struct multigrid {
    const struct hierarchy *h;
    struct hierarchy *view; /* h itself if it is a view in a policy's formats */
    struct vcycle vcycle;

    /* Vectors of each level l in the format mg[l]; a vector that is not needed has
     * data = NULL. r and z of level 0 are needed if the caller has another
     * format. */
    struct vector r[MAX_LEVELS]; /* [n] right-hand side of the level */
    struct vector z[MAX_LEVELS]; /* [n + halo] correction of the level */
    struct vector
        fine_rc[MAX_LEVELS]; /* [n of level l+1] rc before its conversion */
    struct vector scratch[MAX_LEVELS]; /* [n + halo] z of a Jacobi step; r - A z */

    struct cg base;
    struct range_count range[MAX_LEVELS];
};

/* The formats of the vectors r and z outside of a V-cycle, if they are not those of
 * level 0. A vector r in the format of level 0 is never converted. */
struct outside {
    enum format r, z;
};

/* Creates the V-cycle of HPG-MxP with vectors in the formats policy->mg[], or any
 * other V-cycle with vectors in the formats mg[]. `outside` has the formats of the
 * vectors r and z of multigrid_apply. h is not copied and must outlive the result.
 * Lack of memory ends the job. The caller frees the result with multigrid_free. */
struct multigrid multigrid_create(const struct hierarchy *h,
                                  const struct policy *policy,
                                  struct outside outside);
struct multigrid multigrid_create_vcycle(const struct hierarchy *h,
                                         const struct vcycle *vcycle,
                                         const enum format mg[],
                                         struct outside outside);
void multigrid_free(struct multigrid *M);

/* Sets the counts of M->range[] and the statistics of M->base to zero. */
void multigrid_reset_counts(struct multigrid *M);

/* The memory in bytes of the preconditioner of GMRES (precond_multigrid) on one rank. g is
 * the grid of level 0. */
size_t multigrid_cost(const struct grid *g, int levels,
                      const struct policy *policy);

/* The number of halo entries that the vectors of level l need for A, P and R. */
int multigrid_halo(const struct hierarchy *h, int l);

/* z = M^-1 r by one V-cycle from level 0, then w = A z unless w is NULL. r: [n], z:
 * [n + halo], in the formats `outside`; z is output only. A is a view of the matrix of
 * level 0; w: [n] in a format that spmv allows. If z has the format of level 0 and both
 * views multiply it by the same values, ascend computes the last sweep and the product
 * together. With the Jacobi smoother z->data may point to another array of the same size
 * afterwards, because a Jacobi step writes to a second vector. */
void multigrid_apply(struct multigrid *M, const struct vector *r, struct vector *z,
                     const struct matrix *A, struct vector *w);

/* z = M_l^-1 r by the V-cycle that starts on level l, with r and z in the format
 * of that level; w = A z with the matrix of that level, unless w is NULL. */
void multigrid_vcycle(struct multigrid *M, int l, const struct vector *r,
                      struct vector *z, struct vector *w);

/* Flops of one V-cycle over all ranks, F_M of (1.11). N_l and Z_l are the rows and
 * nonzeros of level l over all ranks, L is the number of levels:
 *   F_M = 3 Z_0 + 5 (Z_1 + ... + Z_{L-2}) + 4 Z_{L-1} + N_1 + ... + N_{L-1} */
double multigrid_flops(const struct hierarchy *h);

/* ---- Monitor of a low-precision V-cycle (multigrid_monitor.c) ---- */

/* Adds to M->range[] the entries of the vectors r and z of all levels that are out
 * of the range of their format after a V-cycle; r and z are the vectors of level
 * 0. */
void multigrid_count_out_of_range(struct multigrid *M, const struct vector *r,
                                  const struct vector *z);

/* Returns the coarsest level l on which the V-cycle does not reduce the norm of a
 * random right-hand side r to `factor` of it, ||r - A z|| > factor ||r|| with z =
 * M_l^-1 r; -1 if there is none. */
int multigrid_failing_level(struct multigrid *M, double factor);
#endif
