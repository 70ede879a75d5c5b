/* common/program/verbs.c - memory check, hierarchy and timed solves. */
#include "verbs.h"
#include "bandwidth.h"
#include "clock.h"
#include "device.h"
#include "kernels.h"
#include "output.h"
#include "progress.h"
#include "kernel_macros.h"
#include <math.h>
#include <stdio.h>

/* The memory that a run needs, in bytes for each nonzero and each row of its matrix:
 * with the coarser levels, the arrays that exist only during the set-up, and the vectors.
 * The basis is added. On a device this would refuse problems that fit in narrow formats.
 * There it is the least that every run needs: for each nonzero a value in f64 and an index of
 * one byte, and a basis in 16 bits; an allocation that fails later ends the run with a line of
 * its own. */
enum { BYTES_PER_NONZERO = 28, BYTES_PER_ROW = 100, LEAST_PER_NONZERO = 9 };

/* Ends the run if some rank finds that more bytes are needed than available. where,
 * state and remedy are parts of the message. */
static void check(double needed, double available, const char *where,
                  const char *state, const char *remedy, MPI_Comm comm)
{
    double worst[2] = {needed - available, needed};
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, worst, 2, MPI_DOUBLE, MPI_MAX, comm));
    if (worst[0] > 0)
        fail_all(EXIT_USAGE,
                 "%.3g GiB are needed on a %s, %.3g GiB %s: use a smaller problem, "
                 "%s or, for bench, --run_type=benchmark_no_ref",
                 worst[1] / 0x1p30, where, (worst[1] - worst[0]) / 0x1p30, state,
                 remedy);
}

void verb_memory(const struct options *o, struct report *r, double rows,
                 double nonzeros, int columns, double before, MPI_Comm comm)
{
    const struct device_info device = device_get_info();
    const double basis = columns * rows;
    double needed = BYTES_PER_NONZERO * nonzeros + BYTES_PER_ROW * rows;
    if (*device.name) { /* the basis is in the memory of the device */
        const double least =
            LEAST_PER_NONZERO * nonzeros + (double)format_bytes(F16) * basis;
        if (r->memory.needed == 0 && comm_rank(comm) == 0)
            fprintf(
                stderr,
                "device memory for each rank: at least %.3g GiB are needed, %.3g "
                "GiB are free\n",
                least / 0x1p30, device.available / 0x1p30);
        check(least, device.available, "device", "are free for each rank",
              "more devices", comm);
    } else {
        needed += (double)format_bytes(F64) * basis;
    }
    needed = fmax(needed, before);
    r->memory.needed = needed;
    MPI_Comm node = machine_node(comm);
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, &needed, 1, MPI_DOUBLE, MPI_SUM, node));
    MPI_OK(MPI_Comm_free(&node));
    check(needed,
          o->memory_limit > 0 ? o->memory_limit * 0x1p30
                              : (double)machine_free_memory(),
          "node", "may be used",
          "fewer ranks per node, --memory=GiB if more is free", comm);
}

void verb_memory_of_grid(const struct options *o, struct report *r, MPI_Comm comm)
{
    const int rank = comm_rank(comm);
    const struct grid g = grid_create(o->p, o->n, rank);
    verb_memory(o, r, grid_rows(&g), (double)grid_local_nonzeros(&g),
                o->restart + 1, 0, comm);
}

struct hierarchy *verb_hierarchy(const struct options *o, const int p[3],
                                 const struct policy policies[], int count,
                                 MPI_Comm comm)
{
    format_set need[MAX_LEVELS] = {0};
    const int rank = comm_rank(comm);
    struct grid g = grid_create(p, o->n, rank);
    for (int k = 0; k < count; k++)
        policy_needs(&policies[k], HPGMXP_LEVELS, need);
    const struct hierarchy_setup setup = {.levels = HPGMXP_LEVELS,
                                          .values = (enum stencil_values)o->problem,
                                          .order = (enum row_order)o->order,
                                          .coloring = o->coloring,
                                          .need = need};
    return hierarchy_create(&g, &setup, comm);
}

/* max_i |x_i - exact_i| over all ranks; NaN if any entry is NaN. exact: [x->n] local
 * rows of the solution, NULL: all ones. */
static double largest_error(const struct vector *x, const double *exact,
                            MPI_Comm comm)
{
    double most[2] = {0, 0}, part[TILE]; /* greatest error; number of NaNs */
    for (int first = 0; first < x->n; first += TILE) {
        int count = x->n - first < TILE ? x->n - first : TILE;
        vector_read(x, first, count, part);
        for (int i = 0; i < count; i++) {
            double error = fabs(part[i] - (exact ? exact[first + i] : 1));
            most[0] = error > most[0] ? error : most[0];
            most[1] += isnan(error);
        }
    }
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, most, 2, MPI_DOUBLE, MPI_MAX, comm));
    return most[1] > 0 ? NAN : most[0];
}

/* The operation count (1.11). precond: flops of one application of the preconditioner on
 * all ranks. The orthogonalization counts as CGS2. */
static struct model_flops model_flops(const struct matrix *A, double precond,
                                      const struct outcome *o)
{
    const double N = (double)A->global_rows, Z = (double)A->global_nonzeros;
    const double K = o->iterations, K2 = o->iterations_squared, cycles = o->cycles;
    struct model_flops f = {.ortho = N * (4 * (K2 + K) + 3 * K),
                            .spmv = 2 * Z * (K + cycles),
                            .multigrid = (K + cycles) * precond,
                            .update = N * (7 * cycles + 2 * K)};
    f.total = f.ortho + f.spmv + f.multigrid + f.update;
    return f;
}

/* Adds the result of one solve to that of the solves before it. */
static void add_solve(struct timed_run *sum, const struct timed_run *one)
{
    const struct outcome before = sum->sum;
    sum->seconds += one->seconds;
    if (!isnan(sum->error) && !(one->error <= sum->error))
        sum->error = one->error; /* the largest, or NaN */
    if (sum->solves++ == 0 || one->sum.reason >= before.reason) {
        sum->sum = one->sum;
        sum->changes = one->changes;
    }
    sum->sum.iterations = before.iterations + one->sum.iterations;
    sum->sum.cycles = before.cycles + one->sum.cycles;
    sum->sum.iterations_squared =
        before.iterations_squared + one->sum.iterations_squared;
}

/* Solves once; one->sum and one->changes are output. */
static void solve_once(const struct timed_solves *s, struct timed_run *one)
{
    if (s->refinement) {
        const struct refinement_outcome o =
            refinement_solve(s->refinement, s->b, s->x, s->tolerance, s->limit);
        *s->refined = o;
        one->sum = (struct outcome){.reason = o.reason,
                                    .iterations = o.iterations,
                                    .initial = o.initial,
                                    .final = o.final};
    } else if (s->compressed) {
        one->sum =
            cb_gmres_solve(s->compressed, s->b, s->x, s->tolerance, s->limit);
        one->changes = s->compressed->changes;
    } else {
        one->sum = gmres_solve(s->gmres, s->b, s->x, s->tolerance, s->limit);
    }
}

/* Sets the seconds of the phases from those of the sample. */
static void estimate_phases(struct timed_run *run, const struct timed_run *sample)
{
    struct phase_cell *cell = &run->phases.cell[0][0];
    const struct phase_cell *of_sample = &sample->phases.cell[0][0];
    for (int k = 0; k < PHASES * MAX_LEVELS; k++) {
        const double calls = (double)of_sample[k].calls,
                     ratio = calls > 0 ? (double)cell[k].calls / calls : 0;
        cell[k].seconds = ratio * of_sample[k].seconds;
        cell[k].nested = ratio * of_sample[k].nested;
    }
    run->sample = sample->sum.iterations;
}

void verb_time(const struct timed_solves *solves, struct timed_run *run)
{
    const MPI_Comm comm = solves->A->comm;
    const struct gmres *gmres =
        solves->compressed ? &solves->compressed->gmres : solves->gmres;
    static struct timed_run one; /* too large for a stack of 64 KB */
    *run = (struct timed_run){.ran = 1, .undivided = -1, .policy = *solves->policy};
    if (solves->sample)
        phase_enable(0);
    phase_reset();
    device_counts = (struct device_counts){0};
    for (int k = 0; k < solves->count; k++) {
        one = (struct timed_run){0};
        if (solves->start)
            vector_scale(1, solves->start, solves->x);
        MPI_OK(MPI_Barrier(comm));
        const double start = now();
        if (!solves->start)
            vector_clear(solves->x);
        solve_once(solves, &one);
        one.seconds = now() - start;
        const struct device_counts counted = device_counts;
        phase_pause(1);
        one.error = largest_error(solves->x, solves->exact, comm);
        if (solves->after)
            solves->after(solves->data, k, solves->x, &one);
        phase_pause(0);
        device_counts = counted; /* not those of the checks */
        add_solve(run, &one);
    }
    run->used = device_counts;
    run->phases = *phase_read();
    if (gmres)
        run->flops = model_flops(solves->A, precond_flops(&gmres->M), &run->sum);
    run_collect(run, comm);
    if (solves->sample) {
        phase_enable(1);
        estimate_phases(run, solves->sample);
    }
}

void verb_write_history(const char *path, const char *column, const double *history,
                        int iterations)
{
    FILE *f = output_open(path);
    fprintf(f, "iteration,%s\n", column);
    for (int k = 0; k <= iterations; k++)
        if (isfinite(history[k]))
            fprintf(f, "%d,%.17g\n", k, history[k]);
    output_close(f, path);
}
