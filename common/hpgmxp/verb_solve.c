/* common/hpgmxp/verb_solve.c - the verb solve: one solve of the benchmark's system by GMRES in any policy. */
#include "memory.h"
#include "multigrid.h"
#include "one_solve.h"
#include "problem.h"

/* ---- Options ---- */

static struct problem_options problem = {.order = -1};
static struct gmres_options gmres_options;
static struct one_options one;
static struct {
    int preconditioner; /* 1: multigrid */
} own;
static struct hpgmxp_policy chosen; /* the policy of the options */

/* clang-format off */
static const struct option own_table[] = {
    {"preconditioner", WORD, 0, 0, 0, "none|multigrid", "multigrid",
     "none, or a multigrid V-cycle"},
    {0}};
/* clang-format on */
static struct option_group groups[] = {
    {PROBLEM_HEADING, problem_table, &problem, 0},
    {GMRES_HEADING, gmres_table, &gmres_options, 0},
    {"Verb solve", own_table, &own, 0},
    {ONE_HEADING, one_table, &one, 0},
    {ONE_FILES_HEADING, one_files_table, &one, 0},
    {0}};

static void check(struct run *run, MPI_Comm comm)
{
    problem_check(&problem, 1, comm);
    chosen = problem_policy(&problem, &gmres_options, own.preconditioner);
    run_check_files(run, comm);
}

/* ---- What one_solve.h calls ---- */

static void solve(struct one_solve *s)
{
    s->outcome =
        gmres_solve(s->gmres, s->system->b, &s->x, one.tolerance, one.limit);
    s->rounding = gmres_rounding(s->gmres, &s->x, one.tolerance, &s->outcome);
}

static void print(const struct one_solve *s)
{
    printf("solve: policy=%s order=%s local=%dx%dx%d ranks=%d preconditioner=%s ",
           s->policy->name, option_choice(problem_table, "order", problem.order),
           problem.n[0], problem.n[1], problem.n[2], s->run->ranks,
           option_choice(own_table, "preconditioner", own.preconditioner));
    one_print_gmres(s);
}

static void json(struct json *j, const struct one_solve *s)
{
    const struct hierarchy *h = s->data;
    policy_json(j, s->policy);
    problem_json(j, &problem, &chosen);
    json_add(j, "preconditioner=%s restart=%d iterations=%d",
             option_choice(own_table, "preconditioner", own.preconditioner),
             gmres_options.restart, one.limit);
    json_end(j);
    problem_json_sizes(j, &h->grid[0], &s->setup);
    one_json_gmres(j, s);
    one_json_gmres_end(j, s);
}

static const struct one_parts parts = {
    .solve = solve, .print = print, .json = json};

/* ---- The verb ---- */

static enum exit_status run_solve(struct run *run, MPI_Comm comm)
{
    static struct one_solve s; /* too large for the stack */
    phase_enable(one.phases);
    problem_check_memory(&problem, gmres_options.restart, 1, run, comm);
    struct hierarchy *h = problem_hierarchy(&problem, problem.p, &chosen, 1, comm);
    struct precond M = {0};
    if (own.preconditioner)
        M = precond_multigrid(h, &chosen);
    const struct system S = {.A = &h->level[0].A,
                             .b = &h->b,
                             .rows = box_partition(&h->grid[0]),
                             .known = 1};
    struct gmres gmres = gmres_create(S.A, M, &chosen.gmres, gmres_options.restart);
    gmres.exact_limit = 1;
    s = (struct one_solve){.run = run,
                           .options = &one,
                           .system = &S,
                           .parts = &parts,
                           .data = h,
                           .repeat = 1};
    one_solve_gmres(&s, &gmres, &chosen.gmres);
    problem_collect(h, &s.setup, run, comm);
    const enum exit_status status = one_solve_run(&s, comm);
    gmres_free(&gmres);
    hierarchy_free(h);
    return status;
}

struct verb solve_verb = {.name = "solve",
                          .help =
                              "solve the benchmark's system once, in any policy",
                          .example = "--nx=32 --policy=double",
                          .usage = "[NX NY NZ] ",
                          .groups = groups,
                          .numbers = {"", problem_numbers, &problem, 0},
                          .reads = PROBLEM_FILE,
                          .check = check,
                          .run = run_solve};
