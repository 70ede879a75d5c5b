/* common/program/bench.c - the verb bench: timed phases and rating.
 *
 *   validation     n_d iterations in double precision, n_ir with the policy
 *                  (bench_validation.h)
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
#include "bench_validation.h"
#include "flags.h"
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

enum { UNRATED_SOLVES = 10 };
enum { OFFICIAL_RESTART = 30, OFFICIAL_LIMIT = 300 };

/* Runs a warm-up of one cycle, then as many solves as fill the requested time, and
 * checks each of these. v: the validation with the same policy on the same ranks,
 * or NULL. run: output. */
static void timed_phase(const struct hierarchy *h, const struct policy *p,
                        struct report *r, int most_solves,
                        const struct validated *v, struct timed_run *run)
{
    const struct options *o = r->options;
    const size_t allocated = mem_live();
    int rank;
    MPI_OK(MPI_Comm_rank(h->comm, &rank));
    struct gmres S =
        gmres_create(&h->level[0].A, precond_multigrid(h, p), p, o->restart);
    struct vector x =
        vector_create(F64, h->level[0].A.n, h->level[0].A.halo_n, "solution");
    r->memory.solver = fmax(r->memory.solver, (double)(mem_live() - allocated));
    S.progress = progress_cycle;
    progress_phase(p->inner == F64 ? "double phase" : "phase of the policy", rank);
    struct timed_solves solves = {.b = &h->b, .x = &x, .count = 1};
    verb_time(&S, &solves, run);
    if (run->sum.reason != REASON_NOT_FINITE) {
        double cycles = floor((double)o->limit / o->restart) + 1;
        double estimate = run->seconds / run->sum.cycles * cycles;
        double count = ceil(o->bench.seconds / estimate);
        count = count < most_solves ? count : most_solves;
        solves.count = count > 1 ? (int)count : 1;
        solves.limit = o->limit;
        struct solve_checks checks = checks_start(h, o, &S, solves.count, v);
        solves.after = checks_after_solve;
        solves.data = &checks;
        verb_time_rated(&S, &solves, o->phases, run);
        run->records = run->sum.reason == REASON_NOT_FINITE ? 0 : run->solves;
        run->record = checks_finish(&checks, &S);
    }
    progress_phase(NULL, rank);
    vector_free(&x);
    gmres_free(&S);
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
    if (tree_extension())
        report_unofficial(
            r, "it is not decided whether the rules allow the extension of %s: %s",
            tree_name, tree_extension());
    double quarter = (double)machine_total_memory() / 4 * r->nodes / r->ranks,
           used = r->memory.resident;
    if (*r->device.name) { /* the memory that kernels use is that of the device */
        quarter = r->device.memory / 4 / r->device.sharing;
        used = r->memory.hierarchy + r->memory.solver;
    }
    if (used < quarter)
        report_unofficial(r,
                          "the run uses %.2f GB per rank; at least a quarter of "
                          "the memory is needed, %.2f GB",
                          used / 1e9, quarter / 1e9);
}

/* Decides whether the result is valid and computes the rating (1.10). */
static void rate_run(struct report *r)
{
    verb_check_finite(r, "phase of the policy", &r->policy);
    verb_check_finite(r, "double phase", &r->reference);
    checks_judge(r, "phase of the policy", &r->policy,
                 validation_on_these_ranks(r, 1));
    checks_judge(r, "double phase", &r->reference, validation_on_these_ranks(r, 0));
    if (r->validation.ran)
        validation_judge(r);
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
    const struct policy policies[2] = {bench_double_policy(), o->policy};
    const int validated =
        o->bench.run_type == RUN_BENCHMARK || o->bench.run_type == RUN_NO_REF;
    int rank;
    MPI_OK(MPI_Comm_rank(comm, &rank));
    /* The run type needs policies[first .. first+count-1]. */
    const int first = o->bench.run_type == RUN_STANDALONE_MXP;
    const int count = first || o->bench.run_type == RUN_STANDALONE_REF ? 1 : 2;
    verb_memory_of_grid(o, r, comm);
    struct hierarchy *h = verb_hierarchy(o, o->p, policies + first, count, comm);
    const size_t bytes =
        bandwidth_bytes(12.0 * (double)h->level[0].A.nonzeros, comm);
    if (validated)
        validation_run(o, r, h, policies, comm);
    bandwidth_measure(&r->bandwidth, bytes, comm);
    if (o->bench.run_type != RUN_STANDALONE_REF)
        timed_phase(h, &o->policy, r, validated ? INT32_MAX : UNRATED_SOLVES,
                    validation_on_these_ranks(r, 1), &r->policy);
    bandwidth_measure(&r->bandwidth, bytes, comm);
    if (o->bench.run_type == RUN_BENCHMARK ||
        o->bench.run_type == RUN_STANDALONE_REF)
        timed_phase(h, &policies[0], r, UNRATED_SOLVES,
                    validation_on_these_ranks(r, 0), &r->reference);
    bandwidth_measure(&r->bandwidth, bytes, comm);
    report_collect(r, h, comm);
    rate_run(r);
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
    for (int k = 0; k < 2; k++)
        mem_free(r->validation.checked[k].history);
    hierarchy_free(h);
    return r->invalid ? EXIT_INVALID : EXIT_OK;
}
