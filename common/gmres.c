/* common/gmres.c - GMRES-IR: right preconditioned, restarted, CGS2 (spec section 4). */
#include "gmres.h"
#include "kernels.h"
#include "memory.h"
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

enum ending { ENDED_FULL, ENDED_EXHAUSTED, ENDED_NOT_FINITE };

/* One cycle: steps 2 and 3 of the algorithm. */
static enum ending cycle(struct gmres *S, double target, struct vector *x,
                         struct outcome *o)
{
    const struct level *A = &S->h->level[0];
    const int m = S->restart;
    double h[MAX_RESTART + 1], estimate = o->last;
    int k = 0, exhausted = 0;

    basis_store(&S->Q, 0, 1 / o->last, &S->r); /*              q_1 = r / rho            */
    struct vector v = krylov_vector(S, 0, 1 / o->last, &S->r);
    givens_start(&S->G, o->last); /*                           t = rho e_1              */
    while (k < m && !exhausted && !(estimate <= target)) {
        precondition(&S->M, &v, &S->z); /*                     z = M^-1 q_k             */
        if (S->Z.at)
            basis_store(&S->Z, k, 1 / S->sigma, &S->z);
        spmv(A, &S->z, &S->w); /*                              w = A z                  */
        double beta = orthonormalize(&S->Q, k + 1, &S->w, h); /* h, w; q_{k+1} = w/beta */
        beta /= S->sigma;
        for (int j = 0; j <= k; j++)
            h[j] /= S->sigma;
        o->iterations++;
        if (!isfinite(beta)) {
            o->place = find_place(S, &v, beta);
            return ENDED_NOT_FINITE;
        }
        estimate = givens_add(&S->G, k++, h, beta); /*         rho = |t_{k+1}|          */
        if (S->history)
            S->history[o->iterations] = estimate / o->first;
        exhausted = beta == 0;
        if (k < m && !exhausted)
            v = krylov_vector(S, k, 1 / (S->sigma * beta), &S->w);
    }
    o->iterations_squared += (double)k * k;
    givens_solve(&S->G, k, S->t); /*              t = H^-1 t               */
    double tau = power_of_two_near(S->sigma / norm2(k, S->t));
    for (int j = 0; j < k; j++)
        S->t[j] *= tau;
    if (S->Z.at) {
        basis_combine(&S->Z, k, S->t, &S->z); /*              z = Z t, or              */
    } else {
        basis_combine(&S->Q, k, S->t, &S->w); /*              r = Q t                  */
        precondition(&S->M, &S->w, &S->z);    /*              z = M^-1 r               */
    }
    vector_axpy(1 / tau, &S->z, x); /*              x += z, in f64           */
    return exhausted ? ENDED_EXHAUSTED : ENDED_FULL;
}

struct outcome gmres_solve(struct gmres *S, const struct vector *b, struct vector *x,
                           double tolerance, int limit)
{
    const struct level *A = &S->h->level[0];
    struct outcome o = {.why = WHY_ITERATIONS};
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
            o.why = WHY_CONVERGED;
            return o;
        }
        if (o.iterations > limit)
            return o;
        double before = o.last;
        enum ending ending = cycle(S, tolerance * o.first, x, &o); /* 2. and 3.         */
        if (ending == ENDED_NOT_FINITE) {
            o.why = WHY_NOT_FINITE;
            return o;
        }
        o.cycles++;
        o.last = residual(A, b, x, &S->r); /*                  1. r = b - A x           */
        if (S->progress)
            S->progress(&o);
        if (ending == ENDED_EXHAUSTED && o.last >= before) {
            o.why = WHY_BREAKDOWN;
            return o;
        }
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
    static const char *const name[] = {"converged", "iteration limit", "breakdown",
                                       "not finite"};
    return name[why];
}

struct gmres gmres_create(const struct hierarchy *h, const struct policy *policy,
                          int restart)
{
    const struct level *A = &h->level[0];
    const enum format inner = policy->inner;
    struct gmres S = {.h = h, .policy = *policy, .restart = restart};
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
    S.M = multigrid_create(h, policy, inner);
    S.G = givens_create(restart);
    S.t = NEW(double, (size_t)restart, "small solution");
    return S;
}

void gmres_free(struct gmres *S)
{
    vector_free(&S->r);
    vector_free(&S->v);
    vector_free(&S->z);
    vector_free(&S->w);
    basis_free(&S->Q);
    basis_free(&S->Z);
    multigrid_free(&S->M);
    givens_free(&S->G);
    mem_free(S->t);
}

size_t gmres_cost(const struct grid *g, int levels, const struct policy *policy,
                  int restart)
{
    int n = grid_rows(g);
    enum format inner = policy->inner;
    return vector_cost(F64, n, 0) +
           (policy->basis != inner ? vector_cost(inner, n, 0) : 0) +
           vector_cost(inner, n, grid_halo(g)) + vector_cost(inner, n, 0) +
           basis_cost(policy->basis, n, restart + 1) +
           (policy->update != FORMATS ? basis_cost(policy->update, n, restart) : 0) +
           multigrid_cost(g, levels, policy, inner);
}
