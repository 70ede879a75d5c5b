/* common/hpgmxp/verb_bench.c - the verb bench: the benchmark HPG-MxP, in the order in which it
 * runs.
 *
 *   options        of the command line
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
#include "memory.h"
#include "multigrid.h"
#include "process_grid.h"
#include "progress.h"
#include "report.h"
#include "trace.h"
#include "tree.h"
#include "machine.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

/* ---- Options ------------------------------------------------------------------- */

static struct bench_options options = {.problem = {.order = -1}};
static struct hpgmxp_policy chosen; /* the policy of the options */

/* clang-format off */
#define AT(member) offsetof(struct bench_options, member)
const struct option bench_table[] = {
    {"rt", NUMBER, AT(problem.seconds), -1, 1e7, "SECONDS", "60",
     "duration of the timed phase in mixed precision; 0: a single solve; -1: the\n"
     "1800 s that an official result needs; at most 100,000 solves"},
    {"iterations", WHOLE, AT(limit), 1, 1000000, "N", "300",
     "limit of iterations of a timed solve, which starts no cycle after more than N"},
    {"validation_type", WORD, AT(validation), 0, 0, "standard|fullscale", "standard",
     "validate on at most 8 ranks with tolerance 1e-9, or on all ranks with the\n"
     "residual that double precision reaches"},
    {"run_type", WORD, AT(run_type), 0, 0,
     "benchmark|benchmark_no_ref|standalone_mxp|standalone_ref", "benchmark",
     "all phases; all but the double-precision phase; only the mixed-precision\n"
     "phase; only the double-precision phase. The last two run at most 10 solves\n"
     "and give no rating."},
    {"phases", WORD, AT(phases), 0, 0, "off|on", "on",
     "measure the time of each phase; on a GPU two events per phase, in a cycle\n"
     "that is not rated"},
    {"output", TEXT, AT(folder), 0, 0, "DIR", ".",
     "folder of HPG-MxP's report and of the JSON file"},
    {0}};
/* clang-format on */
static struct option_group groups[] = {
    {PROBLEM_HEADING, problem_table, &options.problem, 0},
    {GMRES_HEADING, gmres_table, &options.gmres, 0},
    {"Verb bench", bench_table, &options, 0},
    {0}};
enum { BENCH_GROUP = 2 };

static char report_file[TEXT_LENGTH]; /* its name begins so; the date follows */

static void check(struct run *run, MPI_Comm comm)
{
    double *seconds = &options.problem.seconds;
    problem_check(&options.problem, option_given(&groups[BENCH_GROUP], "rt"), comm);
    chosen = problem_policy(&options.problem, &options.gmres, 1);
    if (*seconds < 0 && *seconds != -1)
        fail_all(EXIT_USAGE, "--rt=%g: a number from 0 to 1e7 is needed, or -1",
                 *seconds);
    if (*seconds < 0)
        *seconds = OFFICIAL_SECONDS;
    snprintf(report_file, TEXT_LENGTH, "%.*s/HPGMP-Benchmark_0.1", TEXT_LENGTH - 50,
             options.folder);
    if (!*run->options.json)
        snprintf(run->options.json, TEXT_LENGTH, "%.*s/%.48s.json",
                 TEXT_LENGTH - 100, options.folder, tree_program);
    run_check_files(run, comm);
}

/* ---- The rules ----------------------------------------------------------------- */

enum {
    OFFICIAL_RESTART = 30,
    OFFICIAL_LIMIT = 300, /* and OFFICIAL_SECONDS (report.h) */
    UNRATED_SOLVES = 10,
    RATED_SOLVES = 100000, /* each has a record, and an element in the JSON file */
    SAMPLE_CYCLES = 3,     /* their mean is less noisy than one */
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

/* ---- Set-up -------------------------------------------------------------------- */

/* The hierarchy on the ranks of comm, which form the process grid p, for both policies or
 * the only one that the run needs. */
static struct hierarchy *set_up(const struct bench *b, const int p[3],
                                MPI_Comm comm)
{
    const struct run_parts parts = run_parts[options.run_type];
    const int needs_double = parts.in_double || parts.validated;
    return problem_hierarchy(&options.problem, p, &b->policies[!needs_double],
                             needs_double + parts.policy, comm);
}

/* ---- Validation: two solves to the same tolerance, not timed --------------------
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

/* A solver with this policy and an array for its solution. */
struct solver {
    struct gmres gmres;
    struct vector x;
};

static struct solver solver_create(const struct hierarchy *h,
                                   const struct hpgmxp_policy *p)
{
    const struct matrix *A = &h->level[0].A;
    struct solver S = {
        gmres_create(A, precond_multigrid(h, p), &p->gmres, options.gmres.restart),
        vector_create(F64, A->n, A->halo_n, "solution")};
    S.gmres.progress = progress_cycle;
    return S;
}

static void solver_free(struct solver *S)
{
    vector_free(&S->x);
    gmres_free(&S->gmres);
}

/* Solves A x = b once with a zero initial guess, and records the solve in *record. Stops
 * when the residual stagnates. */
static struct outcome solve_once(const struct hierarchy *h,
                                 const struct hpgmxp_policy *p, double tolerance,
                                 struct solve_record *record)
{
    struct solver S = solver_create(h, p);
    S.gmres.stagnation_limit = STAGNANT_CYCLES;
    struct outcome result =
        gmres_solve(&S.gmres, &h->b, &S.x, tolerance, VALIDATION_LIMIT);
    *record = record_of(&result, h, &S.x);
    solver_free(&S);
    return result;
}

/* Runs the validation on the ranks of the hierarchy h. */
static void validate_on(const struct hierarchy *h, struct bench *b)
{
    struct validation *v = &b->validation;
    progress_stage("validation in double");
    v->tolerance = VALIDATION_TOLERANCE;
    v->outcome[0] = solve_once(h, &b->policies[0], v->tolerance, &v->record[0]);
    if (options.validation == VALIDATE_FULLSCALE)
        v->tolerance = outcome_relative(&v->outcome[0]);
    progress_stage("validation of the policy");
    v->outcome[1] = solve_once(h, &b->policies[1], v->tolerance, &v->record[1]);
    progress_stage(NULL);
    double ratio = (double)v->outcome[0].iterations / v->outcome[1].iterations;
    v->ratio = ratio < 1 ? ratio : 1;
}

/* Whether this is too many ranks for the validation. */
static int validates_on_fewer(int ranks)
{
    return run_parts[options.run_type].validated && ranks > VALIDATION_RANKS &&
           options.validation == VALIDATE_STANDARD;
}

/* Validates, and records it in b->validation: the outcomes on the ranks that take part,
 * rank 0 among them. */
static void validate(struct bench *b, const struct hierarchy *h, MPI_Comm comm)
{
    struct validation *v = &b->validation;
    const int rank = comm_rank(comm), takes_part = rank < VALIDATION_RANKS;
    int p[3];
    v->ran = 1;
    v->ranks = comm_size(comm);
    if (!validates_on_fewer(v->ranks)) {
        validate_on(h, b);
        return;
    }
    v->ranks = VALIDATION_RANKS;
    process_grid_factor(VALIDATION_RANKS, p);
    MPI_Comm first_ranks;
    MPI_OK(
        MPI_Comm_split(comm, takes_part ? 0 : MPI_UNDEFINED, rank, &first_ranks));
    if (takes_part) {
        struct hierarchy *second = set_up(b, p, first_ranks);
        validate_on(second, b);
        hierarchy_free(second);
        MPI_OK(MPI_Comm_free(&first_ranks));
    }
}

/* ---- Timed phases ----------------------------------------------------------------
 *
 * A warm-up of one cycle, then as many solves as fill the requested time, each from a zero
 * initial guess. After each, while the clock is stopped, its solution is examined without the
 * tree (solution.h). */

/* The solves of a phase: what timing_run calls, and what they add to. */
struct phase_solves {
    const struct hierarchy *h;
    struct solver S;
    int limit;              /* of iterations; 0: a solve is one cycle */
    struct outcome last;    /* of the last solve */
    struct timed_solves *t; /* output */
};

static void solve(void *data)
{
    struct phase_solves *p = data;
    vector_clear(&p->S.x);
    p->last = gmres_solve(&p->S.gmres, &p->h->b, &p->S.x, 0, p->limit);
}

/* After solve k. */
static void examine(void *data, int k)
{
    struct phase_solves *p = data;
    struct timed_solves *t = p->t;
    const double error = vector_distance(&p->S.x, NULL, 1, p->h->comm);
    if (!isnan(t->error) && !(error <= t->error))
        t->error = error; /* the largest, or NaN */
    outcome_add(&t->sum, &p->last, k);
    if (t->record)
        t->record[k] = record_of(&p->last, p->h, &p->S.x);
}

/* One cycle, whose time serves to estimate the time of a solve. On a device three further cycles do that,
 * and are also the sample (timing_plan.sample). */
static void warm_up(struct phase_solves *p, int sampled,
                    struct timed_solves *before)
{
    struct timing_plan plan = {
        .count = 1, .solve = solve, .after = examine, .data = p};
    p->t = before;
    timing_run(&plan, &before->timing, p->h->comm);
    if (sampled) {
        before->sum = (struct outcome){.iterations = 0};
        plan.count = SAMPLE_CYCLES;
        timing_free(&before->timing);
        timing_run(&plan, &before->timing, p->h->comm);
        before->timing.sample = before->sum.iterations;
    }
}

/* As many solves as fill the requested time if a cycle takes as long as in the warm-up. */
static void timed_part(struct phase_solves *p, const struct timed_solves *before,
                       int sampled, int most_solves, struct timed_solves *t)
{
    const double estimate = before->timing.seconds / before->sum.cycles *
                            gmres_full_cycles(options.limit, options.gmres.restart);
    const int count =
        (int)fmax(1, fmin(ceil(options.problem.seconds / estimate), most_solves));
    const struct timing_plan plan = {.count = count,
                                     .solve = solve,
                                     .after = examine,
                                     .data = p,
                                     .sample = sampled ? &before->timing : NULL};
    t->record = mem_zero((size_t)count, sizeof *t->record, "records of the solves");
    p->t = t;
    p->limit = options.limit;
    timing_run(&plan, &t->timing, p->h->comm);
    t->records = t->sum.reason == REASON_NOT_FINITE ? 0 : count;
}

static void timed_solves_free(struct timed_solves *t)
{
    mem_free(t->record);
    timing_free(&t->timing);
}

static void timed_stage(struct bench *b, const struct hierarchy *h,
                        const struct hpgmxp_policy *policy, int most_solves,
                        struct timed_solves *t)
{
    const size_t allocated = mem_live();
    const int sampled = options.phases && *b->run->device.name;
    struct timed_solves before = {.ran = 1};
    struct phase_solves p = {.h = h, .S = solver_create(h, policy)};
    double *memory = &b->run->memory.vectors;
    *memory = fmax(*memory, (double)(mem_live() - allocated));
    progress_stage(policy == &b->policies[0] ? "double phase"
                                             : "phase of the policy");
    warm_up(&p, sampled, &before);
    if (before.sum.reason == REASON_NOT_FINITE) {
        *t = before;
    } else {
        timed_part(&p, &before, sampled, most_solves, t);
        timing_free(&before.timing);
    }
    progress_stage(NULL);
    t->ran = 1;
    t->policy = policy->gmres.name;
    t->flops = model_flops(p.S.gmres.A, p.S.gmres.M.flops, &t->sum);
    solver_free(&p.S);
}

/* ---- Check: is the result valid? ------------------------------------------------- */

/* Adds a reason; format: as for printf. */
__attribute__((format(printf, 2, 3))) static void
add_reason(struct reasons *list, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (list->count < MAX_REASONS)
        vsnprintf(list->text[list->count++], sizeof list->text[0], format, args);
    va_end(args);
}

/* Adds a reason if the residual that the solver reports is not the true one. Returns 1 if
 * it did. what: the solve. */
static int judge_residual(struct bench *b, const char *what,
                          const struct solve_record *s)
{
    const double residual = s->solution.residual;
    if (fabs(s->reported - residual) <= s->solution.rounding + 1e-6 * residual)
        return 0;
    add_reason(&b->invalid,
               "%s: the solver reports the residual %.3e, but the residual of "
               "its solution is %.3e",
               what, s->reported, residual);
    return 1;
}

/* Adds a reason if the record *s shows that a solve is wrong. Returns 1 if it did. */
static int judge_solve(struct bench *b, const char *what,
                       const struct solve_record *s)
{
    const int restart = options.gmres.restart, /* a solve ends with a whole cycle */
        wanted = gmres_full_cycles(options.limit, restart) * restart;
    const double true_residual = s->solution.residual;
    if (!isfinite(true_residual) || !isfinite(s->solution.error))
        add_reason(&b->invalid, "%s: the solution contains NaN or Inf", what);
    else if (judge_residual(b, what, s))
        return 1;
    else if (s->iterations < wanted && !(true_residual <= 4 * s->solution.rounding))
        add_reason(&b->invalid, "%s: %d iterations instead of %d", what,
                   s->iterations, wanted);
    else
        return 0;
    return 1;
}

/* Adds the reasons why the solves of the phase `where` make the result invalid. v: the
 * solve of the validation in the same formats, which had fewer unknowns if it ran on fewer
 * ranks. */
static void judge_solves(struct bench *b, const char *where,
                         const struct timed_solves *t, const struct solve_record *v)
{
    const int comparable =
        b->validation.ran && b->validation.ranks == b->run->ranks;
    char what[100];
    if (t->ran && t->sum.reason == REASON_NOT_FINITE)
        add_reason(&b->invalid, "%s: NaN or Inf in iteration %d, in the %s", where,
                   t->sum.iterations, t->sum.location);
    for (int k = 0; k < t->records; k++) {
        const struct solve_record *s = &t->record[k];
        snprintf(what, sizeof what, "%s, timed solve %d of %d", where, k + 1,
                 t->timing.solves);
        if (judge_solve(b, what, s))
            return; /* one reason for each phase is enough */
        if (!comparable || s->iterations < v->iterations)
            continue;
        /* it ran at least as long as the validation: is it as good? */
        const double relative = s->solution.residual / s->initial;
        const double most = 10 * v->solution.residual / v->initial;
        const double error = 10 * v->solution.error;
        if (!(relative <= most)) {
            add_reason(&b->invalid,
                       "%s: the relative residual is %.3e after %d iterations, "
                       "but %.3e after %d iterations of the validation",
                       what, relative, s->iterations, most / 10, v->iterations);
            return;
        }
        if (!(s->solution.error <= error)) {
            add_reason(&b->invalid,
                       "%s: the error of the solution is %.3e, but %.3e in the "
                       "validation",
                       what, s->solution.error, error / 10);
            return;
        }
    }
}

static void judge_validation(struct bench *b)
{
    const struct validation *v = &b->validation;
    for (int k = 0; k < 2; k++) {
        char what[100];
        const struct outcome *o = &v->outcome[k];
        const char *name = k ? b->policies[1].gmres.name : "double";
        int fullscale_double = k == 0 && options.validation == VALIDATE_FULLSCALE &&
                               o->reason == REASON_ITERATIONS;
        if (o->reason == REASON_NOT_FINITE)
            add_reason(&b->invalid,
                       "validation of %s: NaN or Inf in iteration %d, in the %s",
                       name, o->iterations, o->location);
        else if (!outcome_good(o) && !fullscale_double)
            add_reason(&b->invalid,
                       "validation of %s: %s after %d iterations; the relative "
                       "residual is %.2e, but at most %.2e is allowed",
                       name, reason_name(o->reason), o->iterations,
                       outcome_relative(o), v->tolerance);
        else {
            snprintf(what, sizeof what, "validation of %s", name);
            judge_residual(b, what, &v->record[k]);
        }
    }
}

/* A run must use a quarter of the memory. */
static void judge_memory(struct bench *b)
{
    const struct run *run = b->run;
    double quarter = (double)machine_total_memory() / 4 * run->nodes / run->ranks,
           used = run->memory.resident;
    if (*run->device.name) { /* kernels use the memory of the device */
        quarter = run->device.memory / 4 / run->device.sharing;
        used = run->memory.matrices + run->memory.vectors;
    }
    if (used < quarter)
        add_reason(&b->unofficial,
                   "the run uses %.2f GB per rank; at least a quarter of "
                   "the memory is needed, %.2f GB",
                   used / 1e9, quarter / 1e9);
}

/* Adds the reasons why the result is not an official one. */
static void judge_rules(struct bench *b)
{
    if (!run_parts[options.run_type].validated)
        add_reason(&b->unofficial, "--run_type=%s has no validation and no rating",
                   option_choice(bench_table, "run_type", options.run_type));
    if (b->mixed.ran && b->mixed.timing.seconds < OFFICIAL_SECONDS)
        add_reason(&b->unofficial,
                   "the timed phase took %.1f s; at least %d s are needed (--rt)",
                   b->mixed.timing.seconds, OFFICIAL_SECONDS);
    if (options.gmres.restart != OFFICIAL_RESTART ||
        options.limit != OFFICIAL_LIMIT)
        add_reason(
            &b->unofficial,
            "a cycle has %d iterations and a solve %d; the rules require %d and %d",
            options.gmres.restart, options.limit, OFFICIAL_RESTART, OFFICIAL_LIMIT);
    if (b->setup.rounding.scaled > 0)
        add_reason(&b->unofficial,
                   "it is not decided whether the rules allow a matrix in 8 "
                   "bits with a scale for each row");
    if (tree_extension)
        add_reason(
            &b->unofficial,
            "it is not decided whether the rules allow the extension of %s: %s",
            tree_name, tree_extension);
    judge_memory(b);
}

/* ---- Rating ---------------------------------------------------------------------- */

/* Decides whether the result is valid and computes the rating (1.10), on rank 0. */
static void rate(struct bench *b)
{
    judge_solves(b, "phase of the policy", &b->mixed, &b->validation.record[1]);
    judge_solves(b, "double phase", &b->in_double, &b->validation.record[0]);
    if (b->validation.ran)
        judge_validation(b);
    judge_rules(b);
    b->rated = b->validation.ran && b->mixed.ran && !b->invalid.count;
    if (b->rated)
        b->rating = b->mixed.flops.total / b->mixed.timing.seconds / 1e9 *
                    b->validation.ratio;
    if (b->rated && !(b->rating > 0 && isfinite(b->rating))) {
        b->rated = 0;
        add_reason(&b->invalid, "the rating is not a positive number");
    }
}

/* ---- Report ---------------------------------------------------------------------- */

/* Sizes, set-up times and memory. Collective over comm. */
static void collect(struct bench *b, const struct hierarchy *h, MPI_Comm comm)
{
    b->grid = h->grid[0];
    for (int l = 0; l < h->levels; l++)
        b->level_bytes[l] = (double)h->bytes[l];
    problem_collect(h, &b->setup, b->run, comm);
}

static void report(struct bench *b, MPI_Comm comm)
{
    const struct run_options *o = &b->run->options;
    const int first = comm_rank(comm) == 0;
    if (first) {
        report_text(b);
        report_hpgmp(b, report_file);
        report_json(b);
        printf("written: HPG-MxP's report in the folder %s, JSON file %s\n",
               options.folder, o->json);
    }
    trace_finish(o->trace, comm); /* prints a line, and the verdict is the last */
    if (first)
        report_verdict(b);
}

/* ---- The benchmark --------------------------------------------------------------- */

static enum exit_status bench(struct run *run, MPI_Comm comm)
{
    static struct bench b; /* too large for the stack */
    const int rank = comm_rank(comm);
    const struct run_parts parts = run_parts[options.run_type];
    b.options = &options;
    b.run = run;
    hpgmxp_policy_find("double", &b.policies[0]);
    b.policies[1] = chosen;
    phase_enable(options.phases);

    problem_check_memory(
        &options.problem, options.gmres.restart,
        1 + (validates_on_fewer(run->ranks) && rank < VALIDATION_RANKS), run, comm);
    struct hierarchy *h = set_up(&b, options.problem.p, comm);
    const double bytes = 12.0 * (double)h->level[0].A.nonzeros;

    if (parts.validated)
        validate(&b, h, comm);
    bandwidth_measure(&b.bandwidth, bytes, comm);
    if (parts.policy)
        timed_stage(&b, h, &b.policies[1],
                    parts.validated ? RATED_SOLVES : UNRATED_SOLVES, &b.mixed);
    bandwidth_measure(&b.bandwidth, bytes, comm);
    if (parts.in_double)
        timed_stage(&b, h, &b.policies[0], UNRATED_SOLVES, &b.in_double);
    bandwidth_measure(&b.bandwidth, bytes, comm);

    collect(&b, h, comm);
    if (rank == 0)
        rate(&b);
    MPI_OK(MPI_Bcast(&b.invalid.count, 1, MPI_INT, 0, comm));
    report(&b, comm);
    timed_solves_free(&b.mixed);
    timed_solves_free(&b.in_double);
    hierarchy_free(h);
    return b.invalid.count ? EXIT_INVALID : EXIT_OK;
}

struct verb bench_verb = {
    .name = "bench",
    .help = "run the HPG-MxP benchmark: validation, timed phases, rating",
    .example = "--nx=64 --rt=10",
    .usage = "[NX NY NZ [SECONDS]] ",
    .overview =
        "NX NY NZ have the same meaning as --nx, --ny, --nz, and SECONDS as --rt.\n"
        "Without a size the program reads the size and the seconds from the file\n"
        "hpgmp.dat, which has four lines: two lines of any text, a line with nx "
        "ny\n"
        "nz, a line with the seconds. Without this file the size is 104 104 104.\n",
    .reads = PROBLEM_FILE,
    .report = report_file,
    .groups = groups,
    .numbers = {"", problem_numbers, &options.problem, 0},
    .check = check,
    .run = bench};
