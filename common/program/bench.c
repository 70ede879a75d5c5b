/* common/program/bench.c - the verb bench: the benchmark HPG-MxP, in the order in which it
 * runs.
 *
 *   set-up         the matrices of all levels, in all formats that are needed
 *   validation     n_d iterations in double precision, n_ir with the policy
 *   timed mixed    solves of 330 iterations (more than 300, in cycles of 30) with
 *                  tolerance 0, as many as fill the requested time (--rt)
 *   timed double   the same in double precision, at most 10 solves
 *   check          residual and error of each timed solve, without the tree
 *   rating         GFLOP/s of the policy times min(1, n_d / n_ir)            (1.10)
 *   report         text, HPG-MxP's file, JSON
 *
 * Differences from the public codes: the warm-up is one cycle, and the time of a solve is
 * estimated from it. The double phase ends when the requested time is over, even if it has
 * run fewer than 10 solves; in a run of official length neither makes a difference. A
 * solve that stagnates ends the validation instead of using up its limit of iterations.
 */
#include "device.h"
#include "kernels.h"
#include "memory.h"
#include "progress.h"
#include "trace.h"
#include "tree.h"
#include "tree_defaults.h"
#include "verbs.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The rules of the benchmark ---- */

enum {
    OFFICIAL_RESTART = 30,
    OFFICIAL_LIMIT = 300, /* and OFFICIAL_SECONDS (options.h) */
    UNRATED_SOLVES = 10,
    RATED_SOLVES = 100000, /* each has a record, and a place in the JSON document */
    SAMPLE_CYCLES = 3, /* their mean is less noisy than one */
    VALIDATION_RANKS = 8,
    VALIDATION_LIMIT = 10000
};
static const double VALIDATION_TOLERANCE = 1e-9;

/* What a run of each type consists of. */
static const struct run_parts {
    int validated, policy, in_double; /* validation; timed phases */
} run_parts[] = {[RUN_BENCHMARK] = {1, 1, 1},
                 [RUN_NO_REF] = {1, 1, 0},
                 [RUN_STANDALONE_MXP] = {0, 1, 0},
                 [RUN_STANDALONE_REF] = {0, 0, 1}};

/* ---- Validation: two solves to the same tolerance, not timed ----
 *
 * The tolerance is 1e-9 (standard), or the residual that double precision reaches
 * (--validation_type=fullscale). The standard validation runs on at most 8 ranks, which
 * then have a hierarchy of their own. */

/* The record of a solve with the outcome *o and the solution x. */
static struct solve_record record_of(const struct outcome *o,
                                     const struct hierarchy *h,
                                     const struct vector *x)
{
    return (struct solve_record){.iterations = o->iterations,
                                 .initial = o->initial,
                                 .reported = o->final,
                                 .solution = solution_check(h, x)};
}

/* Solves A x = b once with a zero initial guess, and records the solve in *record. Stops
 * when the residual stagnates. */
static struct outcome solve_once(const struct hierarchy *h, const struct policy *p,
                                 const struct options *o, double tolerance,
                                 struct solve_record *record)
{
    struct gmres S =
        gmres_create(&h->level[0].A, precond_multigrid(h, p), p, o->restart);
    struct vector x =
        vector_create(F64, h->level[0].A.n, h->level[0].A.halo_n, "solution");
    S.progress = progress_cycle;
    S.stagnation_limit = STAGNANT_CYCLES;
    struct outcome result = gmres_solve(&S, &h->b, &x, tolerance, VALIDATION_LIMIT);
    *record = record_of(&result, h, &x);
    vector_free(&x);
    gmres_free(&S);
    return result;
}

/* Runs the validation on the ranks of the hierarchy h. */
static void validate_on(const struct hierarchy *h, const struct options *o,
                        const struct policy policies[2], struct validation *v)
{
    progress_phase("validation in double");
    v->tolerance = VALIDATION_TOLERANCE;
    v->reference = solve_once(h, &policies[0], o, v->tolerance, &v->record[0]);
    if (o->bench.validation == VALIDATE_FULLSCALE)
        v->tolerance = outcome_relative(&v->reference);
    progress_phase("validation of the policy");
    v->policy = solve_once(h, &policies[1], o, v->tolerance, &v->record[1]);
    progress_phase(NULL);
    double ratio = (double)v->reference.iterations / v->policy.iterations;
    v->ratio = ratio < 1 ? ratio : 1;
}

/* Validates, and records it in r->validation: the outcomes on the ranks that take part,
 * rank 0 among them. */
static void validate(const struct options *o, struct report *r,
                     const struct hierarchy *h, const struct policy policies[2],
                     MPI_Comm comm)
{
    struct validation *v = &r->validation;
    const int rank = comm_rank(comm);
    int p[3];
    v->ran = 1;
    v->ranks = r->ranks;
    if (o->bench.validation == VALIDATE_FULLSCALE || r->ranks <= VALIDATION_RANKS) {
        validate_on(h, o, policies, v);
        return;
    }
    /* A second hierarchy will exist beside h: ends the run if memory is missing. */
    verb_memory_of_grid(o, r, comm);
    v->ranks = VALIDATION_RANKS;
    grid_factor(VALIDATION_RANKS, p);
    MPI_Comm first_ranks;
    const int takes_part = rank < VALIDATION_RANKS;
    MPI_OK(
        MPI_Comm_split(comm, takes_part ? 0 : MPI_UNDEFINED, rank, &first_ranks));
    if (takes_part) {
        struct hierarchy *second = verb_hierarchy(o, p, policies, 2, first_ranks);
        validate_on(second, o, policies, v);
        hierarchy_free(second);
        MPI_OK(MPI_Comm_free(&first_ranks));
    }
}

/* ---- Check of what was timed ----
 *
 * After each timed solve, while the clock is stopped, its solution is examined without the
 * tree (solution.h). */

struct solve_checks {
    const struct hierarchy *h;
    struct solve_record *record; /* [solves] output */
};

/* Examines the solution x of solve k (timed_solves.after). */
static void check_solve(void *pointer, int k, const struct vector *x,
                        const struct timed_run *run)
{
    const struct solve_checks *checks = pointer;
    checks->record[k] = record_of(&run->sum, checks->h, x);
}

/* ---- Timed phases ---- */

/* Runs a warm-up of one cycle, then as many solves as fill the requested time, and checks
 * each of these. On a device the seconds of their phases are those of a sample of three
 * cycles (timed_solves.sample). run: output. */
static void timed_phase(const struct hierarchy *h, const struct policy *p,
                        struct report *r, int most_solves, struct timed_run *run)
{
    const struct options *o = r->options;
    const size_t allocated = mem_live();
    const int sampled = o->phases && *device_get_info().name;
    struct gmres S =
        gmres_create(&h->level[0].A, precond_multigrid(h, p), p, o->restart);
    struct vector x =
        vector_create(F64, h->level[0].A.n, h->level[0].A.halo_n, "solution");
    r->memory.solver = fmax(r->memory.solver, (double)(mem_live() - allocated));
    S.progress = progress_cycle;
    progress_phase(p->inner == F64 ? "double phase" : "phase of the policy");

    struct timed_solves solves = {.A = S.A,
                                  .policy = p,
                                  .gmres = &S,
                                  .b = &h->b,
                                  .x = &x,
                                  .count =
                                      1}; /* with limit 0, a solve is one cycle */
    struct timed_run before;
    verb_time(&solves, &before);
    if (sampled) {
        solves.count = SAMPLE_CYCLES;
        verb_time(&solves, &before);
        solves.sample = &before;
    }
    if (before.sum.reason == REASON_NOT_FINITE) {
        *run = before;
    } else {
        const double estimate = before.seconds / before.sum.cycles *
                                gmres_full_cycles(o->limit, o->restart);
        solves.count =
            (int)fmax(1, fmin(ceil(o->bench.seconds / estimate), most_solves));
        struct solve_record *record =
            mem_zero((size_t)solves.count, sizeof *record, "records of the solves");
        struct solve_checks checks = {h, record};
        solves.limit = o->limit;
        solves.after = check_solve;
        solves.data = &checks;
        verb_time(&solves, run);
        run->records = run->sum.reason == REASON_NOT_FINITE ? 0 : run->solves;
        run->record = record;
    }
    progress_phase(NULL);
    vector_free(&x);
    gmres_free(&S);
}

/* ---- Is the result valid? ---- */

/* A solve stops after the first cycle that exceeds the limit (gmres_solve). */
static int iterations_wanted(const struct options *o)
{
    return gmres_full_cycles(o->limit, o->restart) * o->restart;
}

/* Adds a reason if the residual that the solver reports is not the true one. Returns 1 if
 * it did. what: the solve. */
static int judge_residual(struct report *r, const char *what,
                          const struct solve_record *s)
{
    const double residual = s->solution.residual;
    if (fabs(s->reported - residual) <= s->solution.rounding + 1e-6 * residual)
        return 0;
    report_reason(&r->invalid,
                  "%s: the solver reports the residual %.3e, but the residual of "
                  "its solution is %.3e",
                  what, s->reported, residual);
    return 1;
}

/* Adds a reason if the record *s shows that a solve is wrong. Returns 1 if it did. */
static int judge_solve(struct report *r, const char *what,
                       const struct solve_record *s)
{
    const int wanted = iterations_wanted(r->options);
    const double true_residual = s->solution.residual;
    if (!isfinite(true_residual) || !isfinite(s->solution.error))
        report_reason(&r->invalid, "%s: the solution contains NaN or Inf", what);
    else if (judge_residual(r, what, s))
        return 1;
    else if (s->iterations < wanted && !(true_residual <= 4 * s->solution.rounding))
        report_reason(&r->invalid, "%s: %d iterations instead of %d", what,
                      s->iterations, wanted);
    else
        return 0;
    return 1;
}

/* Adds the reasons why the solves of the phase `where` make the result invalid. v: the
 * solve of the validation in the same formats, which had fewer unknowns if it ran on fewer
 * ranks. */
static void judge_solves(struct report *r, const char *where,
                         const struct timed_run *run, const struct solve_record *v)
{
    const int comparable = r->validation.ran && r->validation.ranks == r->ranks;
    char what[100];
    if (run->ran && run->sum.reason == REASON_NOT_FINITE)
        report_reason(&r->invalid, "%s: NaN or Inf in iteration %d, in the %s",
                      where, run->sum.iterations, run->sum.location);
    for (int k = 0; k < run->records; k++) {
        const struct solve_record *s = &run->record[k];
        snprintf(what, sizeof what, "%s, timed solve %d of %d", where, k + 1,
                 run->solves);
        if (judge_solve(r, what, s))
            return; /* one reason for each phase is enough */
        if (!comparable || s->iterations < v->iterations)
            continue;
        /* it ran at least as long as the validation: is it as good? */
        const double relative = s->solution.residual / s->initial;
        const double most = 10 * v->solution.residual / v->initial;
        const double error = 10 * v->solution.error;
        if (!(relative <= most)) {
            report_reason(&r->invalid,
                          "%s: the relative residual is %.3e after %d iterations, "
                          "but %.3e after %d iterations of the validation",
                          what, relative, s->iterations, most / 10, v->iterations);
            return;
        }
        if (!(s->solution.error <= error)) {
            report_reason(&r->invalid,
                          "%s: the error of the solution is %.3e, but %.3e in the "
                          "validation",
                          what, s->solution.error, error / 10);
            return;
        }
    }
}

static void judge_validation(struct report *r)
{
    const struct validation *v = &r->validation;
    const struct outcome *both[2] = {&v->reference, &v->policy};
    for (int k = 0; k < 2; k++) {
        char what[100];
        const char *name = k ? r->options->policy.name : "double";
        int fullscale_double = k == 0 &&
                               r->options->bench.validation == VALIDATE_FULLSCALE &&
                               both[k]->reason == REASON_ITERATIONS;
        if (both[k]->reason == REASON_NOT_FINITE)
            report_reason(&r->invalid,
                          "validation of %s: NaN or Inf in iteration %d, in the %s",
                          name, both[k]->iterations, both[k]->location);
        else if (!outcome_good(both[k]) && !fullscale_double)
            report_reason(&r->invalid,
                          "validation of %s: %s after %d iterations; the relative "
                          "residual is %.2e, but at most %.2e is allowed",
                          name, reason_name(both[k]->reason), both[k]->iterations,
                          outcome_relative(both[k]), v->tolerance);
        else {
            snprintf(what, sizeof what, "validation of %s", name);
            judge_residual(r, what, &v->record[k]);
        }
    }
}

/* Adds the reasons why the result is not an official one. */
static void judge_rules(struct report *r)
{
    const struct options *o = r->options;
    if (!run_parts[o->bench.run_type].validated)
        report_reason(&r->unofficial,
                      "--run_type=%s has no validation and no rating",
                      option_choice("run_type", o->bench.run_type));
    if (r->policy.ran && r->policy.seconds < OFFICIAL_SECONDS)
        report_reason(
            &r->unofficial,
            "the timed phase took %.1f s; at least %d s are needed (--rt)",
            r->policy.seconds, OFFICIAL_SECONDS);
    if (o->restart != OFFICIAL_RESTART || o->limit != OFFICIAL_LIMIT)
        report_reason(
            &r->unofficial,
            "a cycle has %d iterations and a solve %d; the rules require %d and %d",
            o->restart, o->limit, OFFICIAL_RESTART, OFFICIAL_LIMIT);
    if (policy_extension(&o->policy))
        report_reason(&r->unofficial, "the rules do not allow %s",
                      policy_extension(&o->policy));
    if (r->rounding.scaled > 0)
        report_reason(&r->unofficial,
                      "it is not decided whether the rules allow a matrix in 8 "
                      "bits with a scale for each row");
    if (tree_extension())
        report_reason(
            &r->unofficial,
            "it is not decided whether the rules allow the extension of %s: %s",
            tree_name, tree_extension());
    double quarter = (double)machine_total_memory() / 4 * r->nodes / r->ranks,
           used = r->memory.resident;
    if (*r->device.name) { /* the memory that kernels use is that of the device */
        quarter = r->device.memory / 4 / r->device.sharing;
        used = r->memory.hierarchy + r->memory.solver;
    }
    if (used < quarter)
        report_reason(&r->unofficial,
                      "the run uses %.2f GB per rank; at least a quarter of "
                      "the memory is needed, %.2f GB",
                      used / 1e9, quarter / 1e9);
}

/* ---- Rating ---- */

/* Decides whether the result is valid and computes the rating (1.10), on rank 0. */
static void rate_run(struct report *r)
{
    judge_solves(r, "phase of the policy", &r->policy, &r->validation.record[1]);
    judge_solves(r, "double phase", &r->reference, &r->validation.record[0]);
    if (r->validation.ran)
        judge_validation(r);
    judge_rules(r);
    r->rated = r->validation.ran && r->policy.ran && !r->invalid.count;
    if (r->rated)
        r->rating =
            r->policy.flops.total / r->policy.seconds / 1e9 * r->validation.ratio;
    if (r->rated && !(r->rating > 0 && isfinite(r->rating))) {
        r->rated = 0;
        report_reason(&r->invalid, "the rating is not a positive number");
    }
}

/* ---- The benchmark ---- */

enum exit_status verb_bench(const struct options *o, struct report *r,
                            MPI_Comm comm)
{
    struct policy policies[2] = {{.name = ""}, o->policy}; /* double, mixed */
    const struct run_parts run = run_parts[o->bench.run_type];
    const int needs_double = run.in_double || run.validated;
    const int rank = comm_rank(comm);
    policy_find("double", &policies[0]);

    /* Set-up */
    verb_memory_of_grid(o, r, comm);
    struct hierarchy *h = verb_hierarchy(o, o->p, &policies[!needs_double],
                                         needs_double + run.policy, comm);
    const size_t bytes =
        bandwidth_bytes(12.0 * (double)h->level[0].A.nonzeros, comm);

    /* Validation */
    if (run.validated)
        validate(o, r, h, policies, comm);
    bandwidth_measure(&r->bandwidth, bytes, comm);

    /* Timed: mixed */
    if (run.policy)
        timed_phase(h, &policies[1], r, run.validated ? RATED_SOLVES : UNRATED_SOLVES,
                    &r->policy);
    bandwidth_measure(&r->bandwidth, bytes, comm);

    /* Timed: double */
    if (run.in_double)
        timed_phase(h, &policies[0], r, UNRATED_SOLVES, &r->reference);
    bandwidth_measure(&r->bandwidth, bytes, comm);

    /* Check of what was timed, and rating */
    report_collect(r, h, comm);
    if (rank == 0)
        rate_run(r);
    MPI_OK(MPI_Bcast(&r->invalid.count, 1, MPI_INT, 0, comm));

    /* Report */
    if (rank == 0) {
        report_text(r);
        report_hpgmp(r, o->files.folder);
        report_json(r, o->files.json);
        printf("written: HPG-MxP's report in the folder %s, JSON document %s\n",
               o->files.folder, o->files.json);
    }
    trace_finish(o->files.trace,
                 comm); /* prints a line, and the verdict is the last */
    if (rank == 0)
        report_verdict(r);
    mem_free(r->policy.record);
    mem_free(r->reference.record);
    hierarchy_free(h);
    return r->invalid.count ? EXIT_INVALID : EXIT_OK;
}
