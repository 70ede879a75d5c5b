/* common/solve.c - the verb solve: one system, solved once and checked. */
#include "memory.h"
#include "output.h"
#include "progress.h"
#include "verbs.h"

static void write_history(const char *path, const double *history, int iterations)
{
    FILE *f = output_open(path);
    fprintf(f, "iteration,relative_residual\n");
    for (int k = 0; k <= iterations; k++)
        fprintf(f, "%d,%.17g\n", k, history[k]);
    output_close(f, path);
}

static void print_line(const struct options *o, const struct report *r)
{
    const struct outcome *out = &r->policy.sum;
    printf("solve: policy=%s order=%s local=%dx%dx%d ranks=%d why=%s iterations=%d "
           "cycles=%d initial=%.6e final=%.6e relative=%.6e error=%.1e\n",
           o->policy.name, option_choice("order", o->order), o->n[0], o->n[1], o->n[2],
           r->ranks, why_name(out->why), out->iterations, out->cycles, out->first,
           out->last, outcome_relative(out), r->policy.error);
    if (out->why == WHY_NOT_FINITE)
        printf("NOT VALID: NaN or Inf in iteration %d, in the %s\n", out->iterations,
               out->place);
}

enum exit_status verb_solve(const struct options *o, struct report *r, MPI_Comm comm)
{
    int rank;
    MPI_OK(MPI_Comm_rank(comm, &rank));
    verb_memory(o, r, &o->policy, 1, comm);
    struct hierarchy *h = verb_hierarchy(o, o->p, &o->policy, 1, comm);
    struct gmres S = gmres_create(h, &o->policy, o->restart);
    struct vector x = vector_create(F64, h->level[0].n, h->level[0].halo_n, "solution");
    size_t most = (size_t)gmres_most(o->limit, o->restart) + 1;
    S.history = *o->history ? NEW(double, most, "residual history") : NULL;
    S.progress = progress_cycle;

    progress_phase("solve", rank);
    r->policy = verb_time(&S, &x, 1, o->tolerance, o->limit);
    progress_phase(NULL, rank);
    report_collect(r, h, comm);
    if (rank == 0) {
        print_line(o, r);
        if (*o->history)
            write_history(o->history, S.history, r->policy.sum.iterations);
        if (*o->json)
            report_json(r, o->json);
    }
    mem_free(S.history);
    vector_free(&x);
    gmres_free(&S);
    hierarchy_free(h);
    return r->policy.sum.why == WHY_CONVERGED ? EXIT_OK : EXIT_INVALID;
}
