/* common/program/solve.c - the verb solve: solves one linear system. */
#include "global_order.h"
#include "kernels.h"
#include "linear_system.h"
#include "memory.h"
#include "output.h"
#include "progress.h"
#include "verbs.h"
#include <inttypes.h>
#include <math.h>

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
static void print_problem(const struct options *o, const struct report *r)
{
    const struct matrix *A = &r->level[0].A;
    if (*o->solve.input) {
        print_name("input", o->solve.input);
        print_name("rhs", o->solve.rhs);
        printf("rows=%" PRId64 " nonzeros=%" PRId64 " ranks=%d ", A->global_rows,
               A->global_nonzeros, r->ranks);
    } else {
        printf("order=%s local=%dx%dx%d ranks=%d ",
               option_choice("order", o->order), o->n[0], o->n[1], o->n[2],
               r->ranks);
    }
    printf("preconditioner=%s orthogonalization=%s ",
           option_choice("preconditioner", o->solve.preconditioner),
           option_choice("orthogonalization", o->solve.orthogonalization));
}

static void print_result(const struct report *r)
{
    const struct options *o = r->options;
    const struct timed_run *run = &r->policy;
    const struct outcome *out = &run->sum;
    const struct cb_changes *changes = &run->changes;
    printf("solve: policy=%s ", o->policy.name);
    print_problem(o, r);
    printf("reason=%s iterations=%d cycles=%d reorthogonalizations=%d "
           "initial=%.6e final=%.6e relative=%.6e seconds=%.3e ",
           reason_word(out->reason), out->iterations, out->cycles,
           changes->reorthogonalizations, out->initial, out->final,
           outcome_relative(out), run->seconds);
    if (run->undivided >= 0)
        printf("undivided_relative=%.6e ", run->undivided);
    if (isnan(run->error) && out->reason != REASON_NOT_FINITE)
        printf("error=unknown\n"); /* the exact solution is not known */
    else
        printf("error=%.1e\n", run->error);
    if (run->undivided >= 0)
        printf(
            "jleft: initial, final and relative are norms of the system divided by "
            "the diagonal; of b - A x itself it is undivided_relative\n");
    if (changes->classical)
        printf("after iteration %d: continued with classical Gram-Schmidt (%s)\n",
               changes->classical_after, changes->classical);
    for (int k = 0; k < changes->continuations; k++) {
        const struct continuation *c = &changes->continued[k];
        printf(
            "after iteration %d, instead of ending (%s): continued with the basis "
            "in %s%s\n",
            c->iteration, reason_name(c->reason), format_name(c->basis),
            c->published ? ", by the published rules" : "");
    }
    if (out->reason == REASON_NOT_FINITE)
        printf("NOT VALID: NaN or Inf in iteration %d, in the %s\n",
               out->iterations, out->location);
    else if (o->tolerance > 0 &&
             !(changes->rounding <= o->tolerance * out->initial))
        printf(
            "the tolerance is below the rounding of the residual: a norm of %.1e "
            "was wanted, rounding errors are up to %.1e\n",
            o->tolerance * out->initial, changes->rounding);
}

/* The system A x = b and its preconditioner: the benchmark's problem with all its
 * levels, or the matrix that --input names. */
struct system {
    struct hierarchy *h;    /* of the benchmark's problem; NULL with --input */
    struct linear_system L; /* of --input; zero without it */
    struct blocks blocks;   /* the rows of L.A */
    const struct matrix *A; /* in h or L */
    struct partition rows;  /* of A, in natural order */
    const struct vector *b; /* in h or L */
    struct precond M;       /* the caller passes it to cb_gmres_create */
};

static void make_input_system(const struct options *o, struct report *r,
                              struct system *S, MPI_Comm comm)
{
    int64_t n, nonzeros;
    /* Memory is checked twice: from the sizes before the matrix is read or generated,
     * and from the rows that this rank really has. ILU(0) stores the entries again. */
    const int matrices = o->solve.preconditioner == PRECOND_ILU ? 2 : 1;
    linear_system_size(o->solve.input, comm, &n, &nonzeros);
    const double share = (double)nonzeros / r->ranks;
    verb_memory(o, r, (double)n / r->ranks, matrices * share, o->restart + 1,
                linear_system_reading(o->solve.input, (double)nonzeros, comm),
                comm);
    struct csr A = linear_system_matrix(o->solve.input, comm, &S->blocks);
    verb_memory(o, r, A.n, matrices * (double)A.ptr[A.n], o->restart + 1, 0, comm);
    const struct system_setup setup = {&S->blocks, o->solve.rhs,
                                       (enum precond_kind)o->solve.preconditioner,
                                       &o->policy};
    S->L = linear_system_create(A, &setup, comm);
    r->memory.hierarchy = (double)mem_live();
    S->rows = blocks_partition(&S->blocks);
    S->A = &S->L.A;
    S->b = &S->L.b;
    S->M = S->L.M;
}

static void make_benchmark_system(const struct options *o, struct report *r,
                                  struct system *S, MPI_Comm comm)
{
    verb_memory_of_grid(o, r, comm);
    S->h = verb_hierarchy(o, o->p, &o->policy, 1, comm);
    S->rows = grid_partition(&S->h->level[0].grid);
    S->A = &S->h->level[0].A;
    S->b = &S->h->b;
    S->M = o->solve.preconditioner == PRECOND_MULTIGRID
               ? precond_multigrid(S->h, &o->policy)
               : (struct precond){0};
}

/* Frees all but the preconditioner, which belongs to the solver. */
static void system_free(struct system *S)
{
    if (S->h)
        hierarchy_free(S->h);
    else
        linear_system_free(&S->L);
}

/* Stores sizes, set-up times and memory in the report. */
static void collect(const struct system *S, struct report *r, MPI_Comm comm)
{
    if (S->h) {
        report_collect(r, S->h, comm);
    } else {
        report_collect_matrix(r, S->A, S->L.setup_seconds, comm);
        for (int k = 0; k < S->M.factors; k++)
            report_add_rounding(r, &S->M.factor[k]);
    }
    r->memory.solver = (double)mem_live() - r->memory.hierarchy;
}

/* Solves A x = b, and writes the solution if it is finite. */
static void solve(struct report *r, const struct system *S, struct cb_gmres *solver,
                  struct vector *x, MPI_Comm comm)
{
    const struct options *o = r->options;
    struct timed_run *run = &r->policy;
    const struct timed_solves solves = {.A = S->A,
                                        .policy = &o->policy,
                                        .b = S->b,
                                        .x = x,
                                        .exact = S->L.exact,
                                        .compressed = solver,
                                        .count = 1,
                                        .tolerance = o->tolerance,
                                        .limit = o->limit};
    verb_time(&solves, run);
    if (!S->h && !S->L.exact)
        run->error = NAN; /* unknown: see print_result */
    phase_pause(1);
    if (S->L.divisor)
        run->undivided = linear_system_undivided(&S->L, x);
    if (*o->files.solution && run->sum.reason != REASON_NOT_FINITE)
        global_order_write(o->files.solution, &S->rows, S->A, x, comm);
    phase_pause(0);
}

static void write_results(const struct options *o, const struct report *r,
                          const struct cb_gmres *solver)
{
    if (*o->files.history)
        verb_write_history(o->files.history, "relative_residual",
                           solver->gmres.history, r->policy.sum.iterations);
    if (*o->files.orthogonality)
        write_orthogonality(o->files.orthogonality, solver->monitor);
    if (*o->files.json)
        report_json(r, o->files.json);
}

enum exit_status verb_solve(const struct options *o, struct report *r,
                            MPI_Comm comm)
{
    struct system S = {0};
    struct orthogonality monitor;
    const int rank = comm_rank(comm);
    if (*o->solve.input)
        make_input_system(o, r, &S, comm);
    else
        make_benchmark_system(o, r, &S, comm);
    struct cb_gmres solver =
        cb_gmres_create(S.A, S.M, &o->policy, o->restart, o->rules);
    struct gmres *gmres = &solver.gmres;
    struct vector x = vector_create(F64, S.A->n, S.A->halo_n, "solution");
    const int history_length = gmres_most(o->limit, o->restart) + 1;
    gmres->history = *o->files.history
                         ? NEW(double, (size_t)history_length, "residual history")
                         : NULL;
    if (*o->files.orthogonality) {
        monitor = orthogonality_create(o->policy.inner, S.A->n, o->restart,
                                       history_length);
        solver.monitor = &monitor;
    }
    gmres->progress = progress_cycle;
    if (!o->rules.sketch)
        gmres->Q.ortho.kind = (enum ortho_kind)o->solve.orthogonalization;

    collect(&S, r, comm);
    if (rank == 0)
        report_rounding(r);
    progress_phase("solve");
    solve(r, &S, &solver, &x, comm);
    progress_phase(NULL);
    if (rank == 0) {
        print_result(r);
        write_results(o, r, &solver);
    }
    if (solver.monitor)
        orthogonality_free(&monitor);
    mem_free(gmres->history);
    vector_free(&x);
    cb_gmres_free(&solver);
    system_free(&S);
    return outcome_good(&r->policy.sum) ? EXIT_OK : EXIT_INVALID;
}
