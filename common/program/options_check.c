/* common/program/options_check.c - checks options that depend on each other (option.h). */
#include "option.h"
#include "error.h"
#include "grid.h"
#include "mesh.h"
#include "output.h"
#include "tree.h"
#include "tree_defaults.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The benchmark's problem ---- */

static void check_aspect(const char *what, const int n[3])
{
    if (!grid_is_balanced(n))
        fail_all(EXIT_USAGE,
                 "%s %d x %d x %d: the shortest side must be at least 1/8 of the "
                 "longest",
                 what, n[0], n[1], n[2]);
}

static void check_box(struct options *o)
{
    if (o->order == ORDER_NATURAL && tree_is_colors_only())
        fail_all(EXIT_USAGE,
                 "--order=natural: the sweeps of %s are by color; choose "
                 "--order=color, or a tree with wavefronts such as ref",
                 tree_name);
    for (int d = 0; d < 3; d++)
        if (o->n[d] == 0)
            o->n[d] = o->n[0] ? o->n[0] : o->n[1] ? o->n[1] : o->n[2];
    for (int d = 0; d < 3; d++)
        if (o->n[d] < 8 || o->n[d] % 8 != 0)
            fail_all(EXIT_USAGE,
                     "local box %d x %d x %d: each side must be a positive "
                     "multiple of 8, because there are four multigrid levels",
                     o->n[0], o->n[1], o->n[2]);
    check_aspect("local box", o->n);
}

/* The local box n of the rank with the most neighbors must have fewer than 2^31 points
 * with its halo. */
static void check_points(const int n[3], const int p[3])
{
    double points = 1;
    for (int d = 0; d < 3; d++)
        points *= n[d] + (p[d] > 1) + (p[d] > 2);
    if (points > 0x1p31 - 1)
        fail_all(EXIT_USAGE,
                 "local box %d x %d x %d with its halo, on %d x %d x %d ranks: at "
                 "most 2^31 - 1 points are allowed, these are %.0f; use a smaller "
                 "problem or more ranks",
                 n[0], n[1], n[2], p[0], p[1], p[2], points);
}

static void check_processes(struct options *o, int ranks)
{
    if (o->p[0] == 0 && o->p[1] == 0 && o->p[2] == 0) {
        grid_factor(ranks, o->p);
        if (!grid_is_balanced(o->p))
            fail_all(
                EXIT_USAGE,
                "%d ranks: their process grid %d x %d x %d is too long, its "
                "shortest side must be at least 1/8 of the longest; %d and %d are "
                "the nearest usable numbers of ranks",
                ranks, o->p[0], o->p[1], o->p[2], grid_usable_ranks(ranks, -1),
                grid_usable_ranks(ranks, 1));
    }
    if ((double)o->p[0] * o->p[1] * o->p[2] != ranks)
        fail_all(EXIT_USAGE,
                 "process grid %d x %d x %d: the product must be the number of "
                 "ranks, %d; give all of --npx --npy --npz or none",
                 o->p[0], o->p[1], o->p[2], ranks);
    check_aspect("process grid", o->p);
    check_points(o->n, o->p);
}

/* Refuses a policy for which kernels were not compiled. levels, correct: as for
 * policy_not_compiled. */
static void check_compiled(const struct options *o, int levels, int correct)
{
    const char *missing = policy_not_compiled(&o->policy, levels, correct);
    if (*missing)
        fail_all(
            EXIT_USAGE,
            "%s: this program has no kernels for the formats %s; build it with "
            "make TREE=%s FORMATS=\"%s\", or with FORMATS=all",
            o->policy.name, missing, tree_name, missing);
}

/* The set of formats, --policy or --variant, and the flags that replace parts of it. */
static void check_policy(struct options *o)
{
    const int poisson = o->verb == VERB_POISSON;
    const char *name = poisson ? o->poisson.variant : o->formats.policy;
    if (!(poisson ? policy_find_variant(name, o->poisson.levels, &o->policy)
                  : policy_find(name, &o->policy)))
        fail_all(EXIT_USAGE, "--%s=%s: unknown name; one of %s is needed",
                 poisson ? "variant" : "policy", name, policy_names(poisson));
    if (poisson && *o->formats.mg)
        o->policy.name[0] = '\0'; /* policy_override makes a name of the list */
    const struct policy_parts parts = {o->formats.inner, o->formats.basis,
                                       o->formats.mg, o->formats.matrix,
                                       o->formats.flexible};
    const char *bad = policy_override(&o->policy, &parts);
    o->policy.rule = (enum scale_rule)o->formats.basis_scale;
    if (bad)
        fail_all(
            EXIT_USAGE,
            "%s: unknown format; f64, f32, f16 are allowed, for --matrix "
            "also i8, for --basis and --flexible also i32, i16, and for --flexible "
            "also off",
            bad);
    const int integers =
        format_is_integer(o->policy.basis) ||
        (o->policy.flexible != NO_FORMAT && format_is_integer(o->policy.flexible));
    if (o->policy.inner == F16 && integers)
        fail_all(EXIT_USAGE,
                 "--inner=%s: with --basis or --flexible in i32 or i16 the inner "
                 "format must be f64 or f32",
                 format_name(o->policy.inner));
}

/* ---- Poisson's equation ---- */

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

static void check_poisson_grid(struct options *o, int ranks)
{
    if (o->p[0] == 0 && o->p[1] == 0 && o->p[2] == 0)
        mesh_factor(o->poisson.dim, ranks, o->p);
    if (o->poisson.dim == 2 && o->p[2] == 0)
        o->p[2] = 1;
    if ((double)o->p[0] * o->p[1] * o->p[2] != ranks ||
        (o->poisson.dim == 2 && o->p[2] != 1))
        fail_all(EXIT_USAGE,
                 "process grid %d x %d x %d: the product must be the number of "
                 "ranks, %d, and with --dim=2 there must be one rank in z",
                 o->p[0], o->p[1], o->p[2], ranks);
    int n[3] = {1, 1, 1};
    for (int d = 0; d < o->poisson.dim; d++)
        n[d] = (int)ceil((double)o->poisson.cells / o->p[d]);
    check_points(n, o->p);
}

void check_problem(struct options *o, int rt_given, MPI_Comm comm)
{
    const int ranks = comm_size(comm);
    if (o->verb == VERB_POISSON) {
        check_levels(&o->poisson);
        check_poisson_grid(o, ranks);
    } else if (!*o->solve.input) {
        if (o->n[0] == 0 && o->n[1] == 0 && o->n[2] == 0)
            hpgmp_dat_read(o, rt_given, comm);
        if (o->n[0] == 0 && o->n[1] == 0 && o->n[2] == 0)
            o->n[0] = 104;
        check_box(o);
        check_processes(o, ranks);
    }
    check_policy(o);
}

/* ---- The solver ---- */

static void check_system(struct options *o)
{
    if (o->solve.orthogonalization < 0)
        o->solve.orthogonalization =
            *o->solve.input && !*o->files.orthogonality &&
                    format_roundoff(o->policy.basis) > format_roundoff(F64)
                ? ORTHOGONALIZE_RGS
                : ORTHO_CGS2;
    o->rules.sketch = o->solve.orthogonalization == ORTHOGONALIZE_RGS;
    if (o->rules.sketch && *o->files.orthogonality)
        fail_all(EXIT_USAGE,
                 "--orthogonality=%s: --orthogonalization=cgs or cgs2 is needed, "
                 "because the columns of rgs are not orthogonal",
                 o->files.orthogonality);
    if (o->solve.preconditioner < 0)
        o->solve.preconditioner =
            *o->solve.input ? PRECOND_NONE : PRECOND_MULTIGRID;
    if (*o->solve.input && o->solve.preconditioner == PRECOND_MULTIGRID)
        fail_all(EXIT_USAGE,
                 "--preconditioner=multigrid: not allowed with --input, because "
                 "only the benchmark's problem has coarser levels");
    if (o->solve.preconditioner == PRECOND_JLEFT &&
        o->policy.matrix[o->policy.inner] == I8)
        fail_all(
            EXIT_USAGE,
            "--preconditioner=jleft: not allowed with the matrix in i8, because "
            "rows that were divided by their diagonal entry are not exact in 8 "
            "bits; --preconditioner=jright leaves the matrix as it is");
    if (!*o->solve.input && o->solve.preconditioner != PRECOND_MULTIGRID &&
        o->solve.preconditioner != PRECOND_NONE)
        fail_all(EXIT_USAGE,
                 "--preconditioner=%s: allowed only with --input (--input=lap27:N "
                 "is the benchmark's matrix)",
                 option_choice("preconditioner", o->solve.preconditioner));
}

void check_solver(struct options *o)
{
    if (o->limit == 0)
        o->limit = o->verb == VERB_BENCH     ? 300
                   : o->verb == VERB_POISSON ? 100
                                             : 10000;
    if (o->bench.seconds < 0 && o->bench.seconds != -1)
        fail_all(EXIT_USAGE, "--rt=%g: a number from 0 to 1e7 is needed, or -1",
                 o->bench.seconds);
    if (o->bench.seconds < 0)
        o->bench.seconds = OFFICIAL_SECONDS;
    if (o->verb == VERB_SOLVE)
        check_system(o);
    const int poisson = o->verb == VERB_POISSON,
              multigrid = o->verb != VERB_SOLVE ||
                          o->solve.preconditioner == PRECOND_MULTIGRID;
    check_compiled(o,
                   poisson     ? o->poisson.levels
                   : multigrid ? HPGMXP_LEVELS
                               : 0,
                   poisson);
}

/* ---- Output files ---- */

void check_outputs(struct options *o, MPI_Comm comm)
{
    enum { FOLDER_LENGTH = 200 };
    if (strlen(o->files.folder) > FOLDER_LENGTH)
        fail_all(EXIT_USAGE,
                 "--output: the name has %zu characters; at most %d are allowed",
                 strlen(o->files.folder), FOLDER_LENGTH);
    if (o->verb == VERB_BENCH && !*o->files.json)
        snprintf(o->files.json, TEXT_LENGTH, "%.200s/%.48s.json", o->files.folder,
                 tree_program);
    const struct named_file file[] = {{"--json", o->files.json},
                                      {"--history", o->files.history},
                                      {"--trace", o->files.trace},
                                      {"--orthogonality", o->files.orthogonality},
                                      {"--solution", o->files.solution},
                                      {"--input", o->solve.input},
                                      {"--rhs", o->solve.rhs},
                                      {"input file", "hpgmp.dat"}};
    enum { OUTPUTS = 5, FILES = sizeof file / sizeof *file };
    char fault[TEXT_LENGTH] = "";
    const int rank = comm_rank(comm);
    if (rank == 0 && o->verb == VERB_BENCH)
        output_check_folder(o->files.folder, fault, TEXT_LENGTH);
    if (rank == 0 && !*fault)
        output_check(file, OUTPUTS, FILES, fault, TEXT_LENGTH);
    MPI_OK(MPI_Bcast(fault, TEXT_LENGTH, MPI_CHAR, 0, comm));
    if (*fault)
        fail_all(EXIT_USAGE, "%s", fault);
}
