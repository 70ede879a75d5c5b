/* common/krylov/one_solve.c - one timed solve by GMRES and its results; see one_solve.h. */
#include "one_solve.h"
#include "global_order.h"
#include "memory.h"
#include "output.h"
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
    {"history", OUTPUT_FILE, AT(history), 0, 0, "FILE", "",
     "write the residual norm of each iteration as CSV"},
    {"solution", OUTPUT_FILE, AT(solution), 0, 0, "FILE.mtx", "",
     "write the solution as a Matrix Market array in global order: row by row of\n"
     "the matrix, or point by point of the grid, x fastest"},
    {0}};
/* clang-format on */

/* ---- Results ---- */

static void print_result(const struct one_solve *s)
{
    const struct outcome *out = &s->outcome;
    const double wanted = s->options->tolerance * out->initial;
    printf("%s: policy=%s ", s->run->verb->name, s->policy->name);
    s->parts->print_problem(s);
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

static void write_json(const struct one_solve *s, const char *path)
{
    struct json j = {.file = output_open(path)};
    json_object(&j, NULL);
    run_json_machine(&j, s->run);
    json_end(&j);
    run_json_options(&j, "options", s->run);
    policy_json(&j, s->policy);
    s->parts->json_options(&j, s);
    json_add(&j, "restart=%d iterations=%d", s->gmres->restart, s->options->limit);
    json_end(&j);
    s->parts->json_sizes(&j, s);
    setup_json_times(&j, &s->setup);
    run_json_memory(&j, s->run);
    json_object(&j, s->run->verb->name);
    json_add(&j, "policy=%s solves=%d seconds=%g", s->policy->name,
             s->timing.solves, s->timing.seconds);
    outcome_json(&j, &s->outcome);
    if (s->parts->json_result)
        s->parts->json_result(&j, s);
    json_add(&j, "error=%g", s->error);
    model_flops_json(&j, &s->flops);
    timing_json(&j, &s->timing, s->setup.levels);
    json_end(&j);
    json_end(&j);
    output_close(j.file, path);
}

/* ---- The solve ---- */

static void solve(void *data)
{
    struct one_solve *s = data;
    vector_clear(&s->x);
    s->parts->solve(s);
}

/* While the clock is stopped: the error, and the file of the solution. */
static void examine(void *data, int k)
{
    (void)k; /* there is one solve */
    struct one_solve *s = data;
    const struct system *S = s->system;
    const MPI_Comm comm = S->A->comm;
    s->error = S->known ? vector_distance(&s->x, S->exact, 1, comm) : NAN;
    if (*s->options->solution && s->outcome.reason != REASON_NOT_FINITE)
        global_order_write(s->options->solution, &S->rows, S->A, &s->x, comm);
}

void one_solve_prepare(struct gmres *gmres, const struct one_options *o)
{
    const int most = gmres_most(o->limit, gmres->restart) + 1;
    gmres->progress = progress_cycle;
    if (*o->history)
        gmres->history = NEW(double, (size_t)most, "residual history");
}

enum exit_status one_solve_run(struct one_solve *s, MPI_Comm comm)
{
    const struct one_options *o = s->options;
    const struct matrix *A = s->system->A;
    const int rank = comm_rank(comm);
    s->x = vector_create(F64, A->n, A->halo_n, "solution");
    s->run->memory.solver = (double)mem_live() - s->run->memory.hierarchy;
    if (rank == 0)
        setup_print_rounding(&s->setup);
    progress_stage(s->run->verb->name);
    const struct timing_plan plan = {
        .count = 1, .solve = solve, .after = examine, .data = s};
    timing_run(&plan, &s->timing, comm);
    progress_stage(NULL);
    s->flops = model_flops(A, s->gmres->M.flops, &s->outcome);
    if (rank == 0) {
        print_result(s);
        if (*o->history)
            history_write(o->history, "relative_residual", s->gmres->history,
                          s->outcome.iterations);
        if (*s->run->options.json)
            write_json(s, s->run->options.json);
    }
    mem_free(s->gmres->history);
    timing_free(&s->timing);
    vector_free(&s->x);
    return outcome_good(&s->outcome) ? EXIT_OK : EXIT_INVALID;
}
