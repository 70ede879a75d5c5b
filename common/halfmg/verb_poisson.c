/* common/halfmg/verb_poisson.c - the verb poisson: refinement with half-precision
 * multigrid.
 *
 * It solves -Laplace u = f (12.3) by iterative refinement in f64. The correction of
 * each iteration is one V-cycle in the formats of --variant or --mg
 * (docs/12-half-multigrid.md).
 */
#include "device.h"
#include "kernels.h"
#include "memory.h"
#include "one_solve.h"
#include "process_grid.h"
#include "q1.h"
#include "q1_hierarchy.h"
#include "refinement.h"
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
    int repeat;    /* number of solves that are timed together */
    int ranges;    /* on: count values that leave the range of their format */
    struct one_options one;
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
     "formats of the levels, finest level first; the last one is also used for all\n"
     "coarser levels"},
    {"base-rule", WORD, AT(base_rule), 0, 0, "relative|paper", "relative",
     "coarsest level: conjugate gradients stop at a relative residual of 1e-2, or\n"
     "at an absolute one of 1e-4 as in the paper"},
    {"iterations", WHOLE, AT(one.limit), 1, 1000000, "N", "100",
     "limit of iterations"},
    {"tolerance", NUMBER, AT(one.tolerance), 0, 1, "TAU", "1e-9",
     "stop when the norm of the residual is less than TAU"},
    {"repeat", WHOLE, AT(repeat), 1, 1000, "N", "1",
     "number of solves that are timed together"},
    {"ranges", WORD, AT(ranges), 0, 0, "off|on", "off",
     "count overflows and subnormal numbers on all 16-bit levels after each\n"
     "V-cycle"},
    {0}};
/* clang-format on */
static struct option_group groups[] = {
    {"Verb poisson", poisson_table, &options, 0},
    {ONE_FILES_HEADING, one_files_table, &options.one, 0},
    {0}};

/* The formats of the levels, from the options: mg[l] is the format of level l. `name` is the
 * name of the variant, or the flag --mg. */
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

/* Sets mg[l], the format of level l, for the variant of this name and this many levels; level 0
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

/* Sets the formats. The matrices of the levels are in their formats, and corrections in the format
 * of level 0 are added to a solution in f64. */
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

/* All vectors together take the memory of this many vectors of the finest level in f64. */
enum { VECTORS = 12 };

/* What one_solve.h passes to the functions below: the system, with the initial guess and the
 * solution at the local points, its solver, and the outcome of the last solve. */
struct own {
    struct vector b, start;
    double *exact;
    struct refinement solver;
    struct refinement_outcome refined;
};

/* A vector in f64 with the given values of the local rows. */
static struct vector vector_of(const double *values, const struct matrix *A,
                               const char *what)
{
    struct vector x = vector_create(F64, A->n, 0, what);
    device_put(x.data, values, (size_t)A->n * sizeof(double));
    return x;
}

static struct own own_create(const struct box *m, const struct q1_hierarchy *h)
{
    const struct cycle_options cycle = cycle_of(m);
    const struct matrix *A = &h->A[0];
    struct own own = {
        .solver = refinement_create(h, &cycle, formats.mg, cycle.target_norm[0])};
    own.exact = NEW(double, (size_t)A->n, "values at the points");
    q1_right_hand_side(m, options.half_waves, own.exact);
    own.b = vector_of(own.exact, A, "right-hand side");
    q1_random(m, own.exact);
    own.start = vector_of(own.exact, A, "initial guess");
    q1_solution(m, options.half_waves, own.exact);
    own.solver.monitor = options.ranges;
    own.solver.history =
        NEW(double, (size_t)options.one.limit + 1, "residual history");
    return own;
}

static void own_free(struct own *own)
{
    refinement_free(&own->solver);
    vector_free(&own->start);
    vector_free(&own->b);
    mem_free(own->exact);
}

/* ---- What one_solve.h calls ---- */

static void solve(struct one_solve *s)
{
    struct own *own = s->data;
    own->refined = refinement_solve(&own->solver, &own->b, &s->x,
                                    options.one.tolerance, options.one.limit);
    s->outcome = (struct outcome){.reason = own->refined.reason,
                                  .iterations = own->refined.iterations};
}

static void forget(struct one_solve *s)
{
    struct own *own = s->data;
    jacobi_multigrid_reset_counts(&own->solver.M);
}

static void print_levels(const struct one_solve *s)
{
    const struct own *own = s->data;
    const struct jacobi_multigrid *M = &own->solver.M;
    for (int l = 0; l < s->setup.levels; l++) {
        const struct range_count *c = &M->range[l];
        printf("level %2d: %4s %11lld rows, %s", l, format_name(formats.mg[l]),
               (long long)s->setup.level[l].rows, s->setup.level[l].layout);
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

static void print(const struct one_solve *s)
{
    const struct poisson_options *o = &options;
    const struct own *own = s->data;
    const struct refinement_outcome *x = &own->refined;
    const int iterations = x->iterations * s->timing.solves;
    const struct timing_column column = {formats.name, &s->timing,
                                         iterations > 0 ? iterations : 1};
    run_head(s->run);
    printf("\n");
    bandwidth_print(&s->bandwidth);
    print_levels(s);
    timing_print_phases(&column, 1, &s->bandwidth, s->run->ranks);
    timing_print_levels(&column, s->setup.levels);
    printf("poisson: variant=%s dim=%d cells=%d levels=%d k=%d ranks=%d reason=%s "
           "iterations=%d backoffs=%d initial=%.6e final=%.6e explicit=%.6e "
           "error=%.6e setup=%.3f seconds=%.6f\n",
           formats.name, o->dim, o->cells, o->levels, o->half_waves, s->run->ranks,
           reason_word(x->reason), x->iterations, x->backoffs, x->initial, x->final,
           x->explicit_final, s->error, s->setup.times.all,
           s->timing.seconds / s->timing.solves);
    if (x->reason == REASON_CONVERGED)
        return;
    printf("NOT SOLVED: %s after %d iterations", reason_name(x->reason),
           x->iterations);
    if (x->reason == REASON_STAGNATION && x->final < x->explicit_final / 2)
        printf(
            "; the rounding errors of the solution in f64 permit no residual much "
            "below %.1e, and --tolerance=%g is less",
            x->explicit_final, o->one.tolerance);
    if (x->level >= 0)
        printf("; the V-cycle fails from level %d on (%s)", x->level,
               format_name(formats.mg[x->level]));
    printf("\n");
}

static void json(struct json *j, const struct one_solve *s)
{
    const struct poisson_options *o = &options;
    const struct own *own = s->data;
    const struct refinement_outcome *x = &own->refined;
    const struct cg *base = &own->solver.M.base;
    json_add(j,
             "variant=%s dim=%d cells=%d levels=%d k=%d base_rule=%s iterations=%d "
             "tolerance=%g",
             formats.name, o->dim, o->cells, o->levels, o->half_waves,
             option_choice(poisson_table, "base-rule", o->base_rule), o->one.limit,
             o->one.tolerance);
    json_end(j);
    run_json_options(j, "poisson", s->run);
    json_add(j, "variant=%s dim=%d cells=%d k=%d unknowns=%lld reason=%s",
             formats.name, o->dim, o->cells, o->half_waves,
             (long long)s->setup.level[0].rows, reason_name(x->reason));
    if (x->level >= 0)
        json_add(j, "failing_level=%d", x->level);
    json_add(j,
             "iterations=%d backoffs=%d initial=%g final=%g explicit=%g error=%g "
             "scale=%g setup_seconds=%g seconds=%g solves=%d",
             x->iterations, x->backoffs, x->initial, x->final, x->explicit_final,
             s->error, own->solver.target_norm, s->setup.times.all,
             s->timing.seconds / s->timing.solves, s->timing.solves);
    json_array(j, "history");
    for (int k = 0; k <= x->iterations; k++)
        json_add(j, "%g", s->history[k]);
    json_end(j);
    json_array(j, "levels");
    for (int l = 0; l < s->setup.levels; l++) {
        const struct size_of_level *level = &s->setup.level[l];
        const struct range_count *c = &own->solver.M.range[l];
        json_object(j, NULL);
        json_add(j,
                 "format=%s rows=%lld nonzeros=%lld layout=%s surveyed=%g "
                 "overflows=%g subnormals=%g",
                 format_name(formats.mg[l]), (long long)level->rows,
                 (long long)level->nonzeros, level->layout, c->entries,
                 c->overflows, c->subnormals);
        json_end(j);
    }
    json_end(j);
    json_object(j, "base");
    json_add(j, "solves=%ld steps=%ld converged=%ld", base->solves,
             base->iterations, base->reasons[REASON_CONVERGED]);
    json_end(j);
    timing_json(j, &s->timing, s->setup.levels);
    json_end(j);
}

static const struct one_parts parts = {
    .solve = solve, .forget = forget, .print = print, .json = json};

/* ---- The verb ---- */

static enum exit_status poisson(struct run *run, MPI_Comm comm)
{
    static struct one_solve s; /* too large for the stack */
    const struct poisson_options *o = &options;
    const struct box m = q1_mesh(o->dim, o->cells, o->p, comm_rank(comm));
    const double rows = box_rows(&m);
    run_check_memory(run, rows, (o->dim == 2 ? 9 : 27) * rows, VECTORS, 0, comm);
    struct q1_hierarchy *h = q1_hierarchy(&m, o->levels, formats.mg, comm);
    const struct matrix *A = &h->A[0];
    struct own own = own_create(&m, h);
    const struct system S = {A, &own.b,   &own.start, box_partition(&m),
                             1, own.exact};
    s = (struct one_solve){.run = run,
                           .options = &o->one,
                           .system = &S,
                           .parts = &parts,
                           .data = &own,
                           .repeat = o->repeat,
                           .bytes = 8.0 * (double)A->nonzeros,
                           .history = own.solver.history,
                           .norm = "residual"};
    setup_collect(&s.setup, &h->times, comm);
    for (int l = 0; l < h->levels; l++)
        setup_add(&s.setup, &h->A[l]);
    const enum exit_status status = one_solve_run(&s, comm);
    own_free(&own);
    q1_hierarchy_free(h);
    return status;
}

struct verb poisson_verb = {
    .name = "poisson",
    .example = "--cells=256 --variant=H_MG",
    .help = "solve Poisson's equation by half-precision multigrid and refinement",
    .groups = groups,
    .check = check,
    .run = poisson};
