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
                 double nonzeros, int columns, MPI_Comm comm)
{
    const struct device_info device = device_get_info();
    const double basis = columns * rows;
    double needed = BYTES_PER_NONZERO * nonzeros + BYTES_PER_ROW * rows;
    if (*device.name) /* the basis is in the memory of the device */
        check(LEAST_PER_NONZERO * nonzeros + (double)format_bytes(F16) * basis,
              device.available, "device", "are free for each rank", "more devices",
              comm);
    else
        needed += (double)format_bytes(F64) * basis;
    r->memory.needed = needed;
    MPI_Comm node = machine_node(comm);
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, &needed, 1, MPI_DOUBLE, MPI_SUM, node));
    MPI_OK(MPI_Comm_free(&node));
    check(needed,
          o->memory_limit > 0 ? o->memory_limit * 0x1p30
                              : (double)machine_free_memory(),
          "node", "may be used", "fewer ranks per node, --memory=GiB if more is free",
          comm);
}

void verb_memory_of_grid(const struct options *o, struct report *r, MPI_Comm comm)
{
    int rank;
    MPI_OK(MPI_Comm_rank(comm, &rank));
    const struct grid g = grid_create(o->p, o->n, rank);
    verb_memory(o, r, grid_rows(&g), (double)grid_local_nonzeros(&g),
                o->restart + 1, comm);
}

struct hierarchy *verb_hierarchy(const struct options *o, const int p[3],
                                 const struct policy policies[], int count,
                                 MPI_Comm comm)
{
    int rank;
    format_set need[MAX_LEVELS] = {0};
    MPI_OK(MPI_Comm_rank(comm, &rank));
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

double verb_error(const struct vector *x, const double *exact, MPI_Comm comm)
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

void verb_time(struct gmres *S, const struct timed_solves *solves,
               struct timed_run *run)
{
    *run = (struct timed_run){.ran = 1, .undivided = -1};
    run->solves = solves->count;
    run->policy = S->policy;
    const MPI_Comm comm = S->A->halo.comm;
    phase_reset();
    const struct device_counts unused = device_counts;
    for (int k = 0; k < solves->count; k++) {
        MPI_OK(MPI_Barrier(comm));
        const double start = now();
        if (solves->start)
            vector_scale(1, solves->start, solves->x);
        else
            vector_clear(solves->x);
        struct outcome o =
            solves->compressed
                ? cb_gmres_solve(solves->compressed, solves->b, solves->x,
                                 solves->tolerance, solves->limit)
                : gmres_solve(S, solves->b, solves->x, solves->tolerance,
                              solves->limit);
        run->seconds += now() - start;
        if (solves->after)
            solves->after(solves->data, k, &o, solves->x);
        o.iterations += run->sum.iterations;
        o.cycles += run->sum.cycles;
        o.iterations_squared += run->sum.iterations_squared;
        run->sum = o;
        if (o.reason == REASON_NOT_FINITE)
            break;
    }
    if (solves->compressed)
        run->changes = solves->compressed->changes;
    run->used = device_counts_since(&unused);
    run->phases = *phase_read();
    run->flops = model_flops(S->A, precond_flops(&S->M), &run->sum);
    run->error = verb_error(solves->x, solves->exact, comm);
    run_collect(run, comm);
}

void verb_estimate_phases(struct timed_run *run, const struct phase_table *sample,
                          int iterations)
{
    struct phase_cell *cell = &run->phases.cell[0][0];
    const struct phase_cell *of_sample = &sample->cell[0][0];
    for (int k = 0; k < PHASES * MAX_LEVELS; k++) {
        const double calls = (double)of_sample[k].calls,
                     ratio = calls > 0 ? (double)cell[k].calls / calls : 0;
        cell[k].seconds = ratio * of_sample[k].seconds;
        cell[k].nested = ratio * of_sample[k].nested;
    }
    run->sample = iterations;
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

void verb_check_finite(struct report *r, const char *where,
                       const struct timed_run *run)
{
    if (run->ran && run->sum.reason == REASON_NOT_FINITE)
        report_invalid(r, "%s: NaN or Inf in iteration %d, in the %s", where,
                       run->sum.iterations, run->sum.location);
}
