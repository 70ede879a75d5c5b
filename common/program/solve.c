/* common/program/solve.c - the verb solve: solves one linear system. */
#include "flags.h"
#include "linear_system.h"
#include "memory.h"
#include "output.h"
#include "progress.h"
#include "verbs.h"
#include <inttypes.h>
#include <math.h>

static void write_history(const char *path, const double *history, int iterations)
{
    FILE *f = output_open(path);
    fprintf(f, "iteration,relative_residual\n");
    for (int k = 0; k <= iterations; k++)
        fprintf(f, "%d,%.17g\n", k, history[k]);
    output_close(f, path);
}

static void write_orthogonality(const char *path, const struct orthogonality *O)
{
    FILE *f = output_open(path);
    fprintf(f, "iteration,before,after\n");
    for (int k = 0; k < O->steps; k++)
        fprintf(f, "%d,%.6g,%.6g\n", k + 1, O->before[k], O->after[k]);
    output_close(f, path);
}

/* Prints the part of the result line that describes the system. */
static void print_problem(const struct options *o, const struct report *r)
{
    const struct matrix *A = &r->level[0].A;
    if (*o->solve.input)
        printf("input=%s rhs=%s rows=%" PRId64 " nonzeros=%" PRId64 " ranks=%d ",
               o->solve.input, o->solve.rhs, A->global_rows, A->global_nonzeros,
               r->ranks);
    else
        printf("order=%s local=%dx%dx%d ranks=%d ",
               option_choice("order", o->order), o->n[0], o->n[1], o->n[2],
               r->ranks);
    printf("preconditioner=%s orthogonalization=%s ",
           option_choice("preconditioner", o->solve.preconditioner),
           option_choice("orthogonalization", o->solve.orthogonalization));
}

static void print_line(const struct options *o, const struct report *r,
                       long reorthogonalizations)
{
    const struct outcome *out = &r->policy.sum;
    printf("solve: policy=%s ", o->policy.name);
    print_problem(o, r);
    printf("reason=%s iterations=%d cycles=%d reorthogonalizations=%ld "
           "initial=%.6e final=%.6e relative=%.6e seconds=%.3e error=%.1e\n",
           reason_name(out->reason), out->iterations, out->cycles,
           reorthogonalizations, out->initial, out->final, outcome_relative(out),
           r->policy.seconds, r->policy.error);
    for (int k = 0; k < out->continuations; k++) {
        const struct continuation *c = &out->continued[k];
        printf(
            "after iteration %d, instead of ending (%s): continued with the basis "
            "in %s%s\n",
            c->iteration, reason_name(c->reason), format_name(c->basis),
            c->published ? ", by the published rules" : "");
    }
    if (out->reason == REASON_NOT_FINITE)
        printf("NOT VALID: NaN or Inf in iteration %d, in the %s\n",
               out->iterations, out->location);
}

/* The system A x = b and its preconditioner: the benchmark's problem with all its
 * levels, or the matrix that --input names. */
struct system {
    struct hierarchy *h;    /* of the benchmark's problem; NULL with --input */
    struct linear_system L; /* of --input; zero without it */
    const struct matrix *A; /* in h or L */
    const struct vector *b; /* in h or L */
    struct precond M;       /* the caller passes it to gmres_create */
};

static void make_input_system(const struct options *o, struct report *r,
                              struct system *S, MPI_Comm comm)
{
    struct blocks rows;
    int64_t n, nonzeros;
    /* Memory is checked twice: from the sizes before the matrix is read or generated,
     * and from the rows that this rank really has. */
    linear_system_size(o->solve.input, comm, &n, &nonzeros);
    verb_memory_of(o, r, (int)((n + r->ranks - 1) / r->ranks),
                   (size_t)(nonzeros / r->ranks), comm);
    struct csr A = linear_system_matrix(o->solve.input, comm, &rows);
    verb_memory_of(o, r, A.n, A.ptr[A.n], comm);
    const struct system_setup setup = {&rows, o->solve.rhs,
                                       (enum precond_kind)o->solve.preconditioner,
                                       &o->policy, o->tree};
    S->L = linear_system_create(A, &setup, comm);
    S->A = &S->L.A;
    S->b = &S->L.b;
    S->M = S->L.M;
}

static void make_benchmark_system(const struct options *o, struct report *r,
                                  struct system *S, MPI_Comm comm)
{
    verb_memory(o, r, &o->policy, 1, comm);
    S->h = verb_hierarchy(o, o->p, &o->policy, 1, comm);
    S->A = &S->h->level[0].A;
    S->b = &S->h->b;
    S->M = o->solve.preconditioner == PRECOND_MULTIGRID
               ? precond_multigrid(S->h, &o->policy)
               : precond_none();
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
        return;
    }
    if (!S->L.exact)
        r->policy.error = NAN; /* the exact solution is not known */
    report_collect_matrix(r, S->A, S->L.setup_seconds, comm);
}

static void write_results(const struct options *o, const struct report *r,
                          const struct gmres *G)
{
    print_line(o, r, G->Q.reorthogonalizations);
    if (*o->files.history)
        write_history(o->files.history, G->history, r->policy.sum.iterations);
    if (*o->files.orthogonality)
        write_orthogonality(o->files.orthogonality, G->monitor);
    if (*o->files.json)
        report_json(r, o->files.json);
}

enum exit_status verb_solve(const struct options *o, struct report *r,
                            MPI_Comm comm)
{
    struct system S = {0};
    struct orthogonality monitor;
    int rank;
    MPI_OK(MPI_Comm_rank(comm, &rank));
    if (*o->solve.input)
        make_input_system(o, r, &S, comm);
    else
        make_benchmark_system(o, r, &S, comm);
    struct gmres G = gmres_create(S.A, S.M, &o->policy, o->restart);
    struct vector x = vector_create(F64, S.A->n, S.A->halo_n, "solution");
    const int history_length = gmres_most(o->limit, o->restart) + 1;
    G.history = *o->files.history
                    ? NEW(double, (size_t)history_length, "residual history")
                    : NULL;
    if (*o->files.orthogonality) {
        monitor = orthogonality_create(o->policy.inner, S.A->n, o->restart,
                                       history_length);
        G.monitor = &monitor;
    }
    G.progress = progress_cycle;
    G.Q.ortho.kind = (enum ortho_kind)o->solve.orthogonalization;
    G.Q.ortho.eta = o->solve.eta;
    gmres_set_rules(&G, o->rules);

    const struct timed_solves solves = {.b = S.b,
                                        .x = &x,
                                        .exact = S.L.exact,
                                        .count = 1,
                                        .tolerance = o->tolerance,
                                        .limit = o->limit};
    progress_phase("solve", rank);
    r->policy = verb_time(&G, &solves);
    progress_phase(NULL, rank);
    collect(&S, r, comm);
    if (rank == 0)
        write_results(o, r, &G);
    if (G.monitor)
        orthogonality_free(&monitor);
    mem_free(G.history);
    vector_free(&x);
    gmres_free(&G);
    system_free(&S);
    return outcome_good(&r->policy.sum) ? EXIT_OK : EXIT_INVALID;
}
