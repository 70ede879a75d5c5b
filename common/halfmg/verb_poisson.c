/* common/halfmg/verb_poisson.c - the verb poisson: refinement with half-precision
 * multigrid.
 *
 * It solves -Laplace u = f (12.3) by iterative refinement in f64. The correction of
 * each iteration is one V-cycle in the formats of --variant or --mg
 * (docs/12-half-multigrid.md).
 */
#include "bandwidth.h"
#include "device.h"
#include "global_order.h"
#include "kernels.h"
#include "memory.h"
#include "output.h"
#include "process_grid.h"
#include "q1.h"
#include "q1_hierarchy.h"
#include "refinement.h"
#include "run.h"
#include "setup.h"
#include "timing.h"
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Options ---- */

static struct poisson_options {
    int p[3];               /* process grid */
    int dim, cells, levels; /* dimensions; cells per side; multigrid levels */
    int half_waves;         /* k in (12.3) */
    char variant[TEXT_LENGTH], mg[TEXT_LENGTH];
    int base_rule; /* enum base_rule: stopping criterion on the coarsest level */
    int limit;     /* of iterations */
    double tolerance;
    int repeat; /* number of solves that are timed together */
    int ranges; /* on: count values that leave the range of their format */
    char history[TEXT_LENGTH], solution[TEXT_LENGTH];
} options;

/* clang-format off */
#define AT(member) offsetof(struct poisson_options, member)
static const struct option poisson_table[] = {
    {"dim", WHOLE, AT(dim), 2, 3, "2|3", "2",
     "dimensions of the domain"},
    {"cells", WHOLE, AT(cells), 2, 65536, "N", "256",
     "cells per side of the finest grid"},
    {"npx", WHOLE, AT(p[0]), 1, INT_MAX, "N", "",
     "ranks in x; give --npx, --npy and --npz, or none of them"},
    {"npy", WHOLE, AT(p[1]), 1, INT_MAX, "N", "",
     "ranks in y"},
    {"npz", WHOLE, AT(p[2]), 1, INT_MAX, "N", "",
     "ranks in z"},
    {"levels", WHOLE, AT(levels), 1, MAX_LEVELS, "L", "",
     "multigrid levels; each has half the cells per side of the previous one (as\n"
     "many as leave at least 8 cells)"},
    {"k", WHOLE, AT(half_waves), 1, 65535, "K", "1",
     "the solution is the product of sin(K pi x_d) over the directions d"},
    {"variant", TEXT, AT(variant), 0, 0, "NAME", "H_MG",
     "name of a set of formats of the levels; an unknown name prints the list of\n"
     "names; --mg overrides it"},
    {"mg", TEXT, AT(mg), 0, 0, "F,F,...", "",
     "formats of the levels, finest level first; the last one is also that of all\n"
     "coarser levels"},
    {"base-rule", WORD, AT(base_rule), 0, 0, "relative|paper", "relative",
     "coarsest level: conjugate gradients stop at a relative residual of 1e-2, or\n"
     "at an absolute one of 1e-4 as in the paper"},
    {"iterations", WHOLE, AT(limit), 1, 1000000, "N", "100",
     "limit of iterations"},
    {"tolerance", NUMBER, AT(tolerance), 0, 1, "TAU", "1e-9",
     "stop when the norm of the residual is less than TAU"},
    {"repeat", WHOLE, AT(repeat), 1, 1000, "N", "1",
     "number of solves that are timed together"},
    {"ranges", WORD, AT(ranges), 0, 0, "off|on", "off",
     "count overflows and subnormal numbers on all 16-bit levels after each\n"
     "V-cycle"},
    {"history", OUTPUT_FILE, AT(history), 0, 0, "FILE", "",
     "write the residual norm of each iteration as CSV"},
    {"solution", OUTPUT_FILE, AT(solution), 0, 0, "FILE.mtx", "",
     "write the solution as a Matrix Market array, point by point of the grid, x\n"
     "fastest"},
    {0}};
/* clang-format on */
static struct option_group groups[] = {{"Verb poisson", poisson_table, &options, 0},
                                       {0}};

/* The formats of the levels, from the options: mg[l] is that of level l. `name` is that of the
 * variant, or the flag --mg. */
static struct formats {
    char name[TEXT_LENGTH + 3];
    enum format mg[MAX_LEVELS];
} formats;

enum { COARSEST = 8 }; /* least cells per side of a level without --levels */

/* Levels: at most MAX_LEVELS, and as many as the number of cells can be halved. */
static void check_levels(struct poisson_options *p)
{
    if (p->half_waves >= p->cells)
        fail_all(EXIT_USAGE,
                 "--k=%d: a value less than --cells=%d is needed, because the grid "
                 "cannot represent this solution",
                 p->half_waves, p->cells);
    int most = 1;
    for (int cells = p->cells; cells % 2 == 0 && cells > 2 && most < MAX_LEVELS;
         cells /= 2)
        most++;
    if (p->levels > most)
        fail_all(EXIT_USAGE,
                 "--levels=%d: --cells=%d allows at most %d levels: all levels but "
                 "the coarsest must have an even number of cells, the coarsest at "
                 "least 2, and there are at most %d levels",
                 p->levels, p->cells, most, MAX_LEVELS);
    if (p->levels == 0) {
        p->levels = 1;
        while (p->levels < most && p->cells >> (p->levels - 1) >= 2 * COARSEST)
            p->levels++;
    }
}

static void check_process_grid(struct poisson_options *o, int ranks)
{
    int *p = o->p;
    if (p[0] == 0 && p[1] == 0 && p[2] == 0)
        process_grid_ascending(o->dim, ranks, p);
    if (o->dim == 2 && p[2] == 0)
        p[2] = 1;
    if ((double)p[0] * p[1] * p[2] != ranks || (o->dim == 2 && p[2] != 1))
        fail_all(EXIT_USAGE,
                 "process grid %d x %d x %d: the product must be the number of "
                 "ranks, %d, and with --dim=2 there must be one rank in z",
                 p[0], p[1], p[2], ranks);
    int n[3] = {1, 1, 1};
    for (int d = 0; d < o->dim; d++)
        n[d] = (int)ceil((double)o->cells / p[d]);
    process_grid_check_points(n, p);
}

/* ---- The formats of the levels ---- */

/* The variants have the names of Oo and Vogel, arXiv 2007.07539 (docs/12-half-multigrid.md).
 * As in the paper, levels are counted from the coarsest level 0, and the last column is the
 * format of level 3 and of all finer levels. */
enum { NAMED_LEVELS = 4 };
static const struct {
    const char *name;
    enum format mg[NAMED_LEVELS];
} variants[] = {
    {"D_MG", {F64, F64, F64, F64}},
    {"S_MG", {F32, F32, F32, F32}},
    {"H_MG", {F16, F16, F16, F16}},
    {"HSD_MG", {F64, F64, F32, F16}}, /* f16 on the levels with most of the bytes */
    {"DSH_MG", {F16, F16, F32, F64}}, /* f16 on the levels with few bytes */
};
enum { VARIANTS = sizeof variants / sizeof *variants };

/* Sets mg[l], the format of level l, for the variant of this name and so many levels; level 0
 * is the finest. Returns 0 if there is no such variant. */
static int variant_find(const char *name, int levels, enum format mg[])
{
    int k = 0;
    while (k < VARIANTS && strcmp(variants[k].name, name) != 0)
        k++;
    for (int l = 0; k < VARIANTS && l < levels; l++) {
        const int from_coarsest = levels - 1 - l;
        mg[l] = variants[k].mg[from_coarsest < NAMED_LEVELS ? from_coarsest
                                                            : NAMED_LEVELS - 1];
    }
    return k < VARIANTS;
}

static const char *variant_names(void)
{
    static char names[256];
    *names = 0;
    for (int k = 0; k < VARIANTS; k++)
        option_append(names, sizeof names, ", ", variants[k].name);
    return names;
}

/* Sets the formats. The matrices of the levels are in their formats, and corrections in that of
 * level 0 are added to a solution in f64. */
static void check_formats(const struct poisson_options *o)
{
    struct missing_pairs missing = {""};
    snprintf(formats.name, sizeof formats.name, *o->mg ? "mg=%s" : "%s",
             *o->mg ? o->mg : o->variant);
    if (!variant_find(o->variant, o->levels, formats.mg))
        fail_all(EXIT_USAGE, "--variant=%s: unknown name; one of %s is needed",
                 o->variant, variant_names());
    if (*o->mg && !format_list(o->mg, MAX_LEVELS, formats.mg))
        fail_all(EXIT_USAGE,
                 "--mg=%s: unknown format; a list of f64, f32, f16, separated by "
                 "commas, is needed, of at most %d levels",
                 o->mg, MAX_LEVELS);
    missing_matrix_pair(&missing, F64, F64);
    for (int l = 0; l < o->levels; l++)
        missing_matrix_pair(&missing, formats.mg[l], formats.mg[l]);
    missing_matrix_pair(&missing, formats.mg[0], F64);
    missing_pairs_check(&missing, formats.name);
}

static void check(struct run *run, MPI_Comm comm)
{
    check_levels(&options);
    check_process_grid(&options, comm_size(comm));
    check_formats(&options);
    run_check_files(run, comm);
}

/* ---- The record of the run ---- */

struct poisson {
    struct run *run;
    struct bandwidth bandwidth;
    struct setup setup;
    struct timing timing;              /* of all solves */
    struct refinement_outcome refined; /* of the last solve */
    double error;       /* largest max |u_i - exact_i| of the solves, or NaN */
    double target_norm; /* to which the residual is scaled at the end (12.2) */
    const struct jacobi_multigrid *multigrid; /* counts of ranges, base solver */
};

/* Seconds per solve. */
static double seconds_of(const struct poisson *record)
{
    return record->timing.seconds / record->timing.solves;
}

/* ---- The system and its solver ---- */

/* The V-cycle of Oo and Vogel with the parameters of the options. If a level is in
 * f16 and its residual comes from another format, the residual is scaled so that
 * f16 can represent the correction (q1_scale). */
static struct cycle_options cycle_of(const struct box *finest)
{
    const struct poisson_options *o = &options;
    const enum format *mg = formats.mg;
    struct cycle_options c = {.omega = 2.0 / 3,
                              .base_rule = (enum base_rule)o->base_rule,
                              .base_tolerance =
                                  o->base_rule == BASE_RELATIVE ? 1e-2 : 1e-4};
    struct box m = *finest;
    for (int l = 0; l < o->levels; l++, m = box_coarsen(&m))
        if (format_bytes(mg[l]) < 4 && (l == 0 || format_bytes(mg[l - 1]) >= 4))
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

/* A vector in f64 with the given values of the local rows and room for a halo. */
static struct vector vector_of(const double *values, const struct matrix *A,
                               int halo, const char *what)
{
    struct vector x = vector_create(F64, A->n, halo, what);
    device_put(x.data, values, (size_t)A->n * sizeof(double));
    return x;
}

static struct poisson_system system_create(const struct box *m,
                                           const struct matrix *A)
{
    struct poisson_system L;
    double *values = NEW(double, (size_t)A->n, "values at the points");
    q1_right_hand_side(m, options.half_waves, values);
    L.b = vector_of(values, A, 0, "right-hand side");
    q1_random(m, values);
    L.start = vector_of(values, A, 0, "initial guess");
    L.u = vector_create(F64, A->n, A->halo_n, "solution");
    q1_solution(m, options.half_waves, values);
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

/* ---- Timed solves ---- */

/* The solves of the system: what timing_run calls. */
struct solves {
    struct refinement *S;
    struct poisson_system *L;
    struct poisson *record; /* output */
};

static void start(void *data)
{
    struct solves *s = data;
    vector_scale(1, &s->L->start, &s->L->u);
}

static void solve(void *data)
{
    struct solves *s = data;
    s->record->refined = refinement_solve(s->S, &s->L->b, &s->L->u,
                                          options.tolerance, options.limit);
}

static void examine(void *data, int k)
{
    struct solves *s = data;
    double *most = &s->record->error;
    const double error = vector_distance(&s->L->u, s->L->exact, 0, s->S->h->comm);
    if (k == 0 || (!isnan(*most) && !(error <= *most)))
        *most = error; /* the largest, or NaN */
}

/* Solves the system --repeat times from the same initial guess and measures the time of
 * all solves together; on a device the sample is one more solve before them. */
static void timed_solves(struct solves *s, MPI_Comm comm)
{
    struct timing sample = {.solves = 0};
    struct timing_plan plan = {
        .count = 1, .before = start, .solve = solve, .after = examine, .data = s};
    if (*device_get_info().name) {
        timing_run(&plan, &sample, comm);
        sample.sample = s->record->refined.iterations;
        jacobi_multigrid_reset_counts(&s->S->M);
        plan.sample = &sample;
    }
    plan.count = options.repeat;
    timing_run(&plan, &s->record->timing, comm);
    timing_free(&sample);
}

/* ---- Reports ---- */

/* Prints for each phase the milliseconds per solve on all levels and on the finest
 * level, and the rate on the finest level. */
static void print_phases(const struct poisson *record)
{
    printf("GB/s and %% of the read bandwidth refer to the finest level\n");
    printf("%-17s %10s %10s %8s %7s\n", "ms / solve", "all levels", "finest",
           "GB/s", "% read");
    for (int p = 0; p < PHASES; p++) {
        struct phase_cell all = phase_total(&record->timing.phases, (enum phase)p);
        const struct phase_cell *finest = &record->timing.phases.cell[p][0];
        double own = phase_own(finest), rate = own > 0 ? finest->bytes / own : 0;
        if (all.calls == 0)
            continue;
        printf("%-17s %10.3f %10.3f", phase_name((enum phase)p),
               1e3 * phase_own(&all) / record->timing.solves,
               1e3 * own / record->timing.solves);
        if (rate > 0)
            printf(" %8.1f", rate / 1e9);
        const double share = bandwidth_share(&record->bandwidth, finest->bytes, own,
                                             finest->calls, record->run->ranks);
        if (share >= 0)
            printf(" %6.0f%%", 100 * share);
        printf("\n");
    }
}

static void print_levels(const struct poisson *record)
{
    const struct jacobi_multigrid *M = record->multigrid;
    for (int l = 0; l < record->setup.levels; l++) {
        const struct range_count *c = &M->range[l];
        printf("level %2d: %4s %11lld rows, %s", l, format_name(formats.mg[l]),
               (long long)record->setup.level[l].rows,
               record->setup.level[l].layout);
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

static void print_text(const struct poisson *record)
{
    const struct poisson_options *o = &options;
    const struct refinement_outcome *x = &record->refined;
    run_head(record->run);
    printf(", measured read bandwidth %.1f GB/s\n", record->bandwidth.read / 1e9);
    print_levels(record);
    print_phases(record);
    printf("poisson: variant=%s dim=%d cells=%d levels=%d k=%d ranks=%d reason=%s "
           "iterations=%d backoffs=%d initial=%.6e final=%.6e explicit=%.6e "
           "error=%.6e setup=%.3f seconds=%.6f\n",
           formats.name, o->dim, o->cells, o->levels, o->half_waves,
           record->run->ranks, reason_word(x->reason), x->iterations, x->backoffs,
           x->initial, x->final, x->explicit_final, record->error,
           record->setup.times.all, seconds_of(record));
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
               format_name(formats.mg[x->level]));
    printf("\n");
}

static void write_json(const struct poisson *record, const double *history,
                       const char *path)
{
    const struct poisson_options *o = &options;
    const struct refinement_outcome *x = &record->refined;
    const struct jacobi_multigrid *M = record->multigrid;
    struct json j = {.file = output_open(path)};
    json_object(&j, NULL);
    run_json_machine(&j, record->run);
    bandwidth_json(&j, &record->bandwidth);
    json_end(&j);
    run_json_options(&j, "poisson", record->run);
    json_add(&j, "variant=%s dim=%d cells=%d k=%d unknowns=%lld reason=%s",
             formats.name, o->dim, o->cells, o->half_waves,
             (long long)record->setup.level[0].rows, reason_name(x->reason));
    if (x->level >= 0)
        json_add(&j, "failing_level=%d", x->level);
    json_add(&j,
             "iterations=%d backoffs=%d initial=%g final=%g explicit=%g error=%g "
             "scale=%g setup_seconds=%g seconds=%g solves=%d",
             x->iterations, x->backoffs, x->initial, x->final, x->explicit_final,
             record->error, record->target_norm, record->setup.times.all,
             seconds_of(record), record->timing.solves);
    json_array(&j, "history");
    for (int k = 0; k <= x->iterations; k++)
        json_add(&j, "%g", history[k]);
    json_end(&j);
    json_array(&j, "levels");
    for (int l = 0; l < record->setup.levels; l++) {
        const struct size_of_level *level = &record->setup.level[l];
        const struct range_count *c = &M->range[l];
        json_object(&j, NULL);
        json_add(&j,
                 "format=%s rows=%lld nonzeros=%lld layout=%s surveyed=%g "
                 "overflows=%g subnormals=%g",
                 format_name(formats.mg[l]), (long long)level->rows,
                 (long long)level->nonzeros, record->setup.level[l].layout,
                 c->entries, c->overflows, c->subnormals);
        json_end(&j);
    }
    json_end(&j);
    json_object(&j, "base");
    json_add(&j, "solves=%ld steps=%ld converged=%ld", M->base.solves,
             M->base.iterations, M->base.reasons[REASON_CONVERGED]);
    json_end(&j);
    timing_json(&j, &record->timing, record->setup.levels);
    json_end(&j);
    json_end(&j);
    output_close(j.file, path);
}

static void write_results(const struct poisson *record, const double *history)
{
    print_text(record);
    if (*options.history)
        history_write(options.history, "residual", history,
                      record->refined.iterations);
    if (*record->run->options.json)
        write_json(record, history, record->run->options.json);
}

/* ---- The verb ---- */

/* Sizes and set-up times. Collective. */
static void collect(struct poisson *record, const struct q1_hierarchy *h)
{
    setup_collect(&record->setup, &h->times, h->comm);
    for (int l = 0; l < h->levels; l++)
        setup_add(&record->setup, &h->A[l]);
}

static enum exit_status poisson(struct run *run, MPI_Comm comm)
{
    static struct poisson record; /* too large for the stack */
    const struct poisson_options *o = &options;
    const int rank = comm_rank(comm);
    struct box m = q1_mesh(o->dim, o->cells, o->p, rank);
    const double rows = box_rows(&m);
    run_check_memory(run, rows, (o->dim == 2 ? 9 : 27) * rows, VECTORS, 0, comm);
    const struct cycle_options cycle = cycle_of(&m);
    struct q1_hierarchy *h = q1_hierarchy(&m, o->levels, formats.mg, comm);
    const struct matrix *A = &h->A[0];
    struct refinement S =
        refinement_create(h, &cycle, formats.mg, cycle.target_norm[0]);
    struct poisson_system L = system_create(&m, A);
    S.monitor = o->ranges;
    S.history = NEW(double, (size_t)o->limit + 1, "residual history");

    const size_t bytes = bandwidth_bytes(8.0 * (double)A->nonzeros, comm);
    record = (struct poisson){.run = run, .multigrid = &S.M};
    bandwidth_measure(&record.bandwidth, bytes, comm);
    timed_solves(&(struct solves){&S, &L, &record}, comm);
    bandwidth_measure(&record.bandwidth, bytes, comm);
    record.target_norm = S.target_norm;
    collect(&record, h);
    if (*o->solution && record.refined.reason != REASON_NOT_FINITE) {
        const struct partition points = box_partition(&m);
        global_order_write(o->solution, &points, A, &L.u, comm);
    }
    if (rank == 0)
        write_results(&record, S.history);
    timing_free(&record.timing);
    mem_free(S.history);
    system_free(&L);
    refinement_free(&S);
    q1_hierarchy_free(h);
    return record.refined.reason == REASON_CONVERGED ? EXIT_OK : EXIT_INVALID;
}

struct verb poisson_verb = {
    .name = "poisson",
    .example = "--cells=256 --variant=H_MG",
    .help = "solve Poisson's equation by half-precision multigrid and refinement",
    .groups = groups,
    .check = check,
    .run = poisson};
