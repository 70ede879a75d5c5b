/* common/program/poisson.c - the verb poisson: half-precision multigrid inside refinement. */
#include "poisson.h"
#include "device.h"
#include "kernels.h"
#include "memory.h"
#include "mesh.h"
#include "output.h"
#include "q1.h"
#include "verbs.h"
#include <defaults.h>
#include <math.h>

/* What Oo and Vogel's V-cycle is made of, with the flags' numbers. A level is scaled to
 * where f16 holds its correction (q1_scale) when its residual comes from a wider format. */
static struct cycle cycle_of(const struct options *o, const struct mesh *finest)
{
    struct cycle c = {.smoother = SMOOTH_JACOBI,
                      .pre = o->pre,
                      .post = o->post,
                      .omega = o->omega,
                      .base_cg = 1,
                      .base_rule = (enum base_rule)o->base_rule,
                      .base_tolerance = o->base_tolerance,
                      .base_limit = 1000};
    struct mesh m = *finest;
    for (int l = 0; l < o->levels; l++, m = mesh_coarsen(&m))
        if (o->policy.mg[l] == F16 && (l == 0 || o->policy.mg[l - 1] != F16))
            c.scale[l] = q1_scale(&m);
    return c;
}

/* Bytes that the levels and vectors will take: entries a row of A, P and R (the slots of
 * P are filled up to the widest row of a line), and what a row has of vectors. */
static struct memory_need memory_of(const struct options *o, const struct mesh *finest)
{
    const int plane = o->dim == 2;
    const double a = plane ? 9 : 21, p = plane ? 3 : 4.5, r = plane ? 2.25 : 3.4;
    const double index = TREE_HAS_SWITCHES && tuning.layout == LAYOUT_RUNS ? 0.5 : 4;
    struct memory_need need = {.resident = machine_resident()};
    struct mesh m = *finest;
    /* the residual's matrix, unless the levels have it; while it is stored, as CSR too */
    const double outer = o->policy.mg[0] == F64 ? 0 : 8 * a * mesh_rows(&m);
    const double building = mesh_rows(&m) * (12 * a + 16);
    double hierarchy = outer, vectors = 0;
    for (int l = 0; l < o->levels; l++, m = mesh_coarsen(&m)) {
        double n = mesh_rows(&m), f = (double)format_bytes(o->policy.mg[l]);
        hierarchy += n * ((a + p + r) * (f + index) + 16 /* row pointers and the like */);
        vectors += n * (4 * f + (l == 0 ? 5 * 8 : 0));
    }
    need.hierarchy = (size_t)hierarchy;
    need.solver = (size_t)vectors;
    need.device =
        need.hierarchy + need.solver + verb_bandwidth_bytes(8 * a * mesh_rows(finest));
    need.total = need.resident + need.device + (size_t)building;
    return need;
}

/* max |u_i - exact_i| over all ranks; NaN if one is. */
static double solution_error(const struct mesh *m, int k, const struct vector *u,
                             MPI_Comm comm)
{
    const size_t n = (size_t)u->n;
    double *exact = NEW(double, n, "exact solution"), *got = NEW(double, n, "solution");
    double most[2] = {0, 0};
    q1_solution(m, k, exact);
    device_get(got, u->at, n * sizeof *got);
    for (size_t i = 0; i < n; i++) {
        double error = fabs(got[i] - exact[i]);
        most[0] = error > most[0] ? error : most[0];
        most[1] += isnan(error);
    }
    mem_free(exact);
    mem_free(got);
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, most, 2, MPI_DOUBLE, MPI_MAX, comm));
    return most[1] > 0 ? NAN : most[0];
}

/* `repeat` solves from the same start, timed together. */
static void solve(const struct options *o, struct refinement *S, const struct vector *b,
                  const struct vector *start, struct vector *u, struct poisson_run *run,
                  MPI_Comm comm)
{
    const double scale = S->scale;
    MPI_OK(MPI_Barrier(comm));
    phase_reset();
    for (int k = 0; k < o->repeat; k++) {
        S->scale = scale;
        vector_scale(1, start, u);
        double begin = now();
        run->refined = refine(S, b, u, o->tolerance, o->limit);
        run->timed.seconds += now() - begin;
    }
    run->timed.ran = 1;
    run->timed.solves = o->repeat;
    run->timed.policy = o->policy;
    run->timed.phases = phase_read();
    run_collect(&run->timed, comm);
}

static struct vector vector_of(const double *values, const struct level *A, int halo,
                               const char *what)
{
    struct vector x = vector_create(F64, A->n, halo, what);
    device_put(x.at, values, (size_t)A->n * sizeof(double));
    return x;
}

static void write_history(const char *path, const double *history, int iterations)
{
    FILE *f = output_open(path);
    fprintf(f, "iteration,residual\n");
    for (int k = 0; k <= iterations; k++)
        fprintf(f, "%d,%.17g\n", k, history[k]);
    output_close(f, path);
}

enum exit_status verb_poisson(const struct options *o, struct report *r, MPI_Comm comm)
{
    int rank;
    MPI_OK(MPI_Comm_rank(comm, &rank));
    struct mesh m = mesh_create(o->dim, o->cells, o->p, rank);
    r->memory = memory_of(o, &m);
    verb_check_memory(o, &r->memory, comm);
    const struct cycle cycle = cycle_of(o, &m);
    struct hierarchy *h = q1_hierarchy(&m, o->levels, o->policy.mg, comm);
    const struct level *A = &h->level[0];
    struct refinement S = refinement_create(h, &cycle, o->policy.mg, cycle.scale[0]);
    double *values = NEW(double, (size_t)A->n, "values at the points");
    q1_right_hand_side(&m, o->k, values);
    struct vector b = vector_of(values, A, 0, "right-hand side");
    for (int i = 0; i < A->n; i++)
        values[i] = 0;
    if (o->start == 0)
        q1_random(&m, o->seed, values);
    struct vector start = vector_of(values, A, 0, "first guess");
    struct vector u = vector_create(F64, A->n, A->halo_n, "solution");
    mem_free(values);
    S.watch = o->ranges;
    S.history = NEW(double, (size_t)o->limit + 1, "residual history");

    r->bandwidth =
        machine_bandwidth(verb_bandwidth_bytes(8.0 * (double)A->nonzeros), comm);
    struct poisson_run run = {.multigrid = &S.M};
    solve(o, &S, &b, &start, &u, &run, comm);
    run.error = solution_error(&m, o->k, &u, comm);
    run.scale = S.scale;
    report_collect(r, h, comm);
    if (rank == 0) {
        poisson_text(r, &run);
        if (*o->history)
            write_history(o->history, S.history, run.refined.iterations);
        if (*o->json)
            poisson_json(r, &run, S.history, o->json);
    }
    mem_free(S.history);
    vector_free(&u);
    vector_free(&start);
    vector_free(&b);
    refinement_free(&S);
    hierarchy_free(h);
    return run.refined.why == REFINE_CONVERGED ? EXIT_OK : EXIT_INVALID;
}
