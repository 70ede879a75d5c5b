/* common/measure/kernel_times.c - the verb kernels: every kernel on the finest level, in double
 * and in the policy's formats, against the bandwidth measured in the same run.
 */
#include "kernels.h"
#include "memory.h"
#include "verbs.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPEATS = 11 };

/* The operands, all on level 0 except rc, zc (level 1). */
struct operands {
    const struct level *A;
    struct vector x, y, r, rc, zc; /* in the policy's inner format */
    struct vector b, u, s;         /* in f64 */
    struct basis Q;
    double *h;
    int k; /* columns of the basis in use */
};

static void run_spmv(struct operands *o)
{
    spmv(o->A, &o->x, &o->y);
}
static void run_residual(struct operands *o)
{
    residual(o->A, &o->b, &o->u, &o->s);
}
static void run_sweep_zero(struct operands *o)
{
    sweep_zero(o->A, &o->r, &o->x);
}
static void run_sweep(struct operands *o)
{
    sweep(o->A, &o->r, &o->x);
}
static void run_restrict(struct operands *o)
{
    restrict_residual(o->A, &o->r, &o->x, &o->rc);
}
static void run_prolong(struct operands *o)
{
    prolong_add(o->A, &o->zc, &o->x);
}
static void run_ortho(struct operands *o)
{
    orthonormalize(&o->Q, o->k, &o->y, o->h);
}
static void run_combine(struct operands *o)
{
    basis_combine(&o->Q, o->k, o->h, &o->y);
}
static void run_scale(struct operands *o)
{
    vector_scale(0.5, &o->b, &o->y);
}
static void run_add(struct operands *o)
{
    vector_axpy(0.5, &o->r, &o->u);
}
static void run_norm(struct operands *o)
{
    vector_norm(o->A, &o->r);
}

static const struct kernel {
    const char *name;
    enum phase phase;
    void (*run)(struct operands *);
} kernels[] = {
    {"spmv          y = A x", PHASE_SPMV, run_spmv},
    {"residual      r = b - A x (f64)", PHASE_RESIDUAL, run_residual},
    {"sweep_zero    z = (D+L)^-1 r", PHASE_SWEEP_ZERO, run_sweep_zero},
    {"restrict      rc = R (r - A z)", PHASE_RESTRICT, run_restrict},
    {"prolong_add   z += P zc", PHASE_PROLONG, run_prolong},
    {"sweep         z += (D+L)^-1(r - A z)", PHASE_SWEEP, run_sweep},
    {"orthonormalize  CGS2, k vectors", PHASE_ORTHO, run_ortho},
    {"basis_combine   y = Q t", PHASE_UPDATE, run_combine},
    {"vector_scale  y = alpha x (from f64)", PHASE_UPDATE, run_scale},
    {"vector_axpy   x += alpha z (to f64)", PHASE_UPDATE, run_add},
    {"vector_norm   ||x||", PHASE_UPDATE, run_norm},
};
enum { KERNELS = sizeof kernels / sizeof *kernels };
_Static_assert((int)KERNELS <= (int)MOST_KERNELS, "the report has too few places");

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *value, int count)
{
    qsort(value, (size_t)count, sizeof *value, ascending);
    return value[count / 2];
}

/* Fills a vector with values of order 1 that differ from row to row. */
static void fill(struct vector *x)
{
    enum { PERIOD = 17, COUNT = 60 * PERIOD };
    double part[COUNT];
    for (int i = 0; i < COUNT; i++)
        part[i] = 1 + (double)(i % PERIOD) / 16;
    for (int first = 0; first < x->n; first += COUNT)
        vector_write(x, first, x->n - first < COUNT ? x->n - first : COUNT, part);
}

static struct operands operands_create(const struct hierarchy *h, const struct policy *p,
                                       int restart)
{
    const struct level *A = &h->level[0];
    const int n = A->n, halo = A->halo_n;
    struct operands o = {.A = A, .k = restart};
    o.x = vector_create(p->inner, n, halo, "operand");
    o.y = vector_create(p->inner, n, halo, "operand");
    o.r = vector_create(p->inner, n, 0, "operand");
    o.rc = vector_create(p->inner, A->coarse_n, 0, "operand");
    o.zc = vector_create(p->inner, A->coarse_n, 0, "operand");
    o.b = vector_create(F64, n, 0, "operand");
    o.u = vector_create(F64, n, halo, "operand");
    o.s = vector_create(F64, n, 0, "operand");
    o.Q = basis_create(p->basis, n, restart + 1, 1.0, p->rule, h->comm);
    o.h = mem_zero((size_t)restart + 1, sizeof(double), "operand");
    fill(&o.x);
    fill(&o.y);
    fill(&o.r);
    fill(&o.zc);
    fill(&o.b);
    fill(&o.u);
    for (int j = 0; j < restart; j++) {
        basis_store(&o.Q, j, 1e-3 * (j + 1), &o.r);
    }
    return o;
}

static void operands_free(struct operands *o)
{
    vector_free(&o->x);
    vector_free(&o->y);
    vector_free(&o->r);
    vector_free(&o->rc);
    vector_free(&o->zc);
    vector_free(&o->b);
    vector_free(&o->u);
    vector_free(&o->s);
    basis_free(&o->Q);
    mem_free(o->h);
}

/* The median of one kernel's own time, as a cell, from single calls. */
static struct phase_cell time_kernel(const struct kernel *k, struct operands *o,
                                     MPI_Comm comm)
{
    double seconds[REPEATS];
    struct timed_run run = {.ran = 1};
    for (int pass = 0; pass < REPEATS; pass++) {
        fill(&o->y); /* orthonormalize would otherwise be left with rounding errors */
        MPI_OK(MPI_Barrier(comm));
        phase_reset();
        k->run(o);
        run.phases = phase_read();
        run_collect(&run, comm);
        seconds[pass] = phase_own(&run.phases.cell[k->phase][0]);
    }
    struct phase_cell cell = run.phases.cell[k->phase][0];
    cell.seconds = median(seconds, REPEATS);
    cell.nested = 0;
    return cell;
}

static void print_table(const struct report *r)
{
    printf("memwall-%s %s   %s\n", TREE, machine_commit(), machine_processor());
    printf("%d rank%s x %d thread%s, local %d x %d x %d, %s order; medians of %d calls\n",
           r->ranks, r->ranks > 1 ? "s" : "", r->threads, r->threads > 1 ? "s" : "",
           r->options->n[0], r->options->n[1], r->options->n[2],
           option_choice("order", r->options->order), REPEATS);
    printf("bandwidth measured: read %.1f GB/s, triad %.1f GB/s\n\n%-38s",
           r->bandwidth.read / 1e9, r->bandwidth.triad / 1e9, "");
    for (int p = 0; p < 2; p++)
        printf("  %-32.32s", r->kernel[p][0].policy);
    printf("\n%-38s", "kernel");
    for (int p = 0; p < 2; p++)
        printf("  %8s %7s %6s %8s", "ms", "GB/s", "% read", "% triad");
    printf("  speed-up\n");
    for (int k = 0; k < r->kernels; k++) {
        printf("%-38s", r->kernel[0][k].name);
        for (int p = 0; p < 2; p++) {
            const struct kernel_time *t = &r->kernel[p][k];
            double rate = t->bytes / t->seconds;
            printf("  %8.3f %7.1f %5.0f%% %7.0f%%", 1e3 * t->seconds, rate / 1e9,
                   100 * rate / r->bandwidth.read, 100 * rate / r->bandwidth.triad);
        }
        printf("  %7.2fx\n", r->kernel[0][k].seconds / r->kernel[1][k].seconds);
    }
}

enum exit_status verb_kernels(const struct options *o, struct report *r, MPI_Comm comm)
{
    struct policy policies[2] = {{.name = ""}, o->policy};
    int rank;
    MPI_OK(MPI_Comm_rank(comm, &rank));
    policy_find("double", &policies[0]);
    verb_memory(o, r, policies, 2, comm);
    struct hierarchy *h = verb_hierarchy(o, o->p, policies, 2, comm);
    r->bandwidth = machine_bandwidth(
        verb_bandwidth_bytes(12.0 * (double)h->level[0].nonzeros), comm);
    r->kernels = KERNELS;
    for (int p = 0; p < 2; p++) {
        struct operands operands = operands_create(h, &policies[p], o->restart);
        for (int k = 0; k < KERNELS; k++) {
            struct phase_cell c = time_kernel(&kernels[k], &operands, comm);
            struct kernel_time *t = &r->kernel[p][k];
            *t = (struct kernel_time){.name = kernels[k].name,
                                      .seconds = c.seconds,
                                      .flops = c.flops,
                                      .bytes = c.bytes};
            memcpy(t->policy, policies[p].name, sizeof t->policy);
        }
        operands_free(&operands);
    }
    report_collect(r, h, comm);
    if (rank == 0) {
        print_table(r);
        if (*o->json)
            report_json(r, o->json);
    }
    hierarchy_free(h);
    return EXIT_OK;
}
