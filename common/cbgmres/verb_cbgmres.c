/* common/cbgmres/verb_cbgmres.c - the verb cbgmres: solves the linear system of a Matrix Market file or of a model
 * problem by CB-GMRES. */
#include "cb_gmres.h"
#include "linear_system.h"
#include "memory.h"
#include "one_solve.h"
#include "output.h"
#include <inttypes.h>
#include <math.h>

/* ---- Options ---- */

enum { ORTHOGONALIZE_RGS = ORTHO_CGS + 1 };

/* `input` is a file or a model problem, `rhs` its right-hand side. */
static struct cbgmres_options {
    struct gmres_options gmres;
    struct one_options one;
    char input[TEXT_LENGTH], rhs[TEXT_LENGTH];
    int preconditioner;    /* enum precond_kind */
    int orthogonalization; /* enum ortho_kind, or ORTHOGONALIZE_RGS for randomized
                              Gram-Schmidt; -1: by the format of the basis */
    struct cb_rules rules;
    char orthogonality[TEXT_LENGTH];
} options = {.orthogonalization = -1};

/* clang-format off */
#define AT(member) offsetof(struct cbgmres_options, member)
static const struct option input_table[] = {
    {"input", INPUT_FILE, AT(input), 0, 0, "FILE.mtx|NAME:N", "",
     "solve with the matrix of a Matrix Market file, or of a model problem with N\n"
     "points per side: lap27:N, poisson2d:N, convdiff3d:N"},
    {"rhs", INPUT_FILE, AT(rhs), 0, 0, "sine|ones|FILE.mtx", "sine",
     "right-hand side b = A x with x_i proportional to sin i, or\n"
     "b_i = 1, or a Matrix Market array of one column"},
    {0}};
static const struct option own_table[] = {
    {"preconditioner", WORD, AT(preconditioner), 0, 0, "none|jright|ilu", "none",
     "none, Jacobi from the right, or ILU(0) of the block of each rank"},
    {"orthogonalization", WORD, AT(orthogonalization), 0, 0, "cgs2|cgs|rgs", "",
     "classical Gram-Schmidt, always reorthogonalized (cgs2) or only if the norm\n"
     "becomes less than 0.707 of the previous one (cgs), or randomized\n"
     "Gram-Schmidt, which reads the basis once (rgs; the default with a basis\n"
     "narrower than f64, else cgs2)"},
    {"restart-rule", WORD, AT(rules.gap), 0, 0, "paper|gap", "paper",
     "where a cycle ends before step M: as in the paper only if the estimate meets\n"
     "the tolerance (paper), or also if the rounding errors of the stored basis\n"
     "exceed the estimate (gap)"},
    {"orthogonality", OUTPUT_FILE, AT(orthogonality), 0, 0, "FILE", "",
     "write the loss of orthogonality of each iteration as CSV; the solve is slow"},
    {0}};
/* clang-format on */

static struct policy policy; /* from the options */

/* Replaces values that were not given. */
static void set_orthogonalization(void)
{
    struct cbgmres_options *o = &options;
    if (o->orthogonalization < 0)
        o->orthogonalization = !*o->orthogonality && format_roundoff(policy.basis) >
                                                         format_roundoff(F64)
                                   ? ORTHOGONALIZE_RGS
                                   : ORTHO_CGS2;
    o->rules.sketch = o->orthogonalization == ORTHOGONALIZE_RGS;
    if (o->rules.sketch && *o->orthogonality)
        fail_all(EXIT_USAGE,
                 "--orthogonality=%s: --orthogonalization=cgs or cgs2 is needed, "
                 "because the columns of rgs are not orthogonal",
                 o->orthogonality);
}

static void check(struct run *run, MPI_Comm comm)
{
    if (!*options.input)
        fail_all(EXIT_USAGE,
                 "cbgmres: --input=FILE.mtx or --input=NAME:N is needed");
    struct missing_pairs missing = {""};
    policy = gmres_options_policy(&options.gmres);
    set_orthogonalization();
    policy_pairs(&policy, policy.inner, &missing);
    missing_pairs_check(&missing, policy.name);
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
static void input_create(struct run *run, struct input *in, MPI_Comm comm)
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
    const struct system_config config = {&in->blocks, options.rhs,
                                         (enum precond_kind)options.preconditioner,
                                         &policy};
    in->L = linear_system_create(A, &config, comm);
    run->memory.matrices = (double)mem_live();
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

/* What one_solve.h passes to the functions below. */
struct own {
    struct input in;
    struct cb_gmres solver;
    struct orthogonality monitor;
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

static void print(const struct one_solve *s)
{
    const struct matrix *A = s->system->A;
    const struct own *own = s->data;
    printf("cbgmres: policy=%s ", s->policy->name);
    print_name("input", options.input);
    print_name("rhs", options.rhs);
    printf(
        "rows=%" PRId64 " nonzeros=%" PRId64
        " ranks=%d preconditioner=%s orthogonalization=%s reorthogonalizations=%d ",
        A->global_rows, A->global_nonzeros, s->run->ranks,
        option_choice(own_table, "preconditioner", options.preconditioner),
        option_choice(own_table, "orthogonalization", options.orthogonalization),
        own->solver.changes.reorthogonalizations);
    one_print_gmres(s);
}

static void json(struct json *j, const struct one_solve *s)
{
    const struct own *own = s->data;
    policy_json(j, s->policy);
    json_add(
        j,
        "input=%s rhs=%s preconditioner=%s orthogonalization=%s restart_rule=%s "
        "restart=%d iterations=%d",
        options.input, options.rhs,
        option_choice(own_table, "preconditioner", options.preconditioner),
        option_choice(own_table, "orthogonalization", options.orthogonalization),
        option_choice(own_table, "restart-rule", options.rules.gap),
        options.gmres.restart, options.one.limit);
    json_end(j);
    json_object(j, "sizes");
    setup_json_levels(j, &s->setup);
    json_end(j);
    one_json_gmres(j, s);
    if (own->solver.changes.classical)
        json_add(j, "classical_instead_of_rgs=%s", own->solver.changes.classical);
    one_json_gmres_end(j, s);
}

/* ---- The solve ---- */

static void solve(struct one_solve *s)
{
    struct own *own = s->data;
    s->outcome = cb_gmres_solve(&own->solver, s->system->b, &s->x,
                                options.one.tolerance, options.one.limit);
    s->rounding = own->solver.changes.rounding;
}

static const struct one_parts parts = {
    .solve = solve, .print = print, .json = json};

/* The solver, with the monitors that the options select. */
static void solver_create(struct own *own)
{
    const struct cbgmres_options *o = &options;
    struct linear_system *L = &own->in.L;
    own->solver = cb_gmres_create(&L->A, L->M, &policy, o->gmres.restart, o->rules);
    if (*o->orthogonality) {
        own->monitor =
            orthogonality_create(policy.inner, L->A.n, o->gmres.restart,
                                 gmres_most(o->one.limit, o->gmres.restart) + 1);
        own->solver.monitor = &own->monitor;
    }
    if (!o->rules.sketch)
        own->solver.gmres.Q.ortho.kind = (enum ortho_kind)o->orthogonalization;
}

static enum exit_status run_cbgmres(struct run *run, MPI_Comm comm)
{
    static struct one_solve s; /* too large for the stack */
    static struct own own;
    const int rank = comm_rank(comm);
    phase_enable(options.one.phases);
    input_create(run, &own.in, comm);
    const struct linear_system *L = &own.in.L;
    const struct system S = {.A = &L->A,
                             .b = &L->b,
                             .rows = blocks_partition(&own.in.blocks),
                             .known = L->exact != NULL,
                             .exact = L->exact};
    solver_create(&own);
    s = (struct one_solve){.run = run,
                           .options = &options.one,
                           .system = &S,
                           .parts = &parts,
                           .data = &own,
                           .repeat = 1};
    one_solve_gmres(&s, &own.solver.gmres, &policy);
    input_collect(&own.in, &s.setup, run, comm);
    const enum exit_status status = one_solve_run(&s, comm);
    const struct cb_changes *changes = &own.solver.changes;
    if (rank == 0 && changes->classical)
        printf("after iteration %d: continued with classical Gram-Schmidt (%s)\n",
               changes->classical_after, changes->classical);
    if (rank == 0 && *options.orthogonality)
        write_orthogonality(options.orthogonality, &own.monitor);
    if (own.solver.monitor)
        orthogonality_free(&own.monitor);
    cb_gmres_free(&own.solver);
    linear_system_free(&own.in.L);
    return status;
}

static struct option_group groups[] = {
    {"The system of --input", input_table, &options, 0},
    {GMRES_HEADING, gmres_table, &options.gmres, 0},
    {"Verb cbgmres", own_table, &options, 0},
    {ONE_HEADING, one_table, &options.one, 0},
    {ONE_FILES_HEADING, one_files_table, &options.one, 0},
    {0}};

struct verb cbgmres_verb = {
    .name = "cbgmres",
    .help = "CB-GMRES for a Matrix Market file or a model problem",
    .example = "--input=lap27:32 --policy=double --basis=f32",
    .groups = groups,
    .check = check,
    .run = run_cbgmres};
