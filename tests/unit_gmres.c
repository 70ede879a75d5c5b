/* tests/unit_gmres.c - GMRES against the oracle's, and reasons for which it can end;
 * cbgmres.t has breakdowns and stagnation. */
#include "fixture.h"
#include "gmres.h"
#include "tap.h"
#include <math.h>
#include <string.h>

enum { RESTART = 30, LIMIT = 10000 };

static struct policy policy(const char *name)
{
    struct policy P;
    if (!policy_find(name, &P))
        die("%s: no such policy", name);
    return P;
}

/* The oracle's right-hand side, b = A 1, and the tree's must be the same. */
static big *right_hand_side(const struct fixture *F)
{
    big *one = whole_create(F, 0), *b = whole_create(F, 0),
        *bound = whole_create(F, 0);
    for (int i = 0; i < F->A[0].n; i++)
        one[i] = 1;
    oracle_multiply(&F->A[0], one, b, (27 + 10) * 0x1p-53L, bound);
    small(fixture_error(F, 0, &F->h->b, b, bound, 0), 1, "b = A 1");
    arrays_free(one, bound);
    return b;
}

/* Bound for the error of ||b - A x|| that comes from rounding x and b to double and
 * from summation in double. */
static double residual_error(const struct fixture *F, const big *b, const big *x)
{
    big *size = whole_create(F, 0), *product = whole_create(F, 0);
    oracle_multiply(&F->A[0], x, product, 1, size);
    for (int i = 0; i < F->A[0].n; i++)
        size[i] += fabsl(b[i]);
    double norm = (double)oracle_norm(F->A[0].n, size);
    arrays_free(size, product);
    return (27 + 10) * 0x1p-53 * norm;
}

static void test_solve(const int n[3], enum stencil_values values,
                       enum row_order order, const char *policy_name)
{
    static const char *const problem[] = {"symmetric", "convection",
                                          "nonsymmetric"};
    const double tolerance = 1e-9;
    char name[128];
    snprintf(name, sizeof name, "%s, %s order, %s", problem[values],
             order == ORDER_COLOR ? "color" : "natural", policy_name);
    struct fixture F = fixture_create(n, values, order);
    struct policy P = policy(policy_name);
    struct gmres S =
        gmres_create(&F.h->level[0].A, precond_multigrid(F.h, &P), &P, RESTART);
    struct vector x = fixture_vector(&F, 0, F64);
    fixture_fill(&x, x.n, 0);
    S.history = NEW(double, (size_t)gmres_most(LIMIT, RESTART) + 1, "history");
    struct outcome o = gmres_solve(&S, &F.h->b, &x, tolerance, LIMIT);
    ok(o.reason == REASON_CONVERGED && o.location == NULL, "%s: converges", name);
    ok(o.final <= tolerance * o.initial && outcome_relative(&o) <= tolerance,
       "%s: to the tolerance", name);

    big *b = right_hand_side(&F), *X = whole_create(&F, 0);
    fixture_gather(&F, 0, &x, X);
    double truth = (double)oracle_residual(&F.A[0], b, X);
    small(fabs(truth - o.final), residual_error(&F, b, X),
          "%s: the residual that it reports is that of its solution", name);
    memset(X, 0, (size_t)F.A[0].n * sizeof(big));

    if (strcmp(policy_name, "double") == 0) {
        big *history = NEW(big, LIMIT + RESTART + 1, "history");
        struct oracle_outcome truth_of =
            oracle_gmres(F.A, b, X, RESTART, tolerance, LIMIT, history);
        ok(o.iterations == truth_of.iterations && o.cycles == truth_of.cycles,
           "%s: %d iterations, as the oracle's", name, truth_of.iterations);
        small(fabs(o.initial - (double)truth_of.first), residual_error(&F, b, X),
              "%s: first residual", name);
        /* An estimate is the norm of r0 after the projection on k vectors, each of
         * which has the rounding error of a V-cycle (three passes over the rows of
         * each level). */
        double error = 0, allowed = 3 * HPGMXP_LEVELS * (27 + 3) * 0x1p-53;
        for (int k = 0; k <= o.iterations && k <= truth_of.iterations; k++)
            error =
                larger(fabs(S.history[k] - (double)history[k]) / (k + 1), error);
        small(error, allowed, "%s: history", name);
        mem_free(history);
    }
    int falls = S.history[0] == 1;
    for (int k = 1; k <= o.iterations;
         k++) /* a new cycle may start a little higher */
        falls &= S.history[k] > 0 &&
                 (S.history[k] <= S.history[k - 1] * (1 + 4 * 0x1p-53) ||
                  strcmp(policy_name, "double") != 0 || k % RESTART == 1);
    ok(falls, "%s: the history starts at 1 and falls", name);
    arrays_free(S.history, b, X);
    vector_free(&x);
    gmres_free(&S);
    fixture_free(&F);
}

/* A solver of a small problem, in which the tests below plant mistakes. */
struct bench {
    struct fixture F;
    struct policy P;
    struct gmres S;
    struct vector x, b;
};

static struct bench bench_create(const char *policy_name, int restart)
{
    struct bench B;
    B.F = fixture_create((int[3]){8, 8, 8}, STENCIL_SYMMETRIC, ORDER_NATURAL);
    B.P = policy(policy_name);
    B.S = gmres_create(&B.F.h->level[0].A, precond_multigrid(B.F.h, &B.P), &B.P,
                       restart);
    B.x = vector_create(F64, B.F.h->level[0].A.n, B.F.h->level[0].A.halo_n, "x");
    B.b = vector_create(F64, B.F.h->level[0].A.n, 0, "b");
    double *host = fixture_read(&B.F.h->b);
    vector_write(&B.b, 0, B.b.n, host);
    mem_free(host);
    return B;
}

static void bench_free(struct bench *B)
{
    vectors_free(&B->x, &B->b);
    gmres_free(&B->S);
    fixture_free(&B->F);
}

static int names(const struct outcome *o, const char *location)
{
    return o->location && strstr(o->location, location) != NULL;
}

static void test_zero(const char *policy_name)
{
    struct bench B = bench_create(policy_name, RESTART);
    fixture_fill(&B.b, B.b.n, 0);
    struct outcome o = gmres_solve(&B.S, &B.b, &B.x, 1e-9, LIMIT);
    double most = 0;
    for (int i = 0; i < B.x.n; i++)
        most = larger(fabs(vector_get(&B.x, i)), most);
    ok(o.reason == REASON_CONVERGED && o.iterations == 0 &&
           outcome_relative(&o) == 0,
       "%s: b = 0 converges without an iteration", policy_name);
    small(most, 0, "%s: and x = 0", policy_name);
    fixture_fill(&B.x, B.x.n, 1);
    o = gmres_solve(&B.S, &B.F.h->b, &B.x, 1e-9, LIMIT);
    ok(o.reason == REASON_CONVERGED && o.iterations == 0,
       "%s: x = 1 is the solution already", policy_name);
    bench_free(&B);
}

static void test_not_finite_data(double bad, const char *policy_name)
{
    struct bench B = bench_create(policy_name, RESTART);
    if (tap_rank == tap_ranks - 1)
        vector_set(&B.b, B.b.n / 2, bad);
    struct outcome o = gmres_solve(&B.S, &B.b, &B.x, 1e-9, LIMIT);
    ok(o.reason == REASON_NOT_FINITE && o.iterations == 0 && names(&o, "residual"),
       "%s: %g in b is found in the first residual", policy_name, bad);
    if (tap_rank == 0)
        vector_set(&B.x, 3, bad);
    o = gmres_solve(&B.S, &B.F.h->b, &B.x, 1e-9, LIMIT);
    ok(o.reason == REASON_NOT_FINITE && o.iterations == 0 && names(&o, "residual"),
       "%s: %g in x as well", policy_name, bad);
    bench_free(&B);
}

static void test_limit(const char *policy_name)
{
    enum { SHORT = 5, STEPS = 10 };
    struct bench B = bench_create(policy_name, SHORT);
    int room = gmres_most(STEPS, SHORT) + 1;
    double *history = NEW(double, (size_t)room + 1, "history");
    for (int k = 0; k <= room; k++)
        history[k] = -7;
    B.S.history = history;
    struct outcome o = gmres_solve(&B.S, &B.b, &B.x, 0, STEPS);
    ok(o.reason == REASON_ITERATIONS && o.iterations == STEPS + SHORT &&
           o.cycles == 3 && o.iterations_squared == 3.0 * SHORT * SHORT,
       "%s: a limit of 10 and cycles of 5 make 15 iterations", policy_name);
    int filled = history[room] == -7;
    for (int k = 0; k <= o.iterations; k++)
        filled &= history[k] >= 0 && history[k] <= 1;
    for (int k = o.iterations + 1; k < room; k++)
        filled &= history[k] == -7;
    ok(filled, "%s: the history has one entry per iteration and no more",
       policy_name);
    mem_free(history);
    bench_free(&B);

    B = bench_create(policy_name, 1);
    o = gmres_solve(&B.S, &B.b, &B.x, 1e-6, LIMIT);
    ok(o.reason == REASON_CONVERGED && o.cycles == o.iterations,
       "%s: cycles of one vector", policy_name);
    bench_free(&B);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    const int n[3] = {8, 8, 8}, wide[3] = {16, 8, 8};
    for (int order = ORDER_NATURAL; order <= ORDER_COLOR; order++)
        for (int values = 0; values < 3; values++) {
            enum stencil_values v = (enum stencil_values)values;
            enum row_order r = (enum row_order)order;
            test_solve(values == 0 ? wide : n, v, r, "double");
            if (v != STENCIL_SYMMETRIC)
                test_solve(n, v, r, "mixed");
            for (int k = 1; v == STENCIL_SYMMETRIC && policy_name(k); k++)
                test_solve(n, v, r, policy_name(k));
        }
    static const char *const policies[] = {"double", "mixed", "half",
                                           "int16-flexible"};
    for (int k = 0; k < 4; k++) {
        test_zero(policies[k]);
        test_not_finite_data(NAN, policies[k]);
        test_not_finite_data(INFINITY, policies[k]);
        test_limit(policies[k]);
    }
    return done();
}
