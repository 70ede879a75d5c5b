/* tests/checker/solve_tests.c - whole solves by GMRES with the V-cycle, for a random solution.
 *
 * The residual and the error of the solution are computed from the private copy of
 * the matrix in long double.
 */
#include "gmres.h"
#include "memory.h"
#include "rows.h"
#include "tests.h"
#include "verdict.h"
#include <math.h>

enum { RESTART = 30, LIMIT = 600 };

/* b = A x for random x, from the private copy. */
static void make_system(const struct problem *p, uint64_t seed, double *x,
                        struct vector *b)
{
    const struct csr *A = &p->checked[0].copy;
    struct seeded random = {seed};
    for (int i = 0; i < A->n; i++)
        x[i] = seeded_in(&random, -1, 1);
    for (int i = 0; i < A->n; i++) {
        big sum = 0;
        for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++)
            sum += (big)A->val[e] * x[A->col[e]];
        vector_set(b, i, (double)sum);
    }
}

/* The residual of x relative to b, and the largest error of an entry of x. */
static void measure(const struct problem *p, const struct vector *b,
                    const struct vector *x, const double *exact,
                    struct solve_result *r)
{
    const struct csr *A = &p->checked[0].copy;
    double *got = NEW(double, (size_t)A->n, "solution");
    vector_read(x, 0, A->n, got);
    big squares = 0, norm = 0, error = 0;
    for (int i = 0; i < A->n; i++) {
        const double bi = vector_get(b, i);
        big sum = bi;
        for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++)
            sum -= (big)A->val[e] * got[A->col[e]];
        squares += sum * sum;
        norm += (big)bi * bi;
        const big wrong = fabsl((big)got[i] - exact[i]);
        error = isnan(wrong) || wrong > error ? wrong : error;
    }
    r->residual = (double)sqrtl(squares / norm);
    r->error = (double)error;
    mem_free(got);
}

struct solve_result solve_once(struct problem *p, const char *name,
                               const char *test, int rows, uint64_t seed, int timed)
{
    struct policy policy = {0};
    struct solve_result result = {0};
    const struct matrix *A = &p->h->level[0].A;
    policy_find(name, &policy);
    watch.on = 0;
    struct gmres S =
        gmres_create(A, precond_multigrid(p->h, &policy), &policy, RESTART);
    S.stagnation_limit = STAGNANT_CYCLES;
    struct vector x = vector_create(F64, A->n, A->halo_n, "solution"),
                  b = vector_create(F64, A->n, 0, "right-hand side");
    double *exact = NEW(double, (size_t)A->n, "exact solution");
    make_system(p, seed, exact, &b);
    watch_start(test, rows, seed, timed);
    phase_reset();
    const double start = judge_clock();
    const struct outcome o = gmres_solve(&S, &b, &x, 1e-9, LIMIT);
    result.seconds = judge_clock() - start - watch.paused;
    watch.on = 0;
    result.phases = *phase_read();
    result.iterations = o.iterations;
    result.reason = reason_name(o.reason);
    measure(p, &b, &x, exact, &result);
    const double reported = outcome_relative(&o);
    if (!(fabs(reported - result.residual) <= 1e-12 + 1e-3 * result.residual))
        verdict_text(result.residual > 1e-8 ? FEWER : WRONG,
                     "the solver reports the relative residual %.2e after %d "
                     "iterations, but that of its solution is %.2e",
                     reported, o.iterations, result.residual);
    else if (!outcome_good(&o))
        verdict_text(WRONG, "%s after %d iterations, relative residual %.2e",
                     result.reason, o.iterations, result.residual);
    mem_free(exact);
    vector_free(&x);
    vector_free(&b);
    gmres_free(&S);
    return result;
}
