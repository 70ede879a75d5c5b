/* tests/checker/solve_tests.c - whole solves by GMRES with the V-cycle, for a random solution.
 *
 * A system is solved three times: some rows of the results of all calls are checked in the first
 * solve, and none in the other two. The residual of each solution is computed from the private
 * copy of the matrix in long double, and all solves must need the same number of iterations.
 */
#include "finding.h"
#include "gmres.h"
#include "multigrid.h"
#include "memory.h"
#include "tests.h"
#include <math.h>
#include <stdio.h>

enum { RESTART = 30, LIMIT = 600, ROWS = 40 };

struct solve_result {
    struct outcome outcome;
    double residual; /* recomputed, relative to the norm of b */
};

/* b = A x for random x, from the private copy. */
static void make_system(const struct problem *p, uint64_t seed, struct vector *b)
{
    const struct csr *A = &p->checked[0].copy;
    double *x = NEW(double, (size_t)A->n, "exact solution");
    struct seeded random = {seed};
    for (int i = 0; i < A->n; i++)
        x[i] = seeded_in(&random, -1, 1);
    for (int i = 0; i < A->n; i++) {
        big sum = 0;
        for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++)
            sum += (big)A->val[e] * x[A->col[e]];
        vector_set(b, i, (double)sum);
    }
    mem_free(x);
}

/* ||b - A x|| / ||b|| */
static double residual_of(const struct problem *p, const struct vector *b,
                          const struct vector *x)
{
    const struct csr *A = &p->checked[0].copy;
    double *got = NEW(double, (size_t)A->n, "solution");
    vector_read(x, 0, A->n, got);
    big squares = 0, norm = 0;
    for (int i = 0; i < A->n; i++) {
        const double bi = vector_get(b, i);
        big sum = bi;
        for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++)
            sum -= (big)A->val[e] * got[A->col[e]];
        squares += sum * sum;
        norm += (big)bi * bi;
    }
    mem_free(got);
    return (double)sqrtl(squares / norm);
}

/* One solve, with or without checks. */
static struct solve_result solve_once(struct problem *p,
                                      const struct hpgmxp_policy *policy, const char *test,
                                      uint64_t seed, int checked)
{
    struct solve_result r;
    const struct matrix *A = &p->h->level[0].A;
    watch_start(test, ROWS, seed);
    watch.on = 0;
    struct gmres S =
        gmres_create(A, precond_multigrid(p->h, policy), &policy->gmres, RESTART);
    S.stagnation_limit = STAGNANT_CYCLES;
    struct vector x = vector_create(F64, A->n, A->halo_n, "solution"),
                  b = vector_create(F64, A->n, 0, "right-hand side");
    make_system(p, seed, &b);
    watch_step(5, "a solve");
    watch.on = checked;
    r.outcome = gmres_solve(&S, &b, &x, 1e-9, LIMIT);
    watch.on = 0;
    r.residual = residual_of(p, &b, &x);
    const double reported = outcome_relative(&r.outcome);
    if (!(fabs(reported - r.residual) <= 1e-12 + 1e-3 * r.residual))
        finding_test("the solver reports the relative residual %.2e after %d "
                     "iterations, but its solution has %.2e",
                     reported, r.outcome.iterations, r.residual);
    else if (!outcome_good(&r.outcome))
        finding_test("%s after %d iterations, relative residual %.2e",
                     reason_name(r.outcome.reason), r.outcome.iterations,
                     r.residual);
    vector_free(&x);
    vector_free(&b);
    gmres_free(&S);
    return r;
}

static void compare(const struct solve_result *free,
                    const struct solve_result *checked)
{
    if (free->outcome.iterations != checked->outcome.iterations)
        finding_test("%d iterations, and %d in a solve of the same system whose "
                     "calls are checked",
                     free->outcome.iterations, checked->outcome.iterations);
}

void solve_test(struct problem *p, const char *name, const char *test,
                uint64_t seed)
{
    struct hpgmxp_policy policy;
    static struct solve_result r[3];
    char which[120];
    hpgmxp_policy_find(name, &policy);
    for (int k = 0; k < 3; k++) {
        snprintf(which, sizeof which, "%s, solve %d of 3%s", test, k + 1,
                 k == 0 ? ", checked" : "");
        r[k] = solve_once(p, &policy, which, seed, k == 0);
    }
    for (int k = 1; k < 3; k++)
        compare(&r[k], &r[0]);
    printf("{\"iterations\": %d, \"residual\": \"%.9g\"}\n",
           r[2].outcome.iterations, r[2].residual);
    for (int k = 0; k < WATCHED; k++)
        finding_write(&results[k]);
}
