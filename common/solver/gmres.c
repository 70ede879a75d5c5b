/* common/solver/gmres.c - restarted GMRES inside iterative refinement; see gmres.h.
 *
 * The variable k is the number of columns in use, as in the equations, which count
 * the columns from q_1. C arrays start at 0: q_k has the index k - 1.
 *
 * The vectors q, z and w of the code are sigma q_k, sigma M^-1 q_k and sigma A
 * M^-1 q_k. orthonormalize then returns sigma h and sigma beta, which are divided
 * by sigma immediately.
 */
#include "gmres.h"
#include "guard.h"
#include "kernels.h"
#include "restart.h"
#include "scaling.h"
#include <math.h>

/* The largest ratio of the residual norm to its expected value (check_sketch); 26 was the
 * largest one in the runs of docs/11. */
static const double FAR = 100;

/* ---- Auxiliary functions ---- */

static double norm2(int k, const double *t)
{
    double norm = 0;
    for (int j = 0; j < k; j++)
        norm = hypot(norm, t[j]);
    return norm;
}

/* Returns sigma q_k in a format that M reads. If the basis has such a format, the
 * result is a view of the stored column. Otherwise it is sigma alpha from, where q_k
 * = alpha from is the column before it was rounded to the format of the basis. */
static struct vector krylov_vector(struct gmres *solver, int k, double alpha,
                                   const struct vector *from)
{
    if (!solver->v.data)
        return basis_column(&solver->Q, k - 1);
    vector_scale(solver->sigma * alpha, from, &solver->v);
    return solver->v;
}

/* Returns the operation of (1.3) that first produced a NaN or Inf. */
static const char *find_location(struct gmres *solver, const struct vector *q,
                                 double beta)
{
    const struct matrix *A = solver->A;
    if (!isfinite(vector_norm(A, q)))
        return "Krylov vector";
    if (!isfinite(vector_norm(A, &solver->z)))
        return "preconditioner z = M^-1 q";
    spmv(&solver->A_inner, &solver->z, &solver->w);
    if (!isfinite(vector_norm(A, &solver->w)))
        return "matrix product w = A z";
    return isnan(beta) ? "orthogonalization (NaN)" : "orthogonalization (Inf)";
}

/* Returns where the residual, whose norm is not finite, contains a NaN or Inf. If
 * all its entries are finite, only their norm exceeds the range of f64. */
static const char *residual_location(struct gmres *solver)
{
    vector_scale(0x1p-600, &solver->r, &solver->r);
    return isfinite(vector_norm(solver->A, &solver->r))
               ? "norm of the residual r = b - A x, which exceeds 1.8e308"
               : "residual r = b - A x";
}

/* From now on orthonormalize replaces randomized Gram-Schmidt. */
static void continue_classical(struct gmres *solver, const char *reason,
                               struct outcome *o)
{
    solver->sketched = 0;
    o->classical = reason;
    o->classical_after = o->iterations;
}

/* Randomized Gram-Schmidt (11.5), or orthonormalize (1.5), with the monitor if there is
 * one. */
static double orthogonalize(struct gmres *solver, int k, struct vector *w,
                            double *h, struct outcome *o)
{
    if (solver->sketched) {
        const double beta = rgs_orthonormalize(&solver->B, &solver->Q, k, w, h);
        if (beta != RGS_COARSE)
            return beta;
        continue_classical(solver, "the sketch changes the norm of the residual",
                           o);
    }
    return solver->monitor
               ? orthogonality_monitor(solver->monitor, &solver->Q, k, w, h)
               : orthonormalize(&solver->Q, k, w, h);
}

/* ---- The algorithm ---- */

/* Step k of a cycle (1.3), the Arnoldi process with right preconditioning. Stores q_{k+1}
 * in the basis and h in h[0 .. k-1]; returns beta. */
static double arnoldi_step(struct gmres *solver, int k, const struct vector *q,
                           double *h, struct outcome *o)
{
    struct vector *z = &solver->z, *w = &solver->w;
    struct basis *Z = &solver->Z;
    const double sigma = solver->sigma;

    precond_apply(&solver->M, q, z, &solver->A_inner, w);
    /*                                                z = M^-1 q_k,  w = A z      */
    if (Z->data)
        basis_store(Z, k - 1, 1 / sigma, z); /*  z_k = z, if flexible        */
    double beta = orthogonalize(solver, k, w, h, o); /* h, beta, q_{k+1}          */
    for (int j = 0; j < k; j++)
        h[j] /= sigma;
    return beta / sigma;
}

/* Adds the correction of a cycle of k steps to x (1.4); t is `scale` times the
 * solution of the small problem. Flexible GMRES has stored the vectors z_j = M^-1
 * q_j and does not apply M^-1 again:
 *
 *   x += M^-1 (Q_k t) / scale    or, if flexible,    x += Z_k t / scale
 *
 * First t is scaled to a norm near sigma, so that Q t and z have entries of size
 * 1. The arrays of z and w are used for vectors that are not those of (1.3). */
static void update_solution(struct gmres *solver, int k, double scale,
                            struct vector *x)
{
    struct vector *z = &solver->z, *w = &solver->w;
    double *t = solver->t;

    double tau = scaling_power_of_two(solver->sigma / norm2(k, t));
    for (int j = 0; j < k; j++)
        t[j] *= tau; /*                               t = tau t                   */
    if (solver->Z.data) {
        basis_combine(&solver->Z, k, t, w); /*        w = Z t                     */
        vector_axpy(1 / tau / scale, w, x); /*        x = x + w / tau, in f64     */
    } else {
        basis_combine(&solver->Q, k, t, w); /*        w = Q t                     */
        precond_apply(&solver->M, w, z, NULL, NULL); /* z = M^-1 w                */
        vector_axpy(1 / tau / scale, z, x); /*        x = x + z / tau, in f64     */
    }
}

/* One cycle, from the residual r = b - A x of norm rho = o->final. It ends after m steps, or
 * earlier: when the estimate of the residual norm is at most `target`, when the Krylov
 * space is exhausted, or by a rule of restart.h. r, rho, g and t are multiplied by
 * `scale`, which is 1 unless rho is near the ends of the range of f64. */
static enum cycle_end cycle(struct gmres *solver, int m, double target,
                            struct vector *x, struct outcome *o)
{
    const double sigma = solver->sigma,
                 scale = scaling_into_range(o->final, SCALING_F64),
                 rho = scale * o->final;
    const struct vector *w = &solver->w;
    struct vector *r = &solver->r;
    struct givens *G = &solver->G;
    double *h = solver->h, beta, estimate, goal = scale * target;
    int k = 0;

    if (scale != 1)
        vector_scale(scale, r, r); /*                 r = r scale, rarely         */
    basis_store(&solver->Q, 0, 1 / rho, r); /*        q_1 = r / rho               */
    struct vector q = krylov_vector(solver, 1, 1 / rho, r);
    givens_start(G, rho); /*                          g = rho e_1                 */
    do {
        k++; /*     for k = 1, 2, ...           */
        beta = arnoldi_step(solver, k, &q, h, o); /*      h, beta, q_{k+1} (1.3)  */
        o->iterations++;
        if (!isfinite(beta)) {
            o->location = find_location(solver, &q, beta);
            return CYCLE_NOT_FINITE;
        }
        estimate = givens_add(G, k - 1, h, beta); /*      estimate = |g_{k+1}|    */
        solver->w_norm[k - 1] = hypot(norm2(k, h), beta);
        if (solver->history)
            solver->history[o->iterations] = estimate / scale / o->initial;
        if (k < m && beta > 0) /* w is not normalized: ||w|| = sigma beta */
            q = krylov_vector(solver, k + 1, 1 / (sigma * beta), w);
        if (solver->sketched)
            goal = scale * target * rgs_safe_ratio(&solver->B, k);
    } while (k < m && beta > 0 && !(estimate <= goal) &&
             !restart_due(solver, k, estimate, rho));
    solver->estimate = estimate / scale;
    if (solver->sketched)
        solver->gap = restart_gap(solver, k) / scale;
    givens_solve(G, k, solver->t); /*                 min || rho e_1 - H t ||     */
    update_solution(solver, k, scale, x); /*          x = x + M^-1 (Q t) (1.4)    */
    o->steps = k;
    o->iterations_squared += (double)k * k;
    return beta > 0 ? CYCLE_COMPLETE : CYCLE_EXHAUSTED;
}

/* Before each cycle: randomized Gram-Schmidt, unless there is a reason against it. */
static void start_sketch(struct gmres *solver, struct outcome *o)
{
    solver->sketched = solver->rules.sketch && !o->classical;
    const char *reason =
        solver->sketched ? rgs_start(&solver->B, o->iterations) : NULL;
    if (reason)
        continue_classical(solver, reason, o);
}

/* After a cycle: randomized Gram-Schmidt is not used again if the residual norm is far
 * above what (11.6) and the rounding of the basis (11.3) explain. Then only the space of
 * the sketches may have been exhausted. */
static enum cycle_end check_sketch(struct gmres *solver, enum cycle_end end,
                                   struct outcome *o)
{
    if (!solver->sketched)
        return end;
    const double expected =
        hypot(solver->estimate / rgs_ratio(&solver->B, o->steps), solver->gap);
    if (!(o->final > FAR * expected))
        return end;
    continue_classical(solver, "the residual is far above its estimate", o);
    return CYCLE_COMPLETE;
}

/* Returns 1 and sets o->reason if the residual o->final ends the solve; else
 * returns 0. */
static int finished(struct gmres *solver, enum cycle_end end, double target,
                    int limit, struct outcome *o)
{
    if (!isfinite(o->final)) {
        o->location = residual_location(solver);
        o->reason = REASON_NOT_FINITE;
    } else if (o->final <= target) {
        o->reason = end == CYCLE_EXHAUSTED ? REASON_EXACT : REASON_CONVERGED;
    } else if (o->iterations > limit - solver->rules.exact_limit) {
        o->reason = REASON_ITERATIONS;
    } else {
        return 0;
    }
    return 1;
}

struct outcome gmres_solve(struct gmres *solver, const struct vector *b,
                           struct vector *x, double tolerance, int limit)
{
    const struct matrix *A = solver->A;
    struct vector *r = &solver->r;
    struct outcome o = {.reason = REASON_ITERATIONS};
    enum cycle_end end = CYCLE_COMPLETE;

    if (solver->history)
        solver->history[0] = 1;
    o.final = residual_norm(A, b, x, r); /*           r = b - A x,  rho = ||r||   */
    o.initial = o.final;
    const double target = tolerance * o.initial;
    guard_start(solver, tolerance, o.initial);
    while (!finished(solver, end, target, limit, &o)) {
        const double before = o.final;
        int m = solver->cycle_length;
        if (solver->rules.exact_limit && limit - o.iterations < m)
            m = limit - o.iterations;
        guard_save(solver, x);
        start_sketch(solver, &o);
        end = cycle(solver, m, target, x, &o); /*     x = x + M^-1 (Q t)          */
        if (end != CYCLE_NOT_FINITE) {
            o.cycles++;
            o.final = residual_norm(A, b, x, r); /*   r = b - A x,  rho = ||r||   */
            end = check_sketch(solver, end, &o);
            if (solver->progress)
                solver->progress(&o);
        }
        if (!guard_accept(solver, b, x, end, before, &o))
            break;
        if (solver->expired && !(o.final <= target) &&
            solver->expired(A->halo.comm)) {
            o.reason = REASON_TIME;
            break;
        }
    }
    guard_finish(solver, b, x, &o);
    return o;
}
