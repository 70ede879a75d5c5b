/* common/program/solve.c - the verb solve: one system, solved once and checked. */
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

/* What was solved: a part of the line. */
static void print_problem(const struct options *o, const struct report *r)
{
    const struct level *A = &r->level[0];
    if (*o->input)
        printf("input=%s rhs=%s rows=%" PRId64 " nonzeros=%" PRId64 " ranks=%d ",
               o->input, o->rhs, A->global_rows, A->global_nonzeros, r->ranks);
    else
        printf("order=%s local=%dx%dx%d ranks=%d ", option_choice("order", o->order),
               o->n[0], o->n[1], o->n[2], r->ranks);
    printf("preconditioner=%s orthogonalization=%s ",
           option_choice("preconditioner", o->preconditioner),
           option_choice("orthogonalization", o->orthogonalization));
}

static void print_line(const struct options *o, const struct report *r, long again)
{
    const struct outcome *out = &r->policy.sum;
    printf("solve: policy=%s ", o->policy.name);
    print_problem(o, r);
    printf("why=%s iterations=%d cycles=%d again=%ld initial=%.6e final=%.6e "
           "relative=%.6e seconds=%.3e error=%.1e\n",
           why_name(out->why), out->iterations, out->cycles, again, out->first, out->last,
           outcome_relative(out), r->policy.seconds, r->policy.error);
    if (out->why == WHY_NOT_FINITE)
        printf("NOT VALID: NaN or Inf in iteration %d, in the %s\n", out->iterations,
               out->place);
}

/* The system that the options name. */
static struct linear_system make_system(const struct options *o, struct report *r,
                                        MPI_Comm comm)
{
    if (*o->input) {
        struct blocks rows;
        struct csr A = linear_system_matrix(o->input, comm, &rows);
        verb_memory_of(o, r, A.n, A.ptr[A.n], comm);
        return linear_system_create(
            A, &rows, o->rhs, (enum precond_kind)o->preconditioner, &o->policy, comm);
    }
    verb_memory(o, r, &o->policy, 1, comm);
    struct linear_system L = {.h = verb_hierarchy(o, o->p, &o->policy, 1, comm)};
    L.M = o->preconditioner == PRECOND_MULTIGRID ? precond_multigrid(L.h, &o->policy)
                                                 : precond_none();
    return L;
}

enum exit_status verb_solve(const struct options *o, struct report *r, MPI_Comm comm)
{
    int rank;
    MPI_OK(MPI_Comm_rank(comm, &rank));
    struct linear_system L = make_system(o, r, comm);
    struct gmres S = gmres_create(L.h, L.M, &o->policy, o->restart);
    const struct level *A = &L.h->level[0];
    struct vector x = vector_create(F64, A->n, A->halo_n, "solution");
    struct orthogonality watch;
    const int most = gmres_most(o->limit, o->restart) + 1;
    S.history = *o->history ? NEW(double, (size_t)most, "residual history") : NULL;
    if (*o->orthogonality) {
        watch = orthogonality_create(o->policy.inner, A->n, o->restart, most);
        S.watch = &watch;
    }
    S.progress = progress_cycle;
    S.Q.ortho = (struct ortho){(enum ortho_kind)o->orthogonalization, o->eta};
    gmres_set_rules(&S, o->rules);

    progress_phase("solve", rank);
    r->policy = verb_time(&S, L.exact, &x, 1, o->tolerance, o->limit);
    progress_phase(NULL, rank);
    if (*o->input && !L.exact)
        r->policy.error = NAN;
    report_collect(r, L.h, comm);
    if (rank == 0) {
        print_line(o, r, S.Q.again);
        if (*o->history)
            write_history(o->history, S.history, r->policy.sum.iterations);
        if (*o->orthogonality)
            write_orthogonality(o->orthogonality, &watch);
        if (*o->json)
            report_json(r, o->json);
    }
    if (S.watch)
        orthogonality_free(&watch);
    mem_free(S.history);
    vector_free(&x);
    gmres_free(&S);
    linear_system_free(&L);
    return outcome_good(&r->policy.sum) ? EXIT_OK : EXIT_INVALID;
}
