/* common/program/verbs.c - what the verbs share: the hierarchy, memory check, timed solves. */
#include "verbs.h"
#include "device.h"
#include "kernels.h"
#include "words.h"
#include <math.h>

static void check_node(const struct options *o, const struct memory_need *need,
                       MPI_Comm comm)
{
    MPI_Comm node = machine_node(comm);
    double wanted = (double)(need->total - need->resident);
    double there =
        o->memory_limit > 0 ? o->memory_limit * 0x1p30 : (double)machine_free_memory();
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, &wanted, 1, MPI_DOUBLE, MPI_SUM, node));
    MPI_OK(MPI_Comm_free(&node));
    double worst[2] = {wanted - there, wanted};
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, worst, 2, MPI_DOUBLE, MPI_MAX, comm));
    if (worst[0] > 0)
        fail_all(EXIT_USAGE,
                 "%.3g GiB are needed on a node, %.3g GiB may be used: take a smaller "
                 "problem, fewer ranks a node or, for bench, "
                 "--run_type=benchmark_no_ref",
                 worst[1] / 0x1p30, (worst[1] - worst[0]) / 0x1p30);
}

static void check_device(const struct memory_need *need, MPI_Comm comm)
{
    const struct device_facts device = device_found();
    if (!*device.name)
        return; /* on the CPU kernels work in the memory of the node */
    double over[2] = {(double)need->device - device.available, (double)need->device};
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, over, 2, MPI_DOUBLE, MPI_MAX, comm));
    if (over[0] > 0)
        fail_all(EXIT_USAGE,
                 "%.3g GiB are needed on a device, %.3g GiB are free for a rank: take a "
                 "smaller problem, more devices or, for bench, "
                 "--run_type=benchmark_no_ref",
                 over[1] / 0x1p30, (over[1] - over[0]) / 0x1p30);
}

void verb_check_memory(const struct options *o, const struct memory_need *need,
                       MPI_Comm comm)
{
    check_node(o, need, comm);
    check_device(need, comm);
}

void verb_memory(const struct options *o, struct report *r,
                 const struct policy policies[], int count, MPI_Comm comm)
{
    int rank;
    MPI_OK(MPI_Comm_rank(comm, &rank));
    struct grid g = grid_create(o->p, o->n, rank);
    r->memory = model_memory(&g, (enum row_order)o->order, o->restart, policies, count);
    verb_check_memory(o, &r->memory, comm);
}

void verb_memory_of(const struct options *o, struct report *r, int n, size_t nonzeros,
                    MPI_Comm comm)
{
    r->memory = model_memory_of(n, nonzeros, o->restart,
                                (enum precond_kind)o->preconditioner, &o->policy);
    verb_check_memory(o, &r->memory, comm);
}

struct hierarchy *verb_hierarchy(const struct options *o, const int p[3],
                                 const struct policy policies[], int count, MPI_Comm comm)
{
    int rank;
    format_set need[MAX_LEVELS] = {0};
    MPI_OK(MPI_Comm_rank(comm, &rank));
    struct grid g = grid_create(p, o->n, rank);
    for (int k = 0; k < count; k++)
        policy_needs(&policies[k], HPGMXP_LEVELS, need);
    return hierarchy_create(&g, HPGMXP_LEVELS, (enum stencil_values)o->problem,
                            (enum row_order)o->order, need, policies[count - 1].matrix,
                            comm);
}

/* max |x_i - exact_i| over all ranks. */
static double solution_error(const struct vector *x, const double *exact, MPI_Comm comm)
{
    double most = 0, part[TILE];
    for (int first = 0; first < x->n; first += TILE) {
        int count = x->n - first < TILE ? x->n - first : TILE;
        vector_read(x, first, count, part);
        for (int i = 0; i < count; i++) {
            double error = fabs(part[i] - (exact ? exact[first + i] : 1));
            if (!(error <= most))
                most = error;
        }
    }
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_DOUBLE, MPI_MAX, comm));
    return most;
}

struct timed_run verb_time(struct gmres *S, const double *exact, struct vector *x,
                           int solves, double tolerance, int limit)
{
    struct timed_run run = {.ran = 1, .solves = solves, .policy = S->policy};
    MPI_OK(MPI_Barrier(S->h->comm));
    phase_reset();
    double start = now();
    for (int k = 0; k < solves; k++) {
        vector_clear(x);
        struct outcome o = gmres_solve(S, &S->h->b, x, tolerance, limit);
        o.iterations += run.sum.iterations;
        o.cycles += run.sum.cycles;
        o.iterations_squared += run.sum.iterations_squared;
        run.sum = o;
        if (o.why == WHY_NOT_FINITE)
            break;
    }
    run.seconds = now() - start;
    run.phases = phase_read();
    run.flops = model_flops(S->h, precond_flops(&S->M), &run.sum);
    run.error = solution_error(x, exact, S->h->comm);
    run_collect(&run, S->h->comm);
    return run;
}

size_t verb_bandwidth_bytes(double matrix)
{
    enum { LEAST = 4 << 20, MOST = 512 << 20 };
    return matrix < LEAST ? LEAST : matrix > MOST ? MOST : (size_t)matrix;
}

void verb_check_finite(struct report *r, const char *where, const struct timed_run *run)
{
    if (run->ran && run->sum.why == WHY_NOT_FINITE)
        report_invalid(r, "%s: NaN or Inf in iteration %d, in the %s", where,
                       run->sum.iterations, run->sum.place);
}
