/* common/halfmg/refinement.h - iterative refinement around one V-cycle.
 *
 *   r = b - A u
 *   repeat until ||b - A u|| < tolerance:
 *       alpha = ||r|| / 2^s,  r_low = r / alpha                              (12.1)
 *       c = M^-1 r_low, one V-cycle in low precision
 *       u = u + alpha c,  r = r - alpha A c;  now and then r = b - A u
 *
 * u, b and r have format f64; r_low and c have the format of the finest multigrid
 * level. The target norm 2^s is q1_scale (12.2). Source: Oo, Vogel, "Accelerating
 * geometric multigrid preconditioning with half-precision arithmetic on GPUs",
 * arXiv 2007.07539, algorithm 2.
 */
#ifndef MEMWALL_REFINEMENT_H
#define MEMWALL_REFINEMENT_H
#include "jacobi_multigrid.h"

struct refinement_outcome {
    enum reason reason; /* REASON_NOT_FINITE: c is not finite for any target norm */
    int iterations;
    int backoffs; /* how often 2^s was reduced because c was not finite */
    int level; /* jacobi_multigrid_failing_level; -1 if there is none, or if the solve
                     has converged or only needs more iterations */
    double initial;        /* ||b - A u|| for the initial guess */
    double final;          /* ||r|| at the end, r updated in each iteration */
    double explicit_final; /* ||b - A u|| at the end, computed from u. It decides
                              whether the solve has converged */
};

struct refinement {
    const struct q1_hierarchy *h;
    struct jacobi_multigrid M;
    double first_norm; /* 2^s, the norm of r_low; 0: no scaling, alpha = 1 */
    double
        target_norm; /* the same in the last iteration: it is reduced when c is not
                           finite */
    struct vector r; /* f64 [n] */
    struct vector r_low; /* mg[0] [n]; data = NULL: r is not scaled or converted */
    struct vector c;     /* mg[0] [n + halo] */

    /* Monitors. The caller sets them, and owns history. */
    int monitor; /* 1: count entries out of range after each V-cycle, in M.range */
    double *history; /* [limit + 1] ||r|| of each iteration; NULL: not recorded */
};

/* Creates a solver with a V-cycle in the formats mg[]. h is not copied and must
 * outlive the solver. Lack of memory ends the job. The caller frees it with
 * refinement_free. */
struct refinement refinement_create(const struct q1_hierarchy *h,
                                    const struct cycle_options *cycle,
                                    const enum format mg[], double target_norm);
void refinement_free(struct refinement *solver);

/* Solves A u = b on level 0. b: f64 [n]; u: f64 [n + halo], initial guess on entry
 * and result on exit. Stops when ||b - A u|| < tolerance, after `limit` iterations, or
 * for another reason, which is in the outcome; an overflow does not end the job.
 * Collective over the ranks of the hierarchy. */
struct refinement_outcome refinement_solve(struct refinement *solver,
                                           const struct vector *b, struct vector *u,
                                           double tolerance, int limit);
#endif
