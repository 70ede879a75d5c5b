/* common/program/bench.c - the verb bench: HPG-MxP's validation, timed phases and rating.
 *
 *   validation   double to the tolerance: n_d iterations; the policy: n_ir
 *   policy       solves of 300 iterations at tolerance 0, as many as fill the time
 *   double       the same, at most 10 solves
 *   rating       GFLOP/s of the policy's phase, times min(1, n_d / n_ir)
 *
 * Differs from the public codes: the warm-up is one cycle, from which the time of a
 * solve is estimated; the double phase ends with the time asked for even if it has not
 * made 10 solves. In a run of official length both come to the same.
 */
#include "kernels.h"
#include "memory.h"
#include "progress.h"
#include "tuning.h"
#include "verbs.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { VALIDATION_RANKS = 8, VALIDATION_LIMIT = 10000, DOUBLE_SOLVES = 10 };
enum { OFFICIAL_SECONDS = 1800, OFFICIAL_RESTART = 30, OFFICIAL_LIMIT = 300 };
static const double STANDARD_TOLERANCE = 1e-9;

static struct policy in_double(void)
{
    struct policy p = {0};
    policy_find("double", &p);
    return p;
}

/* One solve to the tolerance, from x = 0. */
static struct outcome solve_once(const struct hierarchy *h, const struct policy *p,
                                 int restart, double tolerance)
{
    struct gmres S = gmres_create(h, precond_multigrid(h, p), p, restart);
    struct vector x = vector_create(F64, h->level[0].n, h->level[0].halo_n, "solution");
    S.progress = progress_cycle;
    struct outcome o = gmres_solve(&S, &h->b, &x, tolerance, VALIDATION_LIMIT);
    vector_free(&x);
    gmres_free(&S);
    return o;
}

static void validate_on(const struct hierarchy *h, const struct options *o,
                        struct validation *v, int rank)
{
    const struct policy reference = in_double();
    MPI_OK(MPI_Comm_size(h->comm, &v->ranks));
    progress_phase("validation in double", rank);
    v->tolerance = STANDARD_TOLERANCE;
    v->reference = solve_once(h, &reference, o->restart, v->tolerance);
    if (o->validation == VALIDATE_FULLSCALE)
        v->tolerance = outcome_relative(&v->reference);
    progress_phase("validation of the policy", rank);
    v->policy = solve_once(h, &o->policy, o->restart, v->tolerance);
    progress_phase(NULL, rank);
    double ratio = (double)v->reference.iterations / v->policy.iterations;
    v->ratio = ratio < 1 ? ratio : 1;
}

/* Rank 0's outcome to all: ranks that took no part in the validation need it too. */
static void share_outcome(struct outcome *o, MPI_Comm comm)
{
    const char *place = o->place;
    MPI_OK(MPI_Bcast(o, (int)sizeof *o, MPI_BYTE, 0, comm));
    o->place = place ? place : o->place ? "validation" : NULL;
}

static void validate(const struct options *o, struct report *r, struct hierarchy *h,
                     const struct policy policies[2], MPI_Comm comm)
{
    struct validation *v = &r->validation;
    int rank;
    MPI_OK(MPI_Comm_rank(comm, &rank));
    if (o->validation == VALIDATE_FULLSCALE || r->ranks <= VALIDATION_RANKS) {
        validate_on(h, o, v, rank);
    } else {
        MPI_Comm few;
        struct report beside = {
            0}; /* a second hierarchy beside the first: room for it? */
        verb_memory(o, &beside, policies, 2, comm);
        int p[3], taking_part = rank < VALIDATION_RANKS;
        MPI_OK(MPI_Comm_split(comm, taking_part ? 0 : MPI_UNDEFINED, rank, &few));
        grid_factor(VALIDATION_RANKS, p);
        if (taking_part) {
            struct hierarchy *part = verb_hierarchy(o, p, policies, 2, few);
            validate_on(part, o, v, rank);
            hierarchy_free(part);
            MPI_OK(MPI_Comm_free(&few));
        }
        share_outcome(&v->reference, comm);
        share_outcome(&v->policy, comm);
        MPI_OK(MPI_Bcast(&v->ratio, 1, MPI_DOUBLE, 0, comm));
        MPI_OK(MPI_Bcast(&v->ranks, 1, MPI_INT, 0, comm));
    }
    v->ran = 1;
}

static void judge_validation(struct report *r)
{
    const struct validation *v = &r->validation;
    const struct outcome *both[2] = {&v->reference, &v->policy};
    for (int k = 0; k < 2; k++) {
        const char *who = k ? r->options->policy.name : "double";
        int fullscale_double = k == 0 && r->options->validation == VALIDATE_FULLSCALE &&
                               both[k]->why == WHY_ITERATIONS;
        if (both[k]->why == WHY_NOT_FINITE)
            report_invalid(r, "validation of %s: NaN or Inf in iteration %d, in the %s",
                           who, both[k]->iterations, both[k]->place);
        else if (!outcome_good(both[k]) && !fullscale_double)
            report_invalid(r,
                           "validation of %s: %s after %d iterations at a relative "
                           "residual of %.2e, %.2e is needed",
                           who, why_name(both[k]->why), both[k]->iterations,
                           outcome_relative(both[k]), v->tolerance);
    }
}

/* A warm-up of one cycle, then the solves that fill the time asked for. */
static struct timed_run timed_phase(const struct hierarchy *h, const struct policy *p,
                                    const struct options *o, int most_solves, int rank)
{
    struct gmres S = gmres_create(h, precond_multigrid(h, p), p, o->restart);
    struct vector x = vector_create(F64, h->level[0].n, h->level[0].halo_n, "solution");
    S.progress = progress_cycle;
    progress_phase(p->inner == F64 ? "double phase" : "phase of the policy", rank);
    struct timed_run run = verb_time(&S, NULL, &x, 1, 0, 0);
    if (run.sum.why != WHY_NOT_FINITE) {
        double cycles = floor((double)o->limit / o->restart) + 1;
        double estimate = run.seconds / run.sum.cycles * cycles;
        double solves = ceil(o->seconds / estimate);
        solves = solves < most_solves ? solves : most_solves;
        run = verb_time(&S, NULL, &x, solves > 1 ? (int)solves : 1, 0, o->limit);
    }
    progress_phase(NULL, rank);
    vector_free(&x);
    gmres_free(&S);
    return run;
}

static void judge_rules(struct report *r)
{
    const struct options *o = r->options;
    if (o->run_type == RUN_STANDALONE_MXP || o->run_type == RUN_STANDALONE_REF)
        report_unofficial(r, "run type %s has no validation and no rating",
                          option_choice("run_type", o->run_type));
    if (r->policy.ran && r->policy.seconds < OFFICIAL_SECONDS)
        report_unofficial(r, "the timed phase took %.1f s, %d s are needed",
                          r->policy.seconds, OFFICIAL_SECONDS);
    if (o->restart != OFFICIAL_RESTART || o->limit != OFFICIAL_LIMIT)
        report_unofficial(r, "restart %d and %d iterations instead of %d and %d",
                          o->restart, o->limit, OFFICIAL_RESTART, OFFICIAL_LIMIT);
    if (policy_extension(&o->policy))
        report_unofficial(r, "the rules do not allow %s", policy_extension(&o->policy));
    if (tuning.layout == LAYOUT_RUNS)
        report_unofficial(r,
                          "index runs (--layout=runs) are an extension until ruled on");
    double quarter = (double)machine_total_memory() / 4 * r->nodes / r->ranks;
    if ((double)r->memory.total < quarter)
        report_unofficial(r, "%.2f GB a rank are used, a quarter of the memory is %.2f",
                          (double)r->memory.total / 1e9, quarter / 1e9);
}

static void rate_run(struct report *r)
{
    verb_check_finite(r, "phase of the policy", &r->policy);
    verb_check_finite(r, "double phase", &r->reference);
    if (r->validation.ran)
        judge_validation(r);
    judge_rules(r);
    r->rated = r->validation.ran && r->policy.ran && !r->invalid;
    if (r->rated)
        r->rating = r->policy.flops.total / r->policy.seconds / 1e9 * r->validation.ratio;
    if (r->rated && !(r->rating > 0 && isfinite(r->rating))) {
        r->rated = 0;
        report_invalid(r, "the rating is not a positive number");
    }
}

enum exit_status verb_bench(const struct options *o, struct report *r, MPI_Comm comm)
{
    const struct policy policies[2] = {in_double(), o->policy};
    const int validated = o->run_type == RUN_BENCHMARK || o->run_type == RUN_NO_REF;
    int rank;
    MPI_OK(MPI_Comm_rank(comm, &rank));
    /* which of the two policies this run type needs: double, the other, or both */
    const int first = o->run_type == RUN_STANDALONE_MXP;
    const int count = first || o->run_type == RUN_STANDALONE_REF ? 1 : 2;
    verb_memory(o, r, policies + first, count, comm);
    struct hierarchy *h = verb_hierarchy(o, o->p, policies + first, count, comm);
    r->bandwidth = machine_bandwidth(
        verb_bandwidth_bytes(12.0 * (double)h->level[0].nonzeros), comm);
    if (validated)
        validate(o, r, h, policies, comm);
    if (o->run_type != RUN_STANDALONE_REF)
        r->policy = timed_phase(h, &o->policy, o, INT32_MAX, rank);
    if (o->run_type == RUN_BENCHMARK || o->run_type == RUN_STANDALONE_REF)
        r->reference = timed_phase(h, &policies[0], o, DOUBLE_SOLVES, rank);
    report_collect(r, h, comm);
    rate_run(r);
    if (rank == 0) {
        report_text(r);
        report_hpgmp(r, o->output);
        report_json(r, o->json);
    }
    hierarchy_free(h);
    return r->invalid ? EXIT_INVALID : EXIT_OK;
}
