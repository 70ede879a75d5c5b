/* common/program/poisson.c - the verb poisson: refinement with half-precision
 * multigrid.
 *
 * It solves -Laplace u = f (12.3) by iterative refinement in f64. The correction of
 * each iteration is one V-cycle in the formats of --variant or --mg
 * (docs/papers/half-multigrid.md).
 */
#include "device.h"
#include "json.h"
#include "global_order.h"
#include "kernels.h"
#include "memory.h"
#include "mesh.h"
#include "output.h"
#include "q1.h"
#include "q1_hierarchy.h"
#include "refinement.h"
#include "tree.h"
#include "tree_defaults.h"
#include "verbs.h"
#include <math.h>
#include <stdio.h>

struct poisson_run {
    struct refinement_outcome refined; /* of the last solve */
    struct timed_run timed;            /* of all solves */
    double target_norm; /* to which the residual is scaled at the end (12.2) */
    const struct jacobi_multigrid *multigrid; /* counts of ranges, base solver */
};

/* The V-cycle of Oo and Vogel with the parameters of the options. If a level is in
 * f16 and its residual comes from another format, the residual is scaled so that
 * f16 can represent the correction (q1_scale). */
static struct vcycle cycle_of(const struct options *o, const struct mesh *finest)
{
    const struct poisson_options *p = &o->poisson;
    struct vcycle c = {.omega = 2.0 / 3,
                       .base_rule = (enum base_rule)p->base_rule,
                       .base_tolerance =
                           p->base_rule == BASE_RELATIVE ? 1e-2 : 1e-4};
    struct mesh m = *finest;
    for (int l = 0; l < p->levels; l++, m = mesh_coarsen(&m))
        if (o->policy.mg[l] == F16 && (l == 0 || o->policy.mg[l - 1] != F16))
            c.target_norm[l] = q1_scale(&m);
    return c;
}

/* As many vectors of the finest level in f64 need the memory of all vectors. */
enum { VECTORS = 12 };

/* The system A u = b, the initial guess and the solution. */
struct poisson_system {
    struct vector b, start, u;
    double *exact; /* u at the local points */
};

/* Solves the system --repeat times from the same initial guess and measures the time of
 * all solves together; on a device the sample is one more solve before them. */
static void solve(const struct options *o, struct refinement *S,
                  struct poisson_system *L, struct poisson_run *run)
{
    struct timed_run sample;
    struct timed_solves solves = {.A = &S->h->level[0].A,
                                  .policy = &o->policy,
                                  .refinement = S,
                                  .refined = &run->refined,
                                  .b = &L->b,
                                  .start = &L->start,
                                  .x = &L->u,
                                  .exact = L->exact,
                                  .count = 1,
                                  .tolerance = o->tolerance,
                                  .limit = o->limit};
    if (*device_get_info().name) {
        verb_time(&solves, &sample);
        jacobi_multigrid_reset_counts(&S->M);
        solves.sample = &sample;
    }
    solves.count = o->poisson.repeat;
    verb_time(&solves, &run->timed);
}

/* A vector in f64 with the given values of the local rows and room for a halo. */
static struct vector vector_of(const double *values, const struct matrix *A,
                               int halo, const char *what)
{
    struct vector x = vector_create(F64, A->n, halo, what);
    device_put(x.data, values, (size_t)A->n * sizeof(double));
    return x;
}

static void write_solution(const char *path, const struct mesh *m,
                           const struct matrix *A, const struct vector *u,
                           MPI_Comm comm)
{
    const struct partition points = mesh_partition(m);
    global_order_write(path, &points, A, u, comm);
}

static struct poisson_system system_create(const struct poisson_options *p,
                                           const struct mesh *m,
                                           const struct matrix *A)
{
    struct poisson_system L;
    double *values = NEW(double, (size_t)A->n, "values at the points");
    q1_right_hand_side(m, p->half_waves, values);
    L.b = vector_of(values, A, 0, "right-hand side");
    q1_random(m, values);
    L.start = vector_of(values, A, 0, "initial guess");
    L.u = vector_create(F64, A->n, A->halo_n, "solution");
    q1_solution(m, p->half_waves, values);
    L.exact = values;
    return L;
}

static void system_free(struct poisson_system *L)
{
    vector_free(&L->u);
    vector_free(&L->start);
    vector_free(&L->b);
    mem_free(L->exact);
}

/* ---- Reports ---- */

/* Seconds per solve. */
static double seconds_of(const struct poisson_run *run)
{
    return run->timed.seconds / run->timed.solves;
}

/* Prints for each phase the milliseconds per solve on all levels and on the finest
 * level, and the rate on the finest level. */
static void print_phases(const struct report *r, const struct poisson_run *run)
{
    printf("GB/s and %% of the read bandwidth refer to the finest level\n");
    printf("%-17s %10s %10s %8s %7s\n", "ms / solve", "all levels", "finest",
           "GB/s", "% read");
    for (int p = 0; p < PHASES; p++) {
        struct phase_cell all = phase_total(&run->timed.phases, (enum phase)p);
        const struct phase_cell *finest = &run->timed.phases.cell[p][0];
        double own = phase_own(finest), rate = own > 0 ? finest->bytes / own : 0;
        if (all.calls == 0)
            continue;
        printf("%-17s %10.3f %10.3f", phase_name((enum phase)p),
               1e3 * phase_own(&all) / run->timed.solves,
               1e3 * own / run->timed.solves);
        if (rate > 0)
            printf(" %8.1f", rate / 1e9);
        const double share = bandwidth_share(&r->bandwidth, finest->bytes, own,
                                             finest->calls, r->ranks);
        if (share >= 0)
            printf(" %6.0f%%", 100 * share);
        printf("\n");
    }
}

static void print_levels(const struct report *r, const struct poisson_run *run)
{
    const struct jacobi_multigrid *M = run->multigrid;
    for (int l = 0; l < r->levels; l++) {
        const struct range_count *c = &M->range[l];
        printf("level %2d: %4s %11lld rows, %s", l,
               format_name(r->options->policy.mg[l]),
               (long long)r->level[l].A.global_rows, r->layout_text[l]);
        if (c->entries > 0)
            printf("; %.0f overflows, %.2g %% subnormal", c->overflows,
                   100 * c->subnormals / c->entries);
        printf("\n");
    }
    const struct cg *base = &M->base;
    const double average =
        base->solves > 0 ? (double)base->iterations / (double)base->solves : 0;
    printf("coarsest level, conjugate gradients: %ld solves of %.1f iterations on "
           "average",
           base->solves, average);
    for (int e = 0; e < REASONS; e++)
        if (base->reasons[e] > 0)
            printf(", %ld %s", base->reasons[e], reason_name((enum reason)e));
    printf("\n");
}

static void print_text(const struct report *r, const struct poisson_run *run)
{
    const struct options *o = r->options;
    const struct refinement_outcome *x = &run->refined;
    report_head(r);
    printf(", measured read bandwidth %.1f GB/s\n", r->bandwidth.read / 1e9);
    print_levels(r, run);
    print_phases(r, run);
    printf("poisson: variant=%s dim=%d cells=%d levels=%d k=%d ranks=%d reason=%s "
           "iterations=%d backoffs=%d initial=%.6e final=%.6e explicit=%.6e "
           "error=%.6e setup=%.3f seconds=%.6f\n",
           o->policy.name, o->poisson.dim, o->poisson.cells, o->poisson.levels,
           o->poisson.half_waves, r->ranks, reason_word(x->reason), x->iterations,
           x->backoffs, x->initial, x->final, x->explicit_final, run->timed.error,
           r->setup, seconds_of(run));
    if (x->reason == REASON_CONVERGED)
        return;
    printf("NOT SOLVED: %s after %d iterations", reason_name(x->reason),
           x->iterations);
    if (x->reason == REASON_STAGNATION && x->final < x->explicit_final / 2)
        printf(
            "; the rounding errors of the solution in f64 permit no residual much "
            "below %.1e, and --tolerance=%g is less",
            x->explicit_final, o->tolerance);
    if (x->level >= 0)
        printf("; the V-cycle fails from level %d on (%s)", x->level,
               format_name(o->policy.mg[x->level]));
    printf("\n");
}

static void write_json(const struct report *r, const struct poisson_run *run,
                       const double *history, const char *path)
{
    const struct options *o = r->options;
    const struct refinement_outcome *x = &run->refined;
    const struct jacobi_multigrid *M = run->multigrid;
    struct json j = {.file = output_open(path)};
    json_object(&j, NULL);
    report_json_machine(&j, r);
    json_object(&j, "poisson");
    json_add(&j, "tree=%s", tree_name);
    if (tree_extension())
        json_add(&j, "extension=%s", tree_extension());
    json_words(&j, "arguments", o->arguments);
    json_add(&j, "variant=%s dim=%d cells=%d k=%d unknowns=%lld reason=%s",
             o->policy.name, o->poisson.dim, o->poisson.cells,
             o->poisson.half_waves, (long long)r->level[0].A.global_rows,
             reason_name(x->reason));
    if (x->level >= 0)
        json_add(&j, "failing_level=%d", x->level);
    json_add(&j,
             "iterations=%d backoffs=%d initial=%g final=%g explicit=%g error=%g "
             "scale=%g setup_seconds=%g seconds=%g solves=%d",
             x->iterations, x->backoffs, x->initial, x->final, x->explicit_final,
             run->timed.error, run->target_norm, r->setup, seconds_of(run),
             run->timed.solves);
    json_array(&j, "history");
    for (int k = 0; k <= x->iterations; k++)
        json_add(&j, "%g", history[k]);
    json_end(&j);
    json_array(&j, "levels");
    for (int l = 0; l < r->levels; l++) {
        const struct matrix *A = &r->level[l].A;
        const struct range_count *c = &M->range[l];
        json_object(&j, NULL);
        json_add(&j,
                 "format=%s rows=%lld nonzeros=%lld layout=%s surveyed=%g "
                 "overflows=%g subnormals=%g",
                 format_name(o->policy.mg[l]), (long long)A->global_rows,
                 (long long)A->global_nonzeros, r->layout_text[l], c->entries,
                 c->overflows, c->subnormals);
        json_end(&j);
    }
    json_end(&j);
    json_object(&j, "base");
    json_add(&j, "solves=%ld steps=%ld converged=%ld", M->base.solves,
             M->base.iterations, M->base.reasons[REASON_CONVERGED]);
    json_end(&j);
    report_json_phases(&j, &run->timed, r->levels);
    json_end(&j);
    json_end(&j);
    output_close(j.file, path);
}

static void write_results(const struct options *o, const struct report *r,
                          const struct poisson_run *run, const double *history)
{
    print_text(r, run);
    if (*o->files.history)
        verb_write_history(o->files.history, "residual", history,
                           run->refined.iterations);
    if (*o->files.json)
        write_json(r, run, history, o->files.json);
}

enum exit_status verb_poisson(const struct options *o, struct report *r,
                              MPI_Comm comm)
{
    const int rank = comm_rank(comm);
    struct mesh m = mesh_create(o->poisson.dim, o->poisson.cells, o->p, rank);
    const double rows = mesh_rows(&m);
    verb_memory(o, r, rows, (o->poisson.dim == 2 ? 9 : 27) * rows, VECTORS, 0, comm);
    const struct vcycle cycle = cycle_of(o, &m);
    struct hierarchy *h = q1_hierarchy(&m, o->poisson.levels, o->policy.mg, comm);
    const struct matrix *A = &h->level[0].A;
    struct refinement S =
        refinement_create(h, &cycle, o->policy.mg, cycle.target_norm[0]);
    struct poisson_system L = system_create(&o->poisson, &m, A);
    S.monitor = o->poisson.ranges;
    S.history = NEW(double, (size_t)o->limit + 1, "residual history");

    const size_t bytes = bandwidth_bytes(8.0 * (double)A->nonzeros, comm);
    bandwidth_measure(&r->bandwidth, bytes, comm);
    struct poisson_run run = {.multigrid = &S.M};
    solve(o, &S, &L, &run);
    bandwidth_measure(&r->bandwidth, bytes, comm);
    run.target_norm = S.target_norm;
    report_collect(r, h, comm);
    if (*o->files.solution && run.refined.reason != REASON_NOT_FINITE)
        write_solution(o->files.solution, &m, A, &L.u, comm);
    if (rank == 0)
        write_results(o, r, &run, S.history);
    mem_free(S.history);
    system_free(&L);
    refinement_free(&S);
    hierarchy_free(h);
    return run.refined.reason == REASON_CONVERGED ? EXIT_OK : EXIT_INVALID;
}
