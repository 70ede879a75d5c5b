/* common/solver/gmres.c - GMRES-IR: right preconditioned, restarted (1.2 to 1.4). */
#include "gmres.h"
#include "kernels.h"
#include "memory.h"
#include "restart.h"
#include <math.h>

/* Which step first made a NaN or Inf, judged from the vectors it left. */
static const char *find_place(struct gmres *S, const struct vector *v, double beta)
{
    const struct level *A = &S->h->level[0];
    if (!isfinite(vector_norm(A, v)))
        return "Krylov vector";
    if (!isfinite(vector_norm(A, &S->z)))
        return "preconditioner z = M^-1 q";
    spmv(A, &S->z, &S->w);
    if (!isfinite(vector_norm(A, &S->w)))
        return "matrix product w = A z";
    return isnan(beta) ? "orthogonalisation (NaN)" : "orthogonalisation (Inf)";
}

static double norm2(int k, const double *t)
{
    double norm = 0;
    for (int j = 0; j < k; j++)
        norm = hypot(norm, t[j]);
    return norm;
}

/* 1 for anything that has no nearest power of two (0, Inf, NaN). */
static double power_of_two_near(double x)
{
    return x > 0 && isfinite(x) ? exp2(rint(log2(x))) : 1;
}

/* sigma q_k as multigrid and SpMV are to see it: as stored or, if the basis has another
 * format, as it was before. */
static struct vector krylov_vector(struct gmres *S, int k, double scale,
                                   const struct vector *from)
{
    if (S->Q.format == S->policy.inner)
        return basis_column(&S->Q, k);
    vector_scale(S->sigma * scale, from, &S->v);
    return S->v;
}

/* A cycle that leaves more than this of the residual is idle; so many on end are the end. */
static const double IDLE = 0.999;
enum { IDLE_CYCLES = 5, SHORTEST = 4 /* steps that are tried again with fewer */ };

static double orthogonalize(struct gmres *S, int k, double *h)
{
    return S->watch ? orthogonality_watch(S->watch, &S->Q, k, &S->w, h)
                    : orthonormalize(&S->Q, k, &S->w, h);
}

enum ending { ENDED_FULL, ENDED_EXHAUSTED, ENDED_NOT_FINITE };

/* One cycle: steps 2 and 3 of the algorithm. */
static enum ending cycle(struct gmres *S, double target, struct vector *x,
                         struct outcome *o)
{
    const struct level *A = &S->h->level[0];
    const int m = S->length;
    double h[MAX_RESTART + 1], estimate = o->last;
    int k = 0, exhausted = 0;

    basis_store(&S->Q, 0, 1 / o->last, &S->r); /*              q_1 = r / rho            */
    struct vector v = krylov_vector(S, 0, 1 / o->last, &S->r);
    givens_start(&S->G, o->last); /*                           t = rho e_1              */
    while (k < m && !exhausted && !(estimate <= target) &&
           !restart_due(S, k, estimate, o->last)) {
        precond_apply(&S->M, &v, &S->z); /*                    z = M^-1 q_k             */
        if (S->Z.at)
            basis_store(&S->Z, k, 1 / S->sigma, &S->z);
        spmv(A, &S->z, &S->w); /*                              w = A z                  */
        double beta = orthogonalize(S, k + 1, h); /*           h, w; q_{k+1} = w / beta */
        beta /= S->sigma;
        for (int j = 0; j <= k; j++)
            h[j] /= S->sigma;
        o->iterations++;
        if (!isfinite(beta)) {
            o->place = find_place(S, &v, beta);
            return ENDED_NOT_FINITE;
        }
        S->size[k] = hypot(norm2(k + 1, h), beta);
        estimate = givens_add(&S->G, k++, h, beta); /*         rho = |t_{k+1}|          */
        if (S->history)
            S->history[o->iterations] = estimate / o->first;
        exhausted = beta == 0;
        if (k < m && !exhausted)
            v = krylov_vector(S, k, 1 / (S->sigma * beta), &S->w);
    }
    o->steps = k;
    o->iterations_squared += (double)k * k;
    givens_solve(&S->G, k, S->t); /*              t = H^-1 t               */
    double tau = power_of_two_near(S->sigma / norm2(k, S->t));
    for (int j = 0; j < k; j++)
        S->t[j] *= tau;
    if (S->Z.at) {
        basis_combine(&S->Z, k, S->t, &S->z); /*              z = Z t, or              */
    } else {
        basis_combine(&S->Q, k, S->t, &S->w); /*              r = Q t                  */
        precond_apply(&S->M, &S->w, &S->z);   /*              z = M^-1 r               */
    }
    vector_axpy(1 / tau, &S->z, x); /*              x += z, in f64           */
    return exhausted ? ENDED_EXHAUSTED : ENDED_FULL;
}

/* After a cycle that began with a residual of `before`: is the solve to go on? If not,
 * o->why is set. An update that raised the residual is taken back, and the next cycle is
 * half as long. */
static int judge_cycle(struct gmres *S, const struct vector *b, struct vector *x,
                       enum ending ending, double before, struct outcome *o)
{
    if (ending == ENDED_EXHAUSTED && o->last >= before) {
        o->why = WHY_BREAKDOWN;
        return 0;
    }
    if (!S->rules.guard)
        return 1;
    if (!(o->last <= before)) {
        vector_scale(1, &S->x, x);
        o->last = residual(&S->h->level[0], b, x, &S->r);
        o->why = WHY_REJECTED;
        restart_shorten(S, o->steps);
        return o->steps >= SHORTEST;
    }
    restart_learn(S, before, o->last);
    S->idle = o->last > IDLE * before ? S->idle + 1 : 0;
    o->why = WHY_STAGNATION;
    return S->idle < IDLE_CYCLES;
}

struct outcome gmres_solve(struct gmres *S, const struct vector *b, struct vector *x,
                           double tolerance, int limit)
{
    const struct level *A = &S->h->level[0];
    struct outcome o = {.why = WHY_ITERATIONS};
    enum ending ending = ENDED_FULL;
    S->idle = 0;
    restart_reset(S);
    o.first = o.last = residual(A, b, x, &S->r); /*            1. r = b - A x           */
    if (S->history)
        S->history[0] = 1;
    for (;;) {
        if (!isfinite(o.last)) {
            o.place = "residual r = b - A x";
            o.why = WHY_NOT_FINITE;
            return o;
        }
        if (o.last <= tolerance * o.first) {
            o.why = ending == ENDED_EXHAUSTED ? WHY_EXACT : WHY_CONVERGED;
            return o;
        }
        if (o.iterations > limit) {
            o.why = WHY_ITERATIONS;
            return o;
        }
        const double before = o.last;
        if (S->rules.guard)
            vector_scale(1, x, &S->x);
        ending = cycle(S, tolerance * o.first, x, &o); /*      2. and 3.                */
        if (ending == ENDED_NOT_FINITE) {
            o.why = WHY_NOT_FINITE;
            return o;
        }
        o.cycles++;
        o.last = residual(A, b, x, &S->r); /*                  1. r = b - A x           */
        if (S->progress)
            S->progress(&o);
        if (!judge_cycle(S, b, x, ending, before, &o))
            return o;
    }
}

int gmres_most(int limit, int restart)
{
    return limit + restart;
}

double outcome_relative(const struct outcome *o)
{
    return o->first > 0 ? o->last / o->first : o->last;
}

const char *why_name(enum why why)
{
    static const char *const name[] = {"converged", "happy breakdown", "iteration limit",
                                       "breakdown", "stagnation",      "update rejected",
                                       "not finite"};
    return name[why];
}

int outcome_good(const struct outcome *o)
{
    return o->why == WHY_CONVERGED || o->why == WHY_EXACT;
}

struct gmres gmres_create(const struct hierarchy *h, struct precond M,
                          const struct policy *policy, int restart)
{
    const struct level *A = &h->level[0];
    const enum format inner = policy->inner;
    struct gmres S = {.h = h, .M = M, .policy = *policy, .restart = restart};
    S.r = vector_create(F64, A->n, 0, "residual");
    if (policy->basis != inner)
        S.v = vector_create(inner, A->n, 0, "Krylov vector");
    S.z = vector_create(inner, A->n, A->halo_n, "preconditioned vector");
    S.w = vector_create(inner, A->n, 0, "product A z");
    S.sigma = power_of_two_near(sqrt((double)A->global_rows));
    S.Q = basis_create(policy->basis, A->n, restart + 1, 1 / S.sigma, policy->rule,
                       h->comm);
    if (policy->update != FORMATS)
        S.Z = basis_create(policy->update, A->n, restart, 1 / S.sigma, policy->rule,
                           h->comm);
    S.G = givens_create(restart);
    S.t = NEW(double, (size_t)restart, "small solution");
    S.size = NEW(double, (size_t)restart, "sizes of A z");
    return S;
}

void gmres_set_rules(struct gmres *S, struct gmres_rules rules)
{
    S->rules = rules;
    if (rules.guard)
        S->x = vector_create(F64, S->r.n, 0, "solution before a cycle");
}

void gmres_free(struct gmres *S)
{
    vector_free(&S->r);
    vector_free(&S->x);
    vector_free(&S->v);
    vector_free(&S->z);
    vector_free(&S->w);
    basis_free(&S->Q);
    basis_free(&S->Z);
    precond_free(&S->M);
    givens_free(&S->G);
    mem_free(S->t);
    mem_free(S->size);
}

size_t gmres_cost(int n, int halo, const struct policy *policy, int restart)
{
    enum format inner = policy->inner;
    return vector_cost(F64, n, 0) +
           (policy->basis != inner ? vector_cost(inner, n, 0) : 0) +
           vector_cost(inner, n, halo) + vector_cost(inner, n, 0) +
           basis_cost(policy->basis, n, restart + 1) +
           (policy->update != FORMATS ? basis_cost(policy->update, n, restart) : 0);
}
