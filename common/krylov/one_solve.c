/* common/krylov/one_solve.c - timed solves of one system and their results; see one_solve.h. */
#include "one_solve.h"
#include "global_order.h"
#include "kernels.h"
#include "memory.h"
#include "progress.h"
#include <math.h>

/* clang-format off */
#define AT(member) offsetof(struct one_options, member)
const struct option one_table[] = {
    {"iterations", WHOLE, AT(limit), 1, 1000000, "N", "10000",
     "limit of iterations"},
    {"tolerance", NUMBER, AT(tolerance), 0, 1, "TAU", "1e-9",
     "stop when the residual norm is at most TAU times the norm of b"},
    {"phases", WORD, AT(phases), 0, 0, "off|on", "on",
     "measure the time of each phase; on a GPU two events per phase"},
    {0}};
const struct option one_files_table[] = {
    {"history", OUTPUT_FILE, AT(history), 0, 0, "FILE", "",
     "write the residual norm of each iteration as CSV"},
    {"solution", OUTPUT_FILE, AT(solution), 0, 0, "FILE.mtx", "",
     "write the solution as a Matrix Market array in global order: row by row of\n"
     "the matrix, or point by point of the grid, x fastest"},
    {0}};
/* clang-format on */

/* ---- The solves, as timing_run calls them ---- */

static void start(void *data)
{
    struct one_solve *s = data;
    if (s->system->start)
        vector_scale(1, s->system->start, &s->x);
}

static void solve(void *data)
{
    struct one_solve *s = data;
    if (!s->system->start)
        vector_clear(&s->x);
    s->parts->solve(s);
}

static void examine(void *data, int k)
{
    struct one_solve *s = data;
    const struct system *S = s->system;
    const double error =
        S->known ? vector_distance(&s->x, S->exact, 1, S->A->comm) : NAN;
    if (k == 0 || (!isnan(s->error) && !(error <= s->error)))
        s->error = error; /* the largest, or NaN */
}

static void timed_solves(struct one_solve *s, MPI_Comm comm)
{
    struct timing sample = {.solves = 0};
    struct timing_plan plan = {
        .count = 1, .before = start, .solve = solve, .after = examine, .data = s};
    if (s->parts->forget && *device_get_info().name) {
        timing_run(&plan, &sample, comm);
        sample.sample = s->outcome.iterations;
        s->parts->forget(s);
        plan.sample = &sample;
    }
    plan.count = s->repeat;
    timing_run(&plan, &s->timing, comm);
    timing_free(&sample);
}

/* ---- A run ---- */

static void report(const struct one_solve *s)
{
    s->parts->print(s);
    if (*s->options->history)
        history_write(s->options->history, s->norm, s->history,
                      s->outcome.iterations);
    if (*s->run->options.json) {
        struct json j = run_json_begin(s->run, s->bytes > 0 ? &s->bandwidth : NULL);
        s->parts->json(&j, s);
        run_json_end(&j, s->run);
    }
}

enum exit_status one_solve_run(struct one_solve *s, MPI_Comm comm)
{
    const struct system *S = s->system;
    const char *solution = s->options->solution;
    const int rank = comm_rank(comm);
    s->x = vector_create(F64, S->A->n, S->A->halo_n, "solution");
    s->run->memory.vectors = (double)mem_live() - s->run->memory.matrices;
    if (rank == 0)
        setup_print_rounding(&s->setup);
    if (s->bytes > 0)
        bandwidth_measure(&s->bandwidth, s->bytes, comm);
    progress_stage(s->run->verb->name);
    timed_solves(s, comm);
    progress_stage(NULL);
    if (s->bytes > 0)
        bandwidth_measure(&s->bandwidth, s->bytes, comm);
    if (*solution && s->outcome.reason != REASON_NOT_FINITE)
        global_order_write(solution, &S->rows, S->A, &s->x, comm);
    if (rank == 0)
        report(s);
    mem_free(s->history);
    timing_free(&s->timing);
    vector_free(&s->x);
    return outcome_good(&s->outcome) ? EXIT_OK : EXIT_INVALID;
}

/* ---- Solves by GMRES ---- */

void one_solve_gmres(struct one_solve *s, struct gmres *gmres,
                     const struct policy *policy)
{
    const int most = gmres_most(s->options->limit, gmres->restart) + 1;
    gmres->progress = progress_cycle;
    if (*s->options->history)
        gmres->history = NEW(double, (size_t)most, "residual history");
    s->gmres = gmres;
    s->policy = policy;
    s->history = gmres->history;
    s->norm = "relative_residual";
}

void one_print_gmres(const struct one_solve *s)
{
    const struct outcome *out = &s->outcome;
    const double wanted = s->options->tolerance * out->initial;
    printf(
        "reason=%s iterations=%d cycles=%d initial=%.6e final=%.6e relative=%.6e "
        "seconds=%.3e ",
        reason_word(out->reason), out->iterations, out->cycles, out->initial,
        out->final, outcome_relative(out), s->timing.seconds);
    if (isnan(s->error) && out->reason != REASON_NOT_FINITE)
        printf("error=unknown\n"); /* the exact solution is not known */
    else
        printf("error=%.1e\n", s->error);
    if (out->reason == REASON_NOT_FINITE)
        printf("NOT VALID: NaN or Inf in iteration %d, in the %s\n",
               out->iterations, out->location);
    else if (s->options->tolerance > 0 && !(s->rounding <= wanted))
        printf(
            "the tolerance is below the rounding of the residual, as (11.6) bounds "
            "it: a norm of %.1e was wanted, rounding errors are up to %.1e\n",
            wanted, s->rounding);
}

void one_json_gmres(struct json *j, const struct one_solve *s)
{
    setup_json_times(j, &s->setup);
    run_json_memory(j, s->run);
    json_object(j, s->run->verb->name);
    json_add(j, "policy=%s solves=%d seconds=%g", s->policy->name, s->timing.solves,
             s->timing.seconds);
    outcome_json(j, &s->outcome);
}

void one_json_gmres_end(struct json *j, const struct one_solve *s)
{
    const struct model_flops flops =
        model_flops(s->system->A, s->gmres->M.flops, &s->outcome);
    json_add(j, "error=%g", s->error);
    model_flops_json(j, &flops);
    timing_json(j, &s->timing, s->setup.levels);
    json_end(j);
}
