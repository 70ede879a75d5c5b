/* common/halfmg/refinement.c - iterative refinement (12.1); Oo and Vogel,
 * algorithm 2. */
#include "refinement.h"
#include "kernels.h"
#include "scaling.h"
#include <math.h>

/* The solve stagnates after STAGNANT_ITERATIONS iterations in succession that each
 * leave more than STAGNANT_RATIO of the smallest residual norm. */
enum { STAGNANT_ITERATIONS = 6 };
static const double STAGNANT_RATIO = 0.9;

static const double DIVERGED = 1e8; /* ratio of ||r|| to the initial ||r|| */
static const double LEAST_TARGET = 0x1p-24; /* 2^s is not reduced below it */
static const double CYCLE_REDUCTION = 0.5;  /* of ||r||, by a V-cycle that works */

/* r is computed from u again when its norm, updated in each iteration, has become
 * smaller than this part of the norm that was last computed from u. */
static const double RECOMPUTE = 0x1p-30;

/* r = b - A u; returns rho = ||r||. */
static double compute_residual(struct refinement *solver, const struct vector *b,
                               struct vector *u)
{
    const struct matrix *A = &solver->h->A[0];
    residual(A, b, u, &solver->r);
    return vector_norm(A, &solver->r);
}

/* Computes c = M^-1 (r / alpha) by one V-cycle. While c is not finite, divides the
 * target norm by 16 and repeats the V-cycle. Returns alpha, or 0 if no target norm leads
 * to a finite c. */
static double solve_low(struct refinement *solver, double rho,
                        struct refinement_outcome *o)
{
    const struct matrix *A = &solver->h->A[0];
    const struct vector *r = &solver->r;
    struct vector *r_low = &solver->r_low, *c = &solver->c;
    struct jacobi_multigrid *M = &solver->M;
    for (;;) {
        double alpha = 1;
        if (solver->target_norm > 0)
            alpha = rho / solver->target_norm; /*     alpha = ||r|| / 2^s         */
        else if (r_low->data)
            alpha = 1 / scaling_into_f32(rho); /*     usually 1                   */
        if (r_low->data)
            vector_scale(1 / alpha, r, r_low); /*     r_low = r / alpha           */
        const struct vector *rhs = r_low->data ? r_low : r;
        jacobi_multigrid_apply(M, 0, rhs, c); /*      c = M^-1 r_low              */
        const int finite = isfinite(vector_norm(A, c));
        if (solver->monitor || !finite)
            jacobi_multigrid_count_out_of_range(M, rhs, c);
        if (finite)
            return alpha;
        if (!(solver->target_norm > LEAST_TARGET))
            return 0;
        solver->target_norm /= 16;
        o->backoffs++;
    }
}

/* Returns 1 and sets o->reason if the residual norm rho, which is explicit if it is less
 * than the tolerance, or the number of iterations ends the solve; else returns 0. */
static int finished(struct refinement_outcome *o, double rho, double tolerance,
                    int stagnant, int limit)
{
    if (rho < tolerance || rho == 0)
        o->reason = REASON_CONVERGED;
    else if (!isfinite(rho))
        o->reason = REASON_NOT_FINITE;
    else if (rho > DIVERGED * o->initial)
        o->reason = REASON_DIVERGENCE;
    else if (stagnant >= STAGNANT_ITERATIONS)
        o->reason = REASON_STAGNATION;
    else if (o->iterations >= limit)
        o->reason = REASON_ITERATIONS;
    else
        return 0;
    return 1;
}

/* When ||r|| meets the tolerance or has decreased by RECOMPUTE, r = b - A u is computed
 * from u again, because the errors of rounding u are missing from the updated r. If the
 * norm has hardly decreased since it was last computed from u, the format of u does not
 * permit a smaller residual: the solve stagnates. */
struct refinement_outcome refinement_solve(struct refinement *solver,
                                           const struct vector *b, struct vector *u,
                                           double tolerance, int limit)
{
    const struct matrix *A = &solver->h->A[0];
    struct vector *r = &solver->r, *c = &solver->c;
    struct refinement_outcome o = {.level = -1};
    int stagnant = 0;
    solver->target_norm = solver->first_norm;

    double rho = compute_residual(solver, b, u); /*   r = b - A u,  rho = ||r||   */
    double least = rho, computed = rho;
    o.initial = o.final = rho;
    if (solver->history)
        solver->history[0] = rho;
    while (!finished(&o, rho, tolerance, stagnant, limit)) {
        double alpha = solve_low(solver, rho, &o); /* c = M^-1 (r / alpha)        */
        if (!(alpha > 0)) {
            o.reason = REASON_NOT_FINITE;
            break;
        }
        correct_solution(A, alpha, c, u, r); /*       u += alpha c, r -= alpha Ac */
        rho = vector_norm(A, r);             /*       rho = ||r||                 */
        o.iterations++;
        o.final = rho;
        stagnant = rho < STAGNANT_RATIO * least ? 0 : stagnant + 1;
        least = rho < least ? rho : least;
        if (rho < tolerance || rho < RECOMPUTE * computed) {
            rho = compute_residual(solver, b, u); /*  r = b - A u                 */
            if (rho >= tolerance && rho > STAGNANT_RATIO * computed)
                stagnant = STAGNANT_ITERATIONS;
            least = computed = rho;
        }
        if (solver->history)
            solver->history[o.iterations] = rho;
    }
    o.explicit_final = rho == computed ? rho : compute_residual(solver, b, u);
    if (o.explicit_final < tolerance)
        o.reason = REASON_CONVERGED;
    if (o.reason != REASON_CONVERGED && o.reason != REASON_ITERATIONS)
        o.level = jacobi_multigrid_failing_level(&solver->M, CYCLE_REDUCTION);
    return o;
}

struct refinement refinement_create(const struct q1_hierarchy *h,
                                    const struct cycle_options *cycle,
                                    const enum format mg[], double target_norm)
{
    const int n = h->A[0].n, halo = q1_hierarchy_halo(h, 0);
    struct refinement solver = {.h = h, .first_norm = target_norm};
    solver.M = jacobi_multigrid_create(h, cycle, mg);
    solver.r = vector_create(F64, n, 0, "residual");
    solver.c = vector_create(mg[0], n, halo, "correction");
    if (mg[0] != F64 || target_norm > 0)
        solver.r_low = vector_create(mg[0], n, 0, "scaled residual");
    return solver;
}

void refinement_free(struct refinement *solver)
{
    jacobi_multigrid_free(&solver->M);
    vector_free(&solver->r);
    vector_free(&solver->r_low);
    vector_free(&solver->c);
}
