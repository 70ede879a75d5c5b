/* common/cbgmres/solve.c - the verb solve: solves one linear system by CB-GMRES. */
#include "solve.h"
#include "cb_gmres.h"
#include "flops.h"
#include "global_order.h"
#include "linear_system.h"
#include "memory.h"
#include "output.h"
#include "progress.h"
#include "timing.h"
#include <inttypes.h>
#include <math.h>

/* ---- Options ---- */

enum { ORTHOGONALIZE_RGS = ORTHO_CGS + 1 };

/* `input` is a file or a model problem, "" the system of the source; `rhs` is the right-hand
 * side of `input`. */
static struct solve_options {
    struct gmres_options gmres;
    char input[TEXT_LENGTH], rhs[TEXT_LENGTH];
    int preconditioner; /* enum precond_kind; -1: none with --input, else multigrid */
    int orthogonalization; /* enum ortho_kind, or ORTHOGONALIZE_RGS for randomized
                              Gram-Schmidt; -1: by the format of the basis */
    struct cb_rules rules;
    int limit; /* of iterations */
    double tolerance;
    int phases; /* on: the time of each phase is measured */
    char history[TEXT_LENGTH], orthogonality[TEXT_LENGTH], solution[TEXT_LENGTH];
} options = {.preconditioner = -1, .orthogonalization = -1};

/* clang-format off */
#define AT(member) offsetof(struct solve_options, member)
static const struct option input_table[] = {
    {"input", INPUT_FILE, AT(input), 0, 0, "FILE.mtx|NAME:N", "",
     "solve with the matrix of a Matrix Market file, or of a model problem with N\n"
     "points per side: lap27:N, poisson2d:N, convdiff3d:N"},
    {"rhs", INPUT_FILE, AT(rhs), 0, 0, "sine|ones|FILE.mtx", "sine",
     "with --input: right-hand side b = A x with x_i proportional to sin i, or\n"
     "b_i = 1, or a Matrix Market array of one column"},
    {0}};
static const struct option solve_table[] = {
    {"preconditioner", WORD, AT(preconditioner), 0, 0,
     "none|jright|ilu|multigrid", "",
     "none, Jacobi from the right, ILU(0) of the block of each rank, or a multigrid\n"
     "V-cycle; Jacobi and ILU(0) only with --input, multigrid only without it (with\n"
     "--input none, else multigrid)"},
    {"orthogonalization", WORD, AT(orthogonalization), 0, 0, "cgs2|cgs|rgs", "",
     "classical Gram-Schmidt, always reorthogonalized (cgs2) or only if the norm\n"
     "becomes less than 0.707 of the previous one (cgs), or randomized\n"
     "Gram-Schmidt, which reads the basis once (rgs; the default with --input and\n"
     "a basis narrower than f64, else cgs2)"},
    {"restart-rule", WORD, AT(rules.gap), 0, 0, "paper|gap", "paper",
     "where a cycle ends before step M: as in the paper only if the estimate meets\n"
     "the tolerance (paper), or also if the rounding errors of the stored basis\n"
     "exceed the estimate (gap)"},
    {"iterations", WHOLE, AT(limit), 1, 1000000, "N", "10000",
     "limit of iterations"},
    {"tolerance", REAL, AT(tolerance), 0, 1, "TAU", "1e-9",
     "stop when the norm of the residual is TAU times that of b"},
    {"phases", WORD, AT(phases), 0, 0, "off|on", "on",
     "measure the time of each phase; on a GPU two events per phase"},
    {"history", OUTPUT_FILE, AT(history), 0, 0, "FILE", "",
     "write the residual norm of each iteration as CSV"},
    {"orthogonality", OUTPUT_FILE, AT(orthogonality), 0, 0, "FILE", "",
     "write the loss of orthogonality of each iteration as CSV; the solve is slow"},
    {"solution", OUTPUT_FILE, AT(solution), 0, 0, "FILE.mtx", "",
     "write the solution as a Matrix Market array in global order: row by row of\n"
     "the matrix, or point by point of the grid, x fastest"},
    {0}};
/* clang-format on */

static const struct system_source *source; /* of the system without --input */
static struct policy policy;               /* from the options */

/* Replaces values that were not given. */
static void set_orthogonalization(void)
{
    struct solve_options *o = &options;
    if (o->orthogonalization < 0)
        o->orthogonalization =
            *o->input && !*o->orthogonality &&
                    format_roundoff(policy.basis) > format_roundoff(F64)
                ? ORTHOGONALIZE_RGS
                : ORTHO_CGS2;
    o->rules.sketch = o->orthogonalization == ORTHOGONALIZE_RGS;
    if (o->rules.sketch && *o->orthogonality)
        fail_all(EXIT_USAGE,
                 "--orthogonality=%s: --orthogonalization=cgs or cgs2 is needed, "
                 "because the columns of rgs are not orthogonal",
                 o->orthogonality);
}

static void check_preconditioner(void)
{
    const struct solve_options *o = &options;
    if (*o->input && o->preconditioner == PRECOND_MULTIGRID)
        fail_all(EXIT_USAGE,
                 "--preconditioner=multigrid: not allowed with --input, because "
                 "only the benchmark's problem has coarser levels");
    if (!*o->input && o->preconditioner != PRECOND_MULTIGRID &&
        o->preconditioner != PRECOND_NONE)
        fail_all(EXIT_USAGE,
                 "--preconditioner=%s: allowed only with --input (--input=lap27:N "
                 "is the benchmark's matrix)",
                 option_choice(solve_table, "preconditioner", o->preconditioner));
}

enum { INPUT_GROUP, GROUPS = 3 }; /* of solve_verb */

/* With --input the options of the source are not allowed, and without it those of --input. */
static void check_groups(const struct verb *verb)
{
    const char *of_source = NULL;
    for (const struct option_group *g = source->groups; g->heading; g++)
        for (const struct option_group *own = verb->groups; own->heading; own++)
            if (own->table == g->table && option_any(own))
                of_source = option_any(own);
    if (*options.input && verb->number)
        fail_all(
            EXIT_USAGE,
            "%s: no numbers are allowed with --input, whose matrix has its own "
            "size",
            verb->number);
    if (*options.input && of_source)
        fail_all(EXIT_USAGE,
                 "--%s: not allowed with --input; it concerns the benchmark's "
                 "problem",
                 of_source);
    if (!*options.input && option_given(&verb->groups[INPUT_GROUP], "rhs"))
        fail_all(EXIT_USAGE, "--rhs: allowed only with --input");
}

/* The pairs of formats of a system of --input. */
static void check_pairs(void)
{
    struct missing_pairs missing = {""};
    policy_pairs(&policy, policy.inner, &missing);
    missing_pairs_check(&missing, policy.name);
}

static void check(struct run *run, MPI_Comm comm)
{
    struct solve_options *o = &options;
    check_groups(run->verb);
    if (o->preconditioner < 0)
        o->preconditioner = *o->input ? PRECOND_NONE : PRECOND_MULTIGRID;
    policy = *o->input
                 ? gmres_options_policy(&o->gmres)
                 : source->check(&o->gmres, o->preconditioner == PRECOND_MULTIGRID,
                                 comm);
    set_orthogonalization();
    check_preconditioner();
    if (*o->input)
        check_pairs();
    run_check_files(run, comm);
}

/* ---- The system ---- */

/* The system that --input names. */
struct input {
    struct linear_system L;
    struct blocks blocks; /* the rows of L.A */
};

/* Memory is checked twice: from the sizes before the matrix is read or generated, and from
 * the rows that this rank really has. ILU(0) stores the entries again. */
static struct system input_create(struct run *run, struct input *in, MPI_Comm comm)
{
    const char *name = options.input;
    const int columns = options.gmres.restart + 1,
              matrices = options.preconditioner == PRECOND_ILU ? 2 : 1;
    const struct system_size size = linear_system_size(name, comm);
    run_check_memory(run, (double)size.rows / run->ranks,
                     matrices * ((double)size.nonzeros / run->ranks), columns,
                     size.reading, comm);
    struct csr A = linear_system_matrix(name, comm, &in->blocks);
    run_check_memory(run, A.n, matrices * (double)A.ptr[A.n], columns, 0, comm);
    const struct system_setup setup = {&in->blocks, options.rhs,
                                       (enum precond_kind)options.preconditioner,
                                       &policy};
    in->L = linear_system_create(A, &setup, comm);
    run->memory.hierarchy = (double)mem_live();
    return (struct system){
        .A = &in->L.A,
        .b = &in->L.b,
        .M = in->L.M,
        .rows = blocks_partition(&in->blocks),
        .known = in->L.exact != NULL,
        .exact = in->L.exact,
    };
}

static void input_collect(const struct input *in, struct setup *setup,
                          struct run *run, MPI_Comm comm)
{
    const struct setup_times times = {.all = in->L.setup_seconds};
    setup_collect(setup, &times, comm);
    run_memory_used(run, comm);
    setup_add(setup, &in->L.A);
    for (int k = 0; k < in->L.factors; k++)
        setup_add_rounding(setup, &in->L.of_factor[k]);
}

/* ---- Results ---- */

/* The solve and its record. */
struct solve {
    struct run *run;
    const struct system *S;
    const struct input *in; /* NULL without --input */
    struct cb_gmres *solver;
    struct vector x; /* the solution */
    struct setup setup;
    struct timing timing;
    struct outcome outcome;
    struct model_flops flops;
    double error; /* max |x_i - exact_i|, or NaN */
};

static void write_orthogonality(const char *path, const struct orthogonality *O)
{
    FILE *f = output_open(path);
    fprintf(f, "iteration,before,after\n");
    for (int k = 0; k < O->steps; k++)
        fprintf(f, "%d,%.6g,%.6g\n", k + 1, O->before[k], O->after[k]);
    output_close(f, path);
}

/* Prints NAME=TEXT and a blank. In the text, which is the name of a file, blanks, control
 * characters and percent signs are written as in a URL, so that the line remains a list of
 * words NAME=VALUE. */
static void print_name(const char *name, const char *text)
{
    printf("%s=", name);
    for (; *text; text++)
        printf((unsigned char)*text <= ' ' || *text == '%' || *text == 127
                   ? "%%%02x"
                   : "%c",
               (unsigned char)*text);
    printf(" ");
}

/* Prints the part of the result line that describes the system. */
static void print_problem(const struct solve *s)
{
    const struct matrix *A = s->S->A;
    if (s->in) {
        print_name("input", options.input);
        print_name("rhs", options.rhs);
        printf("rows=%" PRId64 " nonzeros=%" PRId64 " ranks=%d ", A->global_rows,
               A->global_nonzeros, s->run->ranks);
    } else {
        source->print(s->S, s->run);
    }
    printf(
        "preconditioner=%s orthogonalization=%s ",
        option_choice(solve_table, "preconditioner", options.preconditioner),
        option_choice(solve_table, "orthogonalization", options.orthogonalization));
}

static void print_result(const struct solve *s)
{
    const struct outcome *out = &s->outcome;
    const struct cb_changes *changes = &s->solver->changes;
    const double wanted = options.tolerance * out->initial;
    printf("solve: policy=%s ", policy.name);
    print_problem(s);
    printf("reason=%s iterations=%d cycles=%d reorthogonalizations=%d "
           "initial=%.6e final=%.6e relative=%.6e seconds=%.3e ",
           reason_word(out->reason), out->iterations, out->cycles,
           changes->reorthogonalizations, out->initial, out->final,
           outcome_relative(out), s->timing.seconds);
    if (isnan(s->error) && out->reason != REASON_NOT_FINITE)
        printf("error=unknown\n"); /* the exact solution is not known */
    else
        printf("error=%.1e\n", s->error);
    if (changes->classical)
        printf("after iteration %d: continued with classical Gram-Schmidt (%s)\n",
               changes->classical_after, changes->classical);
    if (out->reason == REASON_NOT_FINITE)
        printf("NOT VALID: NaN or Inf in iteration %d, in the %s\n",
               out->iterations, out->location);
    else if (options.tolerance > 0 && !(changes->rounding <= wanted))
        printf(
            "the tolerance is below the rounding of the residual: a norm of %.1e "
            "was wanted, rounding errors are up to %.1e\n",
            wanted, changes->rounding);
}

static void json_options(struct json *j, const struct solve *s)
{
    run_json_options(j, "options", s->run);
    policy_json(j, &policy);
    if (s->in) {
        json_add(j, "input=%s rhs=%s", options.input, options.rhs);
    } else {
        source->json_options(j);
    }
    json_add(
        j, "preconditioner=%s orthogonalization=%s restart_rule=%s",
        option_choice(solve_table, "preconditioner", options.preconditioner),
        option_choice(solve_table, "orthogonalization", options.orthogonalization),
        option_choice(solve_table, "restart-rule", options.rules.gap));
    json_add(j, "restart=%d iterations=%d", options.gmres.restart, options.limit);
    json_end(j);
}

static void json_sizes(struct json *j, const struct solve *s)
{
    if (!s->in) {
        source->json_sizes(j, s->S, &s->setup);
        return;
    }
    json_object(j, "sizes");
    setup_json_levels(j, &s->setup);
    json_end(j);
}

static void write_json(const struct solve *s, const char *path)
{
    struct json j = {.file = output_open(path)};
    json_object(&j, NULL);
    run_json_machine(&j, s->run);
    json_end(&j);
    json_options(&j, s);
    json_sizes(&j, s);
    setup_json_times(&j, &s->setup);
    run_json_memory(&j, s->run);
    json_object(&j, "solve");
    json_add(&j, "policy=%s solves=%d seconds=%g", policy.name, s->timing.solves,
             s->timing.seconds);
    outcome_json(&j, &s->outcome);
    if (s->solver->changes.classical)
        json_add(&j, "classical_instead_of_rgs=%s", s->solver->changes.classical);
    json_add(&j, "error=%g", s->error);
    model_flops_json(&j, &s->flops);
    timing_json(&j, &s->timing, s->setup.levels);
    json_end(&j);
    json_end(&j);
    output_close(j.file, path);
}

static void write_results(const struct solve *s)
{
    print_result(s);
    if (*options.history)
        history_write(options.history, "relative_residual",
                      s->solver->gmres.history, s->outcome.iterations);
    if (*options.orthogonality)
        write_orthogonality(options.orthogonality, s->solver->monitor);
    if (*s->run->options.json)
        write_json(s, s->run->options.json);
}

/* ---- The solve ---- */

static void solve(void *data)
{
    struct solve *s = data;
    vector_clear(&s->x);
    s->outcome =
        cb_gmres_solve(s->solver, s->S->b, &s->x, options.tolerance, options.limit);
}

/* While the clock is stopped: the error, and the file of the solution. */
static void examine(void *data, int k)
{
    (void)k; /* there is one solve */
    struct solve *s = data;
    const struct system *S = s->S;
    const MPI_Comm comm = S->A->comm;
    s->error = S->known ? vector_distance(&s->x, S->exact, 1, comm) : NAN;
    if (*options.solution && s->outcome.reason != REASON_NOT_FINITE)
        global_order_write(options.solution, &S->rows, S->A, &s->x, comm);
}

/* A solver with the monitors that the options ask for. */
static struct cb_gmres solver_create(const struct system *S,
                                     struct orthogonality *monitor)
{
    const struct solve_options *o = &options;
    const int most = gmres_most(o->limit, o->gmres.restart) + 1;
    struct cb_gmres solver =
        cb_gmres_create(S->A, S->M, &policy, o->gmres.restart, o->rules);
    if (*o->history)
        solver.gmres.history = NEW(double, (size_t)most, "residual history");
    if (*o->orthogonality) {
        *monitor =
            orthogonality_create(policy.inner, S->A->n, o->gmres.restart, most);
        solver.monitor = monitor;
    }
    solver.gmres.progress = progress_cycle;
    if (!o->rules.sketch)
        solver.gmres.Q.ortho.kind = (enum ortho_kind)o->orthogonalization;
    return solver;
}

static enum exit_status run_solve(struct run *run, MPI_Comm comm)
{
    static struct solve s; /* too large for the stack */
    const struct solve_options *o = &options;
    const int rank = comm_rank(comm);
    struct orthogonality monitor;
    struct input in;
    phase_enable(o->phases);
    struct system S =
        *o->input
            ? input_create(run, &in, comm)
            : source->create(&o->gmres, o->preconditioner == PRECOND_MULTIGRID, run,
                             comm);
    struct cb_gmres solver = solver_create(&S, &monitor);
    s = (struct solve){.run = run,
                       .S = &S,
                       .in = *o->input ? &in : NULL,
                       .solver = &solver,
                       .x = vector_create(F64, S.A->n, S.A->halo_n, "solution")};
    if (s.in)
        input_collect(&in, &s.setup, run, comm);
    else
        source->collect(&S, &s.setup, run, comm);
    run->memory.solver = (double)mem_live() - run->memory.hierarchy;
    if (rank == 0)
        setup_print_rounding(&s.setup);
    progress_phase("solve");
    const struct timing_plan plan = {
        .count = 1, .solve = solve, .after = examine, .data = &s};
    timing_run(&plan, &s.timing, comm);
    progress_phase(NULL);
    s.flops = model_flops(S.A, solver.gmres.M.flops, &s.outcome);
    if (rank == 0)
        write_results(&s);
    if (solver.monitor)
        orthogonality_free(&monitor);
    mem_free(solver.gmres.history);
    timing_free(&s.timing);
    vector_free(&s.x);
    cb_gmres_free(&solver);
    if (s.in)
        linear_system_free(&in.L);
    else
        source->release(&S);
    return outcome_good(&s.outcome) ? EXIT_OK : EXIT_INVALID;
}

struct verb *solve_verb(const struct system_source *of_program)
{
    enum { OWN = GROUPS, MOST = 8 };
    static struct option_group groups[MOST] = {
        {"The system of --input", input_table, &options, 0},
        {GMRES_HEADING, gmres_table, &options.gmres, 0},
        {"Verb solve", solve_table, &options, 0}};
    static struct verb verb = {
        .name = "solve",
        .help = "solve one system: the benchmark's, a model problem or a file "
                "(--input)",
        .groups = groups,
        .check = check,
        .run = run_solve};
    source = of_program;
    verb.numbers = *source->numbers;
    for (int k = 0; k + OWN + 1 < MOST && source->groups[k].heading; k++)
        groups[OWN + k] = source->groups[k];
    return &verb;
}
