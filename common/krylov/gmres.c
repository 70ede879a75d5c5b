/* common/krylov/gmres.c - restarted GMRES inside iterative refinement; see gmres.h.
 *
 * The variable k is the number of columns in use, as in the equations, which count
 * the columns from q_1. C arrays start at 0: q_k has the index k - 1.
 *
 * The vectors q, z and w of the code are sigma q_k, sigma M^-1 q_k and sigma A
 * M^-1 q_k. orthonormalize then returns sigma h and sigma beta; gmres_add_column divides
 * them by sigma.
 */
#include "gmres.h"
#include "kernels.h"
#include "memory.h"
#include "scaling.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* ---- The algorithm ---- */

/* One cycle from the residual r = b - A x of norm rho = o->final. It ends after `most` steps,
 * or earlier if the estimate of the residual norm is at most `target` or if the Krylov
 * space is exhausted: beta = 0, and there is no q_{k+1}. */
static void cycle(struct gmres *solver, double target, int most, struct vector *x,
                  struct outcome *o)
{
    struct basis *Q = &solver->Q;
    struct vector *w = &solver->w;
    const double goal = fmax(target, solver->attainable * o->final);
    double beta, estimate, *h = solver->h;
    int k = 0;

    gmres_start_cycle(solver, o); /*                  q_1 = r / rho         (1.2) */
    do {
        k++;                       /*                 for k = 1, 2, ...     (1.3) */
        gmres_multiply(solver, k); /*                     z = M^-1 q_k,  w = A z  */
        beta = orthonormalize(Q, k, w, h); /*             h, beta, q_{k+1}  (1.5) */
        estimate = gmres_add_column(solver, k, beta, o); /* |g_{k+1}|             */
    } while (k < most && beta > 0 && estimate > goal);
    gmres_update_solution(solver, k, x, o); /*        x = x + M^-1 (Q_k t)  (1.4) */
}

struct outcome gmres_solve(struct gmres *solver, const struct vector *b,
                           struct vector *x, double tolerance, int limit)
{
    struct outcome o = gmres_start(solver, b, x, tolerance);
    /*                                                r = b - A x,  rho = ||r||   */
    const double target = tolerance * o.initial;
    const int m = solver->restart, exact = solver->exact_limit;

    /* After exactly `limit` iterations another cycle starts: the rule of the HPG-MxP codes. */
    while (!gmres_finished(solver, target, exact ? limit : limit + 1, &o)) {
        const int left = limit - o.iterations;
        cycle(solver, target, exact && left < m ? left : m, x, &o);
        /*                                            x = x + M^-1 (Q_k t)        */
        gmres_residual(solver, b, x, &o); /*          r = b - A x,  rho = ||r||   */
        gmres_count_stagnant(&o);
    }
    return o;
}

/* ---- The steps of a cycle ---- */

/* sigma q_k in a format that M reads: the copy v, else the entries of the stored column. Those
 * are sigma q_k, because the unit of the basis is 1 / sigma. */
static struct vector krylov_vector(const struct gmres *solver, int k)
{
    return solver->v.data ? solver->v : basis_column(&solver->Q, k - 1);
}

void gmres_start_cycle(struct gmres *solver, struct outcome *o)
{
    solver->norm = o->final;
    basis_store(&solver->Q, 0, 1 / o->final, &solver->r); /* q_1 = r / rho        */
    givens_start(&solver->G, o->final); /*            g = rho e_1                 */
    o->end = CYCLE_COMPLETE;
}

void gmres_multiply(struct gmres *solver, int k)
{
    struct vector *z = &solver->z, *w = &solver->w, *v = &solver->v;
    if (v->data) /* q_k before it was rounded to the format of the basis */
        vector_scale(solver->sigma / solver->norm, k == 1 ? &solver->r : w, v);
    const struct vector q = krylov_vector(solver, k);
    precond_apply(&solver->M, &q, z, &solver->A_inner, w);
    /*                                                z = M^-1 q_k,  w = A z      */
}

/* Returns the operation of (1.3) that first produced a NaN or Inf. */
static const char *find_location(struct gmres *solver, int k, double beta)
{
    const struct matrix *A = solver->A;
    const struct vector q = krylov_vector(solver, k);
    if (!isfinite(vector_norm(A, &q)))
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

double gmres_add_column(struct gmres *solver, int k, double beta, struct outcome *o)
{
    double *h = solver->h;
    o->iterations++;
    if (solver->history)
        solver->history[o->iterations] = NAN; /* no estimate so far */
    if (!isfinite(beta)) {
        o->end = CYCLE_NOT_FINITE;
        o->location = find_location(solver, k, beta);
        return NAN;
    }
    for (int j = 0; j < k; j++)
        h[j] /= solver->sigma;
    solver->norm = beta;
    if (!(beta > 0))
        o->end = CYCLE_EXHAUSTED;
    const double estimate = givens_add(&solver->G, k - 1, h, beta / solver->sigma);
    if (solver->history)
        solver->history[o->iterations] = estimate / o->initial;
    return estimate;
}

/* x += M^-1 (Q_k t). First t is scaled to a norm near sigma, so that Q t and z have
 * entries of size 1. The arrays of z and w serve for other vectors than in (1.3). */
void gmres_update_solution(struct gmres *solver, int k, struct vector *x,
                           struct outcome *o)
{
    struct vector *z = &solver->z, *w = &solver->w;
    double *t = solver->t;
    if (o->end == CYCLE_NOT_FINITE)
        return;
    givens_solve(&solver->G, k, t); /*                min || rho e_1 - H t ||     */
    const double tau = scaling_power_of_two(solver->sigma / scaling_norm(k, t));
    for (int j = 0; j < k; j++)
        t[j] *= tau; /*                               t = tau t                   */
    basis_combine(&solver->Q, k, t, w); /*            w = Q t                     */
    precond_apply(&solver->M, w, z, NULL, NULL); /*   z = M^-1 w                  */
    vector_axpy(1 / tau, z, x); /*                    x = x + z / tau, in f64     */
    o->steps = k;
    o->iterations_squared += (double)k * k;
    o->cycles++;
}

/* ---- The steps of a solve ---- */

/* Smaller numbers have fewer bits in f64. */
static const double LEAST_NORMAL = 0x1p-1022;

/* Whether ||r|| <= tolerance * initial cannot be reached, unless by chance: the tolerance is below the
 * unit roundoff of f64, or the norm below its smallest normal number. */
static int unreachable(double tolerance, double initial)
{
    return tolerance > 0 && initial > 0 &&
           (tolerance < format_roundoff(F64) || tolerance * initial < LEAST_NORMAL);
}

struct outcome gmres_start(struct gmres *solver, const struct vector *b,
                           struct vector *x, double tolerance)
{
    residual(solver->A, b, x, &solver->r);
    const double rho = vector_norm(solver->A, &solver->r);
    const struct outcome o = {.initial = rho,
                              .final = rho,
                              .least = rho,
                              .unreachable = unreachable(tolerance, rho)};
    if (solver->history)
        solver->history[0] = outcome_relative(&o);
    return o;
}

void gmres_residual(struct gmres *solver, const struct vector *b, struct vector *x,
                    struct outcome *o)
{
    const double before = o->final;
    if (o->end == CYCLE_NOT_FINITE)
        return; /* x is unchanged */
    residual(solver->A, b, x, &solver->r);
    o->final = vector_norm(solver->A, &solver->r);
    if (o->end == CYCLE_EXHAUSTED && o->final >= before)
        o->end = CYCLE_BREAKDOWN;
    if (solver->progress)
        solver->progress(o);
}

/* Returns 1 and sets o->reason if the number of stagnant cycles has reached its limit. */
static int stagnates(const struct gmres *solver, struct outcome *o)
{
    const int limit = solver->exact_limit && o->unreachable
                          ? STAGNANT_CYCLES
                          : solver->stagnation_limit;
    if (limit == 0 || o->stagnant < limit)
        return 0;
    o->reason = o->final > o->initial ? REASON_DIVERGENCE : REASON_STAGNATION;
    return 1;
}

int gmres_finished(struct gmres *solver, double target, int limit,
                   struct outcome *o)
{
    if (o->end == CYCLE_NOT_FINITE) {
        o->reason = REASON_NOT_FINITE;
    } else if (!isfinite(o->final)) {
        o->location = residual_location(solver);
        o->reason = REASON_NOT_FINITE;
    } else if (o->final <= target) {
        o->reason = o->end == CYCLE_EXHAUSTED ? REASON_EXACT : REASON_CONVERGED;
    } else if (o->end == CYCLE_BREAKDOWN) {
        o->reason = REASON_BREAKDOWN;
    } else if (o->iterations >= limit) {
        o->reason = REASON_ITERATIONS;
    } else {
        return stagnates(solver, o);
    }
    return 1;
}

/* A cycle is stagnant if the residual norm is not less than STAGNANT_RATIO times the
 * smallest one so far. */
static const double STAGNANT_RATIO = 0.999;

void gmres_count_stagnant(struct outcome *o)
{
    o->stagnant = o->final < STAGNANT_RATIO * o->least ? 0 : o->stagnant + 1;
    o->least = fmin(o->least, o->final);
}

/* ---- What a residual proves ---- */

/* (11.6), where terms^2 = s. An entry that is NaN is passed over: such an x does not converge. */
double gmres_rounding(const struct gmres *solver, const struct vector *x,
                      double tolerance, struct outcome *o)
{
    const struct matrix *A = solver->A;
    double rounding = 0;
    if (tolerance > 0) {
        const double most = vector_distance(x, NULL, 0, A->comm),
                     u = format_roundoff(F64);
        rounding =
            fmin(fmax(u * o->initial, A->terms * u * most * A->terms), DBL_MAX);
    }
    if (outcome_good(o) && !(rounding <= tolerance * o->initial))
        o->reason = REASON_ROUNDING;
    return rounding;
}

/* ---- Set-up ---- */

/* A cycle cannot reduce the residual below the rounding errors of the matrix in i8: it
 * ends at ROUNDING_FACTOR times the largest error of an entry, relative to the largest
 * entry of its row (row_scale.h). For ill-conditioned matrices ||E d|| is much larger than
 * that, and the solve stagnates. */
static const double ROUNDING_FACTOR = 4;

struct gmres gmres_create(const struct matrix *A, struct precond M,
                          const struct policy *policy, int restart)
{
    const enum format inner = policy->inner, q = precond_format_q(&M, inner);
    struct gmres solver = {.A = A, .M = M, .policy = *policy, .restart = restart};
    solver.A_inner = *A;
    memcpy(solver.A_inner.formats, policy->matrix, sizeof policy->matrix);
    solver.r = vector_create(F64, A->n, 0, "residual");
    if (policy->basis != inner && policy->basis != q) /* M cannot read the column */
        solver.v = vector_create(q, A->n, 0, "Krylov vector");
    solver.z = vector_create(precond_format_z(&M, inner), A->n, A->halo_n,
                             "preconditioned vector");
    solver.w = vector_create(inner, A->n, 0, "product A z");
    solver.sigma = scaling_power_of_two(sqrt((double)A->global_rows));
    solver.Q = basis_create(policy->basis, A->n, restart + 1, 1 / solver.sigma,
                            policy->rule, A->comm);
    solver.G = givens_create(restart);
    solver.h = NEW(double, (size_t)restart, "column of H");
    solver.t =
        NEW(double, (size_t)restart, "solution of the least-squares problem");
    if (solver.A_inner.formats[solver.z.format] == I8) /* the matrix of (1.3) */
        solver.attainable = ROUNDING_FACTOR * A->rounding.error;
    solver.stagnation_limit = solver.attainable > 0 ? STAGNANT_CYCLES : 0;
    return solver;
}

void gmres_free(struct gmres *solver)
{
    vector_free(&solver->r);
    vector_free(&solver->v);
    vector_free(&solver->z);
    vector_free(&solver->w);
    basis_free(&solver->Q);
    precond_free(&solver->M);
    givens_free(&solver->G);
    mem_free(solver->h);
    mem_free(solver->t);
}

int gmres_most(int limit, int restart)
{
    return limit + restart;
}

int gmres_full_cycles(int limit, int restart)
{
    return limit / restart + 1;
}
