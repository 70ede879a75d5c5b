/* common/halfmg/jacobi_multigrid.h - the V-cycle of Oo and Vogel, (12.5) to (12.8).
 *
 *   damped Jacobi steps before and after the coarse-grid correction, matrices P and R
 *   between the levels; on the coarsest level conjugate gradients
 *
 * Source: Oo, Vogel, "Accelerating geometric multigrid preconditioning with
 * half-precision arithmetic on GPUs", arXiv 2007.07539, algorithm 1; refinement.h is
 * their algorithm 2. Level 0 is the finest level. The vectors of every level have their
 * own format.
 */
#ifndef MEMWALL_JACOBI_MULTIGRID_H
#define MEMWALL_JACOBI_MULTIGRID_H
#include "cg.h"
#include "q1_hierarchy.h"

/* The parameters of the V-cycle. */
struct cycle_options {
    double omega;             /* damping parameter of the Jacobi steps */
    enum base_rule base_rule; /* of the conjugate gradients (cg.h) */
    double base_tolerance;

    /* target_norm[l] > 0: the restricted residual is scaled to this norm before it is
     * converted to the format of level l, so that the format can represent z on
     * this level. */
    double target_norm[MAX_LEVELS];
};

/* Counts of nonzero entries of r and z on one level, summed over the examined
 * V-cycles. */
struct range_count {
    double overflows;  /* entries that are Inf or NaN */
    double subnormals; /* entries in the subnormal range of f16 */
    double entries;    /* all entries */
};

struct jacobi_multigrid {
    const struct q1_hierarchy *h;
    struct cycle_options cycle;

    /* Vectors of each level l in the format mg[l]; a vector that is not needed has
     * data = NULL. */
    struct vector r[MAX_LEVELS]; /* [n] right-hand side of level l > 0 */
    struct vector z[MAX_LEVELS]; /* [n + halo] correction of level l > 0 */
    struct vector y[MAX_LEVELS]; /* [n + halo] z of a Jacobi step; r - A z */
    struct vector
        fine_rc[MAX_LEVELS]; /* [n of level l+1] R y before it is scaled */

    struct cg base;
    struct range_count range[MAX_LEVELS];
};

/* Creates a V-cycle with vectors in the formats mg[]. h is not copied and must outlive the
 * result. Lack of memory ends the job. The caller frees it with jacobi_multigrid_free. */
struct jacobi_multigrid jacobi_multigrid_create(const struct q1_hierarchy *h,
                                                const struct cycle_options *cycle,
                                                const enum format mg[]);
void jacobi_multigrid_free(struct jacobi_multigrid *M);

/* z = M_l^-1 r by the V-cycle that starts on level l. r: [n], z: [n + halo], in the format
 * of this level; z is output only. The arrays of z and of M may be exchanged with each
 * other, which invalidates pointers to the old z->data. */
void jacobi_multigrid_apply(struct jacobi_multigrid *M, int l,
                            const struct vector *r, struct vector *z);

/* ---- Monitor of a low-precision V-cycle (jacobi_multigrid_monitor.c) ---- */

/* Sets the counts of M->range[] and the statistics of M->base to zero. */
void jacobi_multigrid_reset_counts(struct jacobi_multigrid *M);

/* Adds to M->range[] the entries of the vectors r and z of all levels that are out
 * of the range of their format after a V-cycle; r and z are the vectors of level
 * 0. */
void jacobi_multigrid_count_out_of_range(struct jacobi_multigrid *M,
                                         const struct vector *r,
                                         const struct vector *z);

/* Returns the coarsest level l on which the V-cycle does not reduce the norm of a
 * random right-hand side r to `factor` of it, ||r - A z|| > factor ||r|| with z =
 * M_l^-1 r; -1 if there is none. */
int jacobi_multigrid_failing_level(struct jacobi_multigrid *M, double factor);
#endif
