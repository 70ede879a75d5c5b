/* common/program/bench_check.c - checks the timed solves of the verb bench. */
#include "bench_check.h"
#include "memory.h"
#include <math.h>
#include <string.h>

/* Two solves of the same system by the same program differ only if sums are added
 * in another order. In the policy double this changes the history by far less than
 * 1 %. A low-precision cycle multiplies its residual by an error of a few unit
 * roundoffs. */
double checks_allowed(const struct policy *p)
{
    double u = format_roundoff(p->inner);
    u = fmax(u, format_roundoff(p->basis));
    for (int l = 0; l < MAX_LEVELS; l++)
        u = fmax(u, format_roundoff(p->mg[l]));
    return fmax(0.01, 32 * u);
}

/* A solve stops after the first cycle that exceeds the limit (gmres_solve). */
static int iterations_wanted(const struct options *o)
{
    return (o->limit / o->restart + 1) * o->restart;
}

struct solve_checks checks_start(const struct hierarchy *h, const struct options *o,
                                 struct gmres *S, int solves,
                                 const struct validated *v)
{
    const size_t most = (size_t)gmres_most(o->limit, o->restart) + 1;
    struct solve_checks checks = {.h = h,
                                  .options = o,
                                  .history = NEW(double, most, "residual history"),
                                  .expected = NEW(double, most, "residual history"),
                                  .allowed = checks_allowed(&S->policy)};
    checks.record =
        mem_zero((size_t)solves, sizeof *checks.record, "records of the solves");
    if (v) {
        checks.expected_length = v->length < (int)most ? v->length : (int)most;
        memcpy(checks.expected, v->history,
               (size_t)checks.expected_length * sizeof(double));
    }
    S->history = checks.history;
    return checks;
}

struct solve_record *checks_finish(struct solve_checks *checks, struct gmres *S)
{
    S->history = NULL;
    mem_free(checks->history);
    mem_free(checks->expected);
    return checks->record;
}

/* Stores the largest relative difference from the expected history in *r. Estimates
 * near the rounding errors of the residual are not compared. */
static void compare_history(const struct solve_checks *checks,
                            struct solve_record *r)
{
    const double noise = 100 * r->solution.rounding / r->initial;
    const int last = r->iterations + 1 < checks->expected_length
                         ? r->iterations + 1
                         : checks->expected_length;
    r->difference = 0;
    for (int k = 0; k < last; k++) {
        const double wanted = checks->expected[k];
        const double d = fabs(checks->history[k] - wanted) / wanted;
        if (wanted > noise && !(d <= r->difference)) {
            r->difference = d;
            r->worst = k;
            r->obtained = checks->history[k];
            r->wanted = wanted;
        }
    }
}

void checks_after_solve(void *pointer, int k, const struct outcome *o,
                        const struct vector *x)
{
    struct solve_checks *checks = pointer;
    struct solve_record *r = &checks->record[k];
    const enum stencil_values values =
        (enum stencil_values)checks->options->problem;
    *r = (struct solve_record){.iterations = o->iterations,
                               .initial = o->initial,
                               .reported = o->final,
                               .solution = solution_check(checks->h, values, x)};
    if (checks->expected_length > 0) {
        compare_history(checks, r);
    } else if (k == 0) {
        checks->expected_length = r->iterations + 1;
        memcpy(checks->expected, checks->history,
               (size_t)checks->expected_length * sizeof(double));
    }
}

int checks_residual(struct report *r, const char *what,
                    const struct solve_record *s)
{
    const double residual = s->solution.residual;
    if (fabs(s->reported - residual) <= s->solution.rounding + 1e-6 * residual)
        return 0;
    report_invalid(r,
                   "%s: the solver reports the residual %.3e, but the residual of "
                   "its solution is %.3e",
                   what, s->reported, residual);
    return 1;
}

/* Adds a reason if the record *s shows that a solve is wrong. Returns 1 if it did. */
static int judge_solve(struct report *r, const char *what,
                       const struct solve_record *s, const struct policy *p)
{
    const int wanted = iterations_wanted(r->options);
    const double true_residual = s->solution.residual;
    if (!isfinite(true_residual) || !isfinite(s->solution.error))
        report_invalid(r, "%s: the solution contains NaN or Inf", what);
    else if (checks_residual(r, what, s))
        return 1;
    else if (s->iterations < wanted && !(true_residual <= 4 * s->solution.rounding))
        report_invalid(r, "%s: %d iterations instead of %d", what, s->iterations,
                       wanted);
    else if (!(s->difference <= checks_allowed(p)))
        report_invalid(r,
                       "%s: in iteration %d the relative residual is %.3e, but it "
                       "was %.3e in the validation",
                       what, s->worst, s->obtained, s->wanted);
    else
        return 0;
    return 1;
}

void checks_judge(struct report *r, const char *where, const struct timed_run *run,
                  const struct validated *v)
{
    char what[100];
    for (int k = 0; k < run->records; k++) {
        const struct solve_record *s = &run->record[k];
        snprintf(what, sizeof what, "%s, timed solve %d of %d", where, k + 1,
                 run->solves);
        if (judge_solve(r, what, s, &run->policy))
            return; /* one reason for each phase is enough */
        if (!v || s->iterations < v->record.iterations)
            continue;
        /* it ran at least as long as the validation: is it as good? */
        const double relative = s->solution.residual / s->initial;
        const double most = 10 * v->record.solution.residual / v->record.initial;
        const double error = 10 * v->record.solution.error;
        if (!(relative <= most)) {
            report_invalid(r,
                           "%s: the relative residual is %.3e after %d iterations, "
                           "but %.3e after %d iterations of the validation",
                           what, relative, s->iterations, most / 10,
                           v->record.iterations);
            return;
        }
        if (!(s->solution.error <= error)) {
            report_invalid(r,
                           "%s: the error of the solution is %.3e, but %.3e in the "
                           "validation",
                           what, s->solution.error, error / 10);
            return;
        }
    }
}
