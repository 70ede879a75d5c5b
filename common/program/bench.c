/* common/program/bench.c - the verb bench: validation, timed phases and rating.
 *
 *   validation     one solve in double precision, n_d iterations, and one with the
 *                  policy, n_ir iterations, to the same tolerance
 *   policy phase   solves of 300 iterations with tolerance 0, as many as fill the
 *                  requested time (--rt)
 *   double phase   the same in double precision, at most 10 solves
 *   rating         GFLOP/s of the policy phase times min(1, n_d / n_ir)      (1.10)
 *
 * Differences from the public codes: the warm-up is one cycle, and the time of a
 * solve is estimated from it. The double phase ends when the requested time is
 * over, even if it has run fewer than 10 solves. In a run of official length
 * neither makes a difference.
 */
#include "bench_check.h"
#include "flags.h"
#include "kernels.h"
#include "memory.h"
#include "progress.h"
#include "tree_options.h"
#include "verbs.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VALIDATION_RANKS = 8, VALIDATION_LIMIT = 10000, UNRATED_SOLVES = 10 };
enum { OFFICIAL_RESTART = 30, OFFICIAL_LIMIT = 300 };
static const double STANDARD_TOLERANCE = 1e-9;

static struct policy double_policy(void)
{
    struct policy p = {0};
    policy_find("double", &p);
    return p;
}

/* Solves A x = b once with a zero initial guess, and records the solve in *v. Stops
 * when the residual stagnates. */
static struct outcome solve_once(const struct hierarchy *h, const struct policy *p,
                                 const struct options *o, double tolerance,
                                 struct validated *v)
{
    struct gmres S =
        gmres_create(&h->level[0].A, precond_multigrid(h, p), p, o->restart);
    struct vector x =
        vector_create(F64, h->level[0].A.n, h->level[0].A.halo_n, "solution");
    const int most = gmres_most(VALIDATION_LIMIT, o->restart);
    v->history = NEW(double, (size_t)most + 1, "residual history");
    S.history = v->history;
    S.progress = progress_cycle;
    progress_goal(tolerance, VALIDATION_LIMIT);
    gmres_set_rules(&S, (struct gmres_rules){.stagnation = 1});
    struct outcome result = gmres_solve(&S, &h->b, &x, tolerance, VALIDATION_LIMIT);
    /* The first cycle that meets the tolerance ends early; a timed solve, which has
     * the tolerance 0, continues it. The histories agree up to this iteration. */
    v->length = 1;
    while (v->length <= result.iterations && v->history[v->length - 1] > tolerance)
        v->length++;
    v->record = (struct solve_record){
        .iterations = result.iterations,
        .initial = result.initial,
        .reported = result.final,
        .solution = solution_check(h, (enum stencil_values)o->problem, &x)};
    vector_free(&x);
    gmres_free(&S);
    return result;
}

/* Runs the validation on the ranks of the hierarchy h. */
static void validate_on(const struct hierarchy *h, const struct options *o,
                        struct validation *v, int rank)
{
    const struct policy reference = double_policy();
    MPI_OK(MPI_Comm_size(h->comm, &v->ranks));
    progress_phase("validation in double", rank);
    v->tolerance = STANDARD_TOLERANCE;
    v->reference = solve_once(h, &reference, o, v->tolerance, &v->checked[0]);
    if (o->bench.validation == VALIDATE_FULLSCALE)
        v->tolerance = outcome_relative(&v->reference);
    progress_phase("validation of the policy", rank);
    v->policy = solve_once(h, &o->policy, o, v->tolerance, &v->checked[1]);
    progress_phase(NULL, rank);
    double ratio = (double)v->reference.iterations / v->policy.iterations;
    v->ratio = ratio < 1 ? ratio : 1;
}

/* Broadcasts the outcome of rank 0 to ranks that took no part in the validation.
 * The pointer `location` is valid only on rank 0; other ranks replace it. */
static void share_outcome(struct outcome *o, MPI_Comm comm)
{
    const char *location = o->location;
    MPI_OK(MPI_Bcast(o, (int)sizeof *o, MPI_BYTE, 0, comm));
    o->location = location ? location : o->location ? "validation" : NULL;
}

/* Runs the validation on VALIDATION_RANKS ranks, with a hierarchy of their own. */
static void validate_on_first_ranks(const struct options *o, struct validation *v,
                                    const struct policy policies[2], MPI_Comm comm)
{
    MPI_Comm first_ranks;
    int rank, p[3];
    MPI_OK(MPI_Comm_rank(comm, &rank));
    const int takes_part = rank < VALIDATION_RANKS;
    MPI_OK(
        MPI_Comm_split(comm, takes_part ? 0 : MPI_UNDEFINED, rank, &first_ranks));
    grid_factor(VALIDATION_RANKS, p);
    if (takes_part) {
        struct hierarchy *h = verb_hierarchy(o, p, policies, 2, first_ranks);
        validate_on(h, o, v, rank);
        hierarchy_free(h);
        MPI_OK(MPI_Comm_free(&first_ranks));
    }
    share_outcome(&v->reference, comm);
    share_outcome(&v->policy, comm);
    MPI_OK(MPI_Bcast(&v->ratio, 1, MPI_DOUBLE, 0, comm));
    MPI_OK(MPI_Bcast(&v->ranks, 1, MPI_INT, 0, comm));
}

static void validate(const struct options *o, struct report *r, struct hierarchy *h,
                     const struct policy policies[2], MPI_Comm comm)
{
    if (o->bench.validation == VALIDATE_FULLSCALE || r->ranks <= VALIDATION_RANKS) {
        int rank;
        MPI_OK(MPI_Comm_rank(comm, &rank));
        validate_on(h, o, &r->validation, rank);
    } else {
        /* a second hierarchy exists beside h: is there memory for it? */
        struct report *second = mem_zero(1, sizeof *second, "report");
        verb_memory(o, second, policies, 2, comm);
        mem_free(second);
        validate_on_first_ranks(o, &r->validation, policies, comm);
    }
    r->validation.ran = 1;
}

/* Adds the reason why the solver's residual of a validation solve is not the true
 * one, if it is not. */
static void judge_residual(struct report *r, const char *name,
                           const struct solve_record *s)
{
    const double residual = s->solution.residual;
    if (!(fabs(s->reported - residual) <= s->solution.rounding + 1e-6 * residual))
        report_invalid(
            r,
            "validation of %s: the solver reports the residual %.3e, but "
            "the residual of its solution is %.3e",
            name, s->reported, residual);
}

/* Adds the reasons why the validation makes the result invalid. The solve in double
 * precision of a fullscale validation may reach the limit of iterations, because it
 * defines the tolerance. */
static void judge_validation(struct report *r)
{
    const struct validation *v = &r->validation;
    const struct outcome *both[2] = {&v->reference, &v->policy};
    for (int k = 0; k < 2; k++) {
        const char *name = k ? r->options->policy.name : "double";
        int fullscale_double = k == 0 &&
                               r->options->bench.validation == VALIDATE_FULLSCALE &&
                               both[k]->reason == REASON_ITERATIONS;
        if (both[k]->reason == REASON_NOT_FINITE)
            report_invalid(
                r, "validation of %s: NaN or Inf in iteration %d, in the %s", name,
                both[k]->iterations, both[k]->location);
        else if (!outcome_good(both[k]) && !fullscale_double)
            report_invalid(r,
                           "validation of %s: %s after %d iterations; the relative "
                           "residual is %.2e, but at most %.2e is allowed",
                           name, reason_name(both[k]->reason), both[k]->iterations,
                           outcome_relative(both[k]), v->tolerance);
        else
            judge_residual(r, name, &v->checked[k].record);
    }
}

/* Runs a warm-up of one cycle, then as many solves as fill the requested time, and
 * checks each of these. v: the validation with the same policy on the same ranks,
 * or NULL. */
static struct timed_run timed_phase(const struct hierarchy *h,
                                    const struct policy *p, const struct options *o,
                                    int most_solves, const struct validated *v)
{
    int rank;
    MPI_OK(MPI_Comm_rank(h->comm, &rank));
    struct gmres S =
        gmres_create(&h->level[0].A, precond_multigrid(h, p), p, o->restart);
    struct vector x =
        vector_create(F64, h->level[0].A.n, h->level[0].A.halo_n, "solution");
    S.progress = progress_cycle;
    progress_phase(p->inner == F64 ? "double phase" : "phase of the policy", rank);
    struct timed_solves solves = {.b = &h->b, .x = &x, .count = 1};
    struct timed_run run = verb_time(&S, &solves);
    if (run.sum.reason != REASON_NOT_FINITE) {
        double cycles = floor((double)o->limit / o->restart) + 1;
        double estimate = run.seconds / run.sum.cycles * cycles;
        double count = ceil(o->bench.seconds / estimate);
        count = count < most_solves ? count : most_solves;
        solves.count = count > 1 ? (int)count : 1;
        solves.limit = o->limit;
        struct solve_checks checks = checks_start(h, o, &S, solves.count, v);
        solves.after = checks_after_solve;
        solves.data = &checks;
        run = verb_time_rated(&S, &solves, o->phases);
        run.records = run.sum.reason == REASON_NOT_FINITE ? 0 : run.solves;
        run.record = checks_finish(&checks, &S);
    }
    progress_phase(NULL, rank);
    vector_free(&x);
    gmres_free(&S);
    return run;
}

/* Adds the reasons why the result is not an official one. */
static void judge_rules(struct report *r)
{
    const struct options *o = r->options;
    if (o->bench.run_type == RUN_STANDALONE_MXP ||
        o->bench.run_type == RUN_STANDALONE_REF)
        report_unofficial(r, "--run_type=%s has no validation and no rating",
                          option_choice("run_type", o->bench.run_type));
    if (r->policy.ran && r->policy.seconds < OFFICIAL_SECONDS)
        report_unofficial(
            r, "the timed phase took %.1f s; at least %d s are needed (--rt)",
            r->policy.seconds, OFFICIAL_SECONDS);
    if (o->restart != OFFICIAL_RESTART || o->limit != OFFICIAL_LIMIT)
        report_unofficial(
            r,
            "a cycle has %d iterations and a solve %d; the rules require %d and %d",
            o->restart, o->limit, OFFICIAL_RESTART, OFFICIAL_LIMIT);
    if (policy_extension(&o->policy))
        report_unofficial(r, "the rules do not allow %s",
                          policy_extension(&o->policy));
    if (o->tree.layout == LAYOUT_IMPLICIT)
        report_unofficial(
            r, "implicit column indices (--layout=implicit) are an extension: it "
               "is not decided whether the rules allow them");
    if (o->tree.values == VALUES_CODED)
        report_unofficial(
            r, "coded values (--values=coded) are an extension: it is not decided "
               "whether the rules allow knowledge about the values of the matrix");
    if (o->tree.symmetric)
        report_unofficial(
            r,
            "half storage of a symmetric matrix (--symmetric=on) is an extension: "
            "it "
            "is not decided whether the rules allow knowledge about the symmetry");
    double quarter = (double)machine_total_memory() / 4 * r->nodes / r->ranks,
           used = (double)r->memory.total;
    if (*r->device.name) { /* the memory that kernels use is that of the device */
        quarter = r->device.memory / 4 / r->device.sharing;
        used = (double)r->memory.device;
    }
    if (used < quarter)
        report_unofficial(r,
                          "the run uses %.2f GB per rank; at least a quarter of "
                          "the memory is needed, %.2f GB",
                          used / 1e9, quarter / 1e9);
}

/* The validation with the policy (1) or in double precision (0), if it solved the
 * same system as the timed phases, else NULL. */
static const struct validated *comparable(const struct report *r, int policy)
{
    return r->validation.ran && r->validation.ranks == r->ranks
               ? &r->validation.checked[policy]
               : NULL;
}

/* Decides whether the result is valid and computes the rating (1.10). */
static void rate_run(struct report *r)
{
    verb_check_finite(r, "phase of the policy", &r->policy);
    verb_check_finite(r, "double phase", &r->reference);
    checks_judge(r, "phase of the policy", &r->policy, comparable(r, 1));
    checks_judge(r, "double phase", &r->reference, comparable(r, 0));
    if (r->validation.ran)
        judge_validation(r);
    judge_rules(r);
    r->rated = r->validation.ran && r->policy.ran && !r->invalid;
    if (r->rated)
        r->rating =
            r->policy.flops.total / r->policy.seconds / 1e9 * r->validation.ratio;
    if (r->rated && !(r->rating > 0 && isfinite(r->rating))) {
        r->rated = 0;
        report_invalid(r, "the rating is not a positive number");
    }
}

enum exit_status verb_bench(const struct options *o, struct report *r,
                            MPI_Comm comm)
{
    const struct policy policies[2] = {double_policy(), o->policy};
    const int validated =
        o->bench.run_type == RUN_BENCHMARK || o->bench.run_type == RUN_NO_REF;
    int rank;
    MPI_OK(MPI_Comm_rank(comm, &rank));
    /* The run type needs policies[first .. first+count-1]. */
    const int first = o->bench.run_type == RUN_STANDALONE_MXP;
    const int count = first || o->bench.run_type == RUN_STANDALONE_REF ? 1 : 2;
    verb_memory(o, r, policies + first, count, comm);
    struct hierarchy *h = verb_hierarchy(o, o->p, policies + first, count, comm);
    const size_t bytes =
        bandwidth_bytes(12.0 * (double)h->level[0].A.nonzeros, comm);
    if (validated)
        validate(o, r, h, policies, comm);
    bandwidth_measure(&r->bandwidth, bytes, comm);
    if (o->bench.run_type != RUN_STANDALONE_REF)
        r->policy =
            timed_phase(h, &o->policy, o, validated ? INT32_MAX : UNRATED_SOLVES,
                        comparable(r, 1));
    bandwidth_measure(&r->bandwidth, bytes, comm);
    if (o->bench.run_type == RUN_BENCHMARK ||
        o->bench.run_type == RUN_STANDALONE_REF)
        r->reference =
            timed_phase(h, &policies[0], o, UNRATED_SOLVES, comparable(r, 0));
    bandwidth_measure(&r->bandwidth, bytes, comm);
    report_collect(r, h, comm);
    rate_run(r);
    if (rank == 0) {
        report_text(r);
        report_hpgmp(r, o->files.folder);
        report_json(r, o->files.json);
        printf("written: HPG-MxP's report in the folder %s, JSON document %s\n",
               o->files.folder, o->files.json);
        report_verdict(r);
    }
    mem_free(r->policy.record);
    mem_free(r->reference.record);
    for (int k = 0; k < 2; k++)
        mem_free(r->validation.checked[k].history);
    hierarchy_free(h);
    return r->invalid ? EXIT_INVALID : EXIT_OK;
}
