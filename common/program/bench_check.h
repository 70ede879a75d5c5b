/* common/program/bench_check.h - checks the timed solves of the verb bench.
 *
 * A rating is valid only if the solves that were timed did what the validation did.
 * After each timed solve, while the clock is stopped, its solution is examined
 * without the tree (solution.h), and its residual history is compared with that of
 * the validation. If the validation ran on fewer ranks, the histories are compared
 * with that of the first timed solve.
 */
#ifndef MEMWALL_BENCH_CHECK_H
#define MEMWALL_BENCH_CHECK_H
#include "report.h"

/* The state of the checks during one phase. */
struct solve_checks {
    const struct hierarchy *h;
    const struct options *options;
    double *history;  /* of the solve that runs: gmres.history */
    double *expected; /* [expected_length] history to compare with */
    int expected_length;
    double allowed;              /* largest relative difference of histories */
    struct solve_record *record; /* [solves] one for each solve */
};

/* Starts the checks of `solves` solves by S, whose histories they record. v: the
 * validation, or NULL if it did not run on the same system. */
struct solve_checks checks_start(const struct hierarchy *h, const struct options *o,
                                 struct gmres *S, int solves,
                                 const struct validated *v);

/* Ends the checks. Returns the records; the caller frees them with mem_free. */
struct solve_record *checks_finish(struct solve_checks *checks, struct gmres *S);

/* Examines the solution x of solve k. `checks` points to struct solve_checks; the
 * type is that of timed_solves.after. Collective over the ranks of the hierarchy. */
void checks_after_solve(void *checks, int k, const struct outcome *o,
                        const struct vector *x);

/* Adds to r the reasons why the solves of the phase `where` make the result
 * invalid. v: as for checks_start. */
void checks_judge(struct report *r, const char *where, const struct timed_run *run,
                  const struct validated *v);

/* Adds a reason to r if the residual that the solver reports is not the true one.
 * Returns 1 if it did. what: the solve. */
int checks_residual(struct report *r, const char *what,
                    const struct solve_record *s);

/* The largest relative difference between two histories that rounding errors
 * explain for solves in the formats of the policy. */
double checks_allowed(const struct policy *p);
#endif
