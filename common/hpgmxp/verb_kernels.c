/* common/hpgmxp/verb_kernels.c - the verb kernels: times each kernel of the tree.
 *
 * Each kernel runs on the finest level, in double precision and in the formats in which a
 * solve with the policy calls it. Its rate in bytes per second is compared with the memory
 * bandwidth measured in the same run.
 */
#include "bandwidth.h"
#include "kernels.h"
#include "memory.h"
#include "problem.h"
#include "timing.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Options ---- */

static struct problem_options problem = {.order = -1};
static struct gmres_options gmres;
static struct hpgmxp_policy chosen; /* the policy of the options */
static struct option_group groups[] = {
    {PROBLEM_HEADING, problem_table, &problem, 0},
    {GMRES_HEADING, gmres_table, &gmres, 0},
    {0}};

static void check(struct run *run, MPI_Comm comm)
{
    problem_check(&problem, 1, comm);
    chosen = problem_policy(&problem, &gmres, 1);
    run_check_files(run, comm);
}

/* ---- The kernels ---- */

enum { REPEATS = 11 };

/* The operands of the kernels. rc and zc are on level 1, all others on level 0. */
struct operands {
    const struct level *fine; /* level 0 in the policy's format for multigrid */
    const struct matrix *A;   /* the matrix of level 0 in its own formats */
    struct matrix A_inner;    /* the same for products, as in gmres.h */
    /* of the V-cycle, in the format of its finest level */
    struct vector r, z, rc, zc;
    struct vector x, y;    /* M^-1 q_k in its format, and A x in the inner format */
    struct vector b, u, s; /* in f64 */
    struct basis Q;        /* restart + 1 columns in the policy's basis format */
    double *h;             /* [restart + 1] coefficients */
    int k;                 /* number of columns in use */
};

#define RUN(name, ...)                         \
    static void run_##name(struct operands *o) \
    {                                          \
        __VA_ARGS__;                           \
    }
RUN(spmv, spmv(&o->A_inner, &o->x, &o->y))
RUN(residual, residual(o->A, &o->b, &o->u, &o->s))
RUN(sweep_zero_guess, sweep_zero_guess(&o->fine->A, &o->r, &o->z))
RUN(descend, descend(o->fine, &o->r, &o->z, &o->rc))
/* z comes from descend, which other phases measure. */
RUN(ascend, run_descend(o); ascend(o->fine, &o->r, &o->zc, &o->z, NULL))
RUN(ascend_and_multiply, run_descend(o);
    ascend(o->fine, &o->r, &o->zc, &o->z, &o->y))
RUN(orthonormalize, orthonormalize(&o->Q, o->k, &o->y, o->h))
RUN(basis_combine, basis_combine(&o->Q, o->k, o->h, &o->y))
RUN(vector_scale, vector_scale(0.5, &o->b, &o->y))
RUN(vector_axpy, vector_axpy(0.5, &o->x, &o->u))
RUN(vector_norm, vector_norm(o->A, &o->y))

static const struct kernel {
    const char *name;
    enum phase phase;
    void (*run)(struct operands *);
} kernels[] = {
    {"spmv          y = A x", PHASE_SPMV, run_spmv},
    {"residual      r = b - A x (f64)", PHASE_RESIDUAL, run_residual},
    {"sweep, z = 0  z = (D+L)^-1 r", PHASE_SWEEP_ZERO_GUESS, run_sweep_zero_guess},
    {"restrict      rc = R (r - A z)", PHASE_RESTRICT, run_descend},
    {"prolong       z += P zc", PHASE_PROLONG, run_ascend},
    {"sweep         z += (D+L)^-1 (r - A z)", PHASE_SWEEP, run_ascend},
    {"spmv after sweep  w = A z", PHASE_SPMV, run_ascend_and_multiply},
    {"second sweep of a V-cycle, w = A z", PHASE_SWEEP, run_ascend_and_multiply},
    {"orthonormalize  CGS2, k = restart", PHASE_ORTHO, run_orthonormalize},
    {"basis_combine   y = Q t", PHASE_UPDATE, run_basis_combine},
    {"vector_scale  y = alpha x (from f64)", PHASE_UPDATE, run_vector_scale},
    {"vector_axpy   x += alpha z (to f64)", PHASE_UPDATE, run_vector_axpy},
    {"vector_norm   ||x||", PHASE_UPDATE, run_vector_norm},
};
enum { KERNELS = sizeof kernels / sizeof *kernels };

/* The record of the run: [0] in double precision, [1] with the policy. */
struct kernel_times {
    struct run *run;
    struct bandwidth bandwidth;
    struct hpgmxp_policy policies[2];
    struct setup setup;
    struct phase_cell kernel[2][KERNELS];
};

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

/* Returns a vector with values of order 1 that differ from row to row. */
static struct vector operand(enum format format, int n, int halo)
{
    enum { PERIOD = 17, COUNT = 60 * PERIOD };
    struct vector x = vector_create(format, n, halo, "operand");
    double part[COUNT];
    for (int i = 0; i < COUNT; i++)
        part[i] = 1 + (double)(i % PERIOD) / 16;
    for (int first = 0; first < n; first += COUNT)
        vector_write(&x, first, n - first < COUNT ? n - first : COUNT, part);
    return x;
}

/* in_mg: the view of h in the formats of multigrid. */
static struct operands operands_create(const struct hierarchy *h,
                                       const struct hierarchy *in_mg,
                                       const struct hpgmxp_policy *p, int restart)
{
    const struct level *fine = &in_mg->level[0];
    const struct matrix *A = &h->level[0].A;
    const int n = A->n, halo = A->halo_n;
    struct operands o = {.fine = fine, .A = A, .A_inner = *A, .k = restart};
    memcpy(o.A_inner.formats, p->gmres.matrix, sizeof p->gmres.matrix);
    o.r = operand(p->mg[0], n, 0);
    o.z = operand(p->mg[0], n, halo);
    o.rc = operand(p->mg[0], fine->coarse_n, 0);
    o.zc = operand(p->mg[0], fine->coarse_n, 0);
    o.x = operand(hpgmxp_policy_z(p), n, halo);
    o.y = operand(p->gmres.inner, n, 0);
    o.b = operand(F64, n, 0);
    o.u = operand(F64, n, halo);
    o.s = operand(F64, n, 0);
    o.Q = basis_create(p->gmres.basis, n, restart + 1, 1.0, p->gmres.rule, h->comm);
    o.h = mem_zero((size_t)restart + 1, sizeof(double), "operand");
    for (int j = 0; j < restart; j++)
        basis_store(&o.Q, j, 1e-3 * (j + 1), &o.y);
    return o;
}

static void operands_free(struct operands *o)
{
    struct vector *all[] = {&o->r, &o->z, &o->rc, &o->zc, &o->x,
                            &o->y, &o->b, &o->u,  &o->s};
    for (int k = 0; k < 9; k++)
        vector_free(all[k]);
    basis_free(&o->Q);
    mem_free(o->h);
}

/* Calls a kernel REPEATS times and returns its flops and bytes, as sums over the ranks, and
 * the median of its own time as mean of the ranks, without phases inside it such as the
 * halo exchange. */
static struct phase_cell time_kernel(const struct kernel *k, struct operands *o,
                                     MPI_Comm comm)
{
    double seconds[REPEATS];
    struct phase_table phases;
    for (int pass = 0; pass < REPEATS; pass++) {
        vector_scale(1, &o->b, &o->y); /* orthonormalize leaves rounding errors */
        MPI_OK(MPI_Barrier(comm));
        phase_reset();
        k->run(o);
        phases = *phase_read();
        timing_reduce(&phases, comm);
        seconds[pass] = phase_own(&phases.cell[k->phase][0]);
    }
    struct phase_cell cell = phases.cell[k->phase][0];
    cell.seconds = median(seconds, REPEATS);
    cell.nested = 0;
    return cell;
}

static void print_head(const struct kernel_times *r)
{
    run_head(r->run);
    printf(", local box %d x %d x %d, %s order, restart %d; medians of %d calls\n",
           problem.n[0], problem.n[1], problem.n[2],
           option_choice(problem_table, "order", problem.order), gmres.restart,
           REPEATS);
    setup_print_rounding(&r->setup);
    bandwidth_print(&r->bandwidth);
    printf("\n%-38s", "");
    for (int p = 0; p < 2; p++)
        printf("  %-23.23s", r->policies[p].gmres.name);
    printf("\n%-38s", "kernel");
    for (int p = 0; p < 2; p++)
        printf("  %8s %7s %6s", "ms", "GB/s", "% read");
    printf("   speedup\n");
}

static void print_table(const struct kernel_times *r)
{
    int cached = 0; /* rates that are not compared with the memory */
    print_head(r);
    for (int k = 0; k < KERNELS; k++) {
        printf("%-38s", kernels[k].name);
        for (int p = 0; p < 2; p++) {
            const struct phase_cell *t = &r->kernel[p][k];
            const double share = bandwidth_share(&r->bandwidth, t->bytes,
                                                 t->seconds, 1, r->run->ranks);
            if (t->seconds > 0)
                printf("  %8.3f", 1e3 * t->seconds);
            else
                printf("  %8s", "-");
            if (t->bytes > 0 && t->seconds > 0)
                printf(" %7.1f", t->bytes / t->seconds / 1e9);
            else
                printf(" %7s", "-");
            if (share >= 0)
                printf(" %5.0f%%", 100 * share);
            else
                printf(" %6s", "-");
            cached += share < 0;
        }
        if (r->kernel[1][k].seconds > 0)
            printf("  %7.2fx", r->kernel[0][k].seconds / r->kernel[1][k].seconds);
        printf("\n");
    }
    if (cached > 0)
        printf("\nA kernel without a share did not run, or moves no bytes, or no "
               "more than fit into the last-level caches (%.0f MB per rank).\n",
               r->bandwidth.cache / 1e6);
}

static void write_json(const struct kernel_times *r, const struct hierarchy *h)
{
    struct json j = run_json_begin(r->run, &r->bandwidth);
    policy_json(&j, &r->policies[1].gmres);
    problem_json(&j, &problem, &r->policies[1]);
    json_add(&j, "restart=%d", gmres.restart);
    json_end(&j);
    problem_json_sizes(&j, &h->grid[0], &r->setup);
    setup_json_times(&j, &r->setup);
    run_json_memory(&j, r->run);
    json_array(&j, "kernels");
    for (int p = 0; p < 2; p++)
        for (int k = 0; k < KERNELS; k++) {
            const struct phase_cell *t = &r->kernel[p][k];
            json_object(&j, NULL);
            json_add(&j, "kernel=%s policy=%s seconds=%g flops=%g bytes=%g",
                     kernels[k].name, r->policies[p].gmres.name,
                     t->seconds > 0 ? t->seconds : NAN, t->flops, t->bytes);
            json_end(&j);
        }
    json_end(&j);
    run_json_end(&j, r->run);
}

/* Times all kernels with one policy. */
static void time_kernels(const struct hierarchy *h, const struct hpgmxp_policy *p,
                         struct phase_cell time[])
{
    struct hierarchy *in_mg = hierarchy_view(h, p->gmres.precond_matrix);
    struct operands operands = operands_create(h, in_mg, p, gmres.restart);
    for (int k = 0; k < KERNELS; k++)
        time[k] = time_kernel(&kernels[k], &operands, h->comm);
    operands_free(&operands);
    mem_free(in_mg);
}

static enum exit_status time_all(struct run *run, MPI_Comm comm)
{
    static struct kernel_times r; /* too large for the stack */
    r.run = run;
    hpgmxp_policy_find("double", &r.policies[0]);
    r.policies[1] = chosen;
    problem_check_memory(&problem, gmres.restart, 1, run, comm);
    struct hierarchy *h =
        problem_hierarchy(&problem, problem.p, r.policies, 2, comm);
    const double bytes = 12.0 * (double)h->level[0].A.nonzeros;
    bandwidth_measure(&r.bandwidth, bytes, comm);
    for (int p = 0; p < 2; p++) {
        time_kernels(h, &r.policies[p], r.kernel[p]);
        bandwidth_measure(&r.bandwidth, bytes, comm);
    }
    problem_collect(h, &r.setup, run, comm);
    if (comm_rank(comm) == 0) {
        print_table(&r);
        if (*run->options.json)
            write_json(&r, h);
    }
    hierarchy_free(h);
    return EXIT_OK;
}

struct verb kernels_verb = {
    .name = "kernels",
    .help = "time every kernel and compare it with the measured memory bandwidth",
    .example = "--nx=104 --threads=1",
    .usage = "[NX NY NZ] ",
    .reads = PROBLEM_FILE,
    .groups = groups,
    .numbers = {"", problem_numbers, &problem, 0},
    .check = check,
    .run = time_all};
