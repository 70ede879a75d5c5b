/* common/hpgmxp/problem.c - options of the benchmark's problem, their checks, and its set-up
 * (problem.h). */
#include "problem.h"
#include "output.h"
#include "process_grid.h"
#include "tree.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* clang-format off */
enum { LEAST_SIDE = 8, MOST_SIDE = 4096 };
#define AT(member) offsetof(struct problem_options, member)
const struct option problem_table[] = {
    {"nx", WHOLE, AT(n[0]), LEAST_SIDE, MOST_SIDE, "N", "",
     "grid points per rank in x, a multiple of 8"},
    {"ny", WHOLE, AT(n[1]), LEAST_SIDE, MOST_SIDE, "N", "",
     "grid points per rank in y (as in x)"},
    {"nz", WHOLE, AT(n[2]), LEAST_SIDE, MOST_SIDE, "N", "",
     "grid points per rank in z (as in x)"},
    {"npx", WHOLE, AT(p[0]), 1, INT_MAX, "N", "",
     "ranks in x; give --npx, --npy and --npz, or none of them"},
    {"npy", WHOLE, AT(p[1]), 1, INT_MAX, "N", "",
     "ranks in y"},
    {"npz", WHOLE, AT(p[2]), 1, INT_MAX, "N", "",
     "ranks in z"},
    {"problem", WORD, AT(values), 0, 0, "symmetric|convection|nonsymmetric", "symmetric",
     "values of the 27-point matrix: 26 and -1; the same with convection in z; or\n"
     "values that differ from row to row"},
    {"order", WORD, AT(order), 0, 0, "natural|color", "",
     "order of the rows in Gauss-Seidel sweeps: lexicographic, or by color (the one\n"
     "that the tree declares: natural in ref, color in opt)"},
    {"coloring", WORD, AT(coloring.kind), 0, 0, "greedy|jpl", "greedy",
     "with --order=color: greedy coloring, or Jones-Plassmann-Luby"},
    {"coarse", WORD, AT(coloring.coarse), 0, 0, "first|middle|last", "first",
     "with --order=color: position of the color of the coarse grid points"},
    {"mg", TEXT, AT(mg), 0, 0, "F,F,...", "",
     "formats of the multigrid levels, finest level first; the last one is also\n"
     "used for all coarser levels"},
    {0}};
const struct option problem_numbers[] = {
    {"nx", WHOLE, AT(n[0]), LEAST_SIDE, MOST_SIDE, "N", "", ""},
    {"ny", WHOLE, AT(n[1]), LEAST_SIDE, MOST_SIDE, "N", "", ""},
    {"nz", WHOLE, AT(n[2]), LEAST_SIDE, MOST_SIDE, "N", "", ""},
    {"rt", NUMBER, AT(seconds), -1, 1e7, "SECONDS", "", ""},
    {0}};
/* clang-format on */

/* ---- Local box and process grid ---- */

static void check_aspect(const char *what, const int n[3])
{
    if (!process_grid_balanced(n))
        fail_all(EXIT_USAGE,
                 "%s %d x %d x %d: the shortest side must be at least 1/8 of the "
                 "longest",
                 what, n[0], n[1], n[2]);
}

static void check_box(struct problem_options *o)
{
    if (o->order < 0)
        o->order = (int)tree_default_order;
    if (o->order == ORDER_NATURAL && tree_is_colors_only)
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

static void check_processes(struct problem_options *o, int ranks)
{
    if (o->p[0] == 0 && o->p[1] == 0 && o->p[2] == 0) {
        process_grid_factor(ranks, o->p);
        if (!process_grid_balanced(o->p))
            fail_all(
                EXIT_USAGE,
                "%d ranks: their process grid %d x %d x %d is too long, its "
                "shortest side must be at least 1/8 of the longest; %d and %d are "
                "the nearest usable numbers of ranks",
                ranks, o->p[0], o->p[1], o->p[2], process_grid_usable(ranks, -1),
                process_grid_usable(ranks, 1));
    }
    if ((double)o->p[0] * o->p[1] * o->p[2] != ranks)
        fail_all(EXIT_USAGE,
                 "process grid %d x %d x %d: the product must be the number of "
                 "ranks, %d; give all of --npx --npy --npz or none",
                 o->p[0], o->p[1], o->p[2], ranks);
    check_aspect("process grid", o->p);
    process_grid_check_points(o->n, o->p);
}

/* ---- HPG-MxP's input file ---- */

/* The file has two lines of any text, a line with nx ny nz and a line with the seconds,
 * which are ignored if --rt was given. */
static void hpgmp_dat_read(struct problem_options *o, int rt_given, MPI_Comm comm)
{
    char line[4][256] = {"", "", "", ""}, fault[TEXT_LENGTH] = "";
    int found = 0, lines = 0;
    const int rank = comm_rank(comm);
    const double seconds = o->seconds;
    struct stat s;
    if (rank == 0 && lstat(PROBLEM_FILE, &s) == 0) { /* also a link to nothing */
        FILE *file = input_open(PROBLEM_FILE, fault, sizeof fault);
        char *text = NULL;
        size_t room = 0;
        found = 1;
        while (file && lines < 4 && getline(&text, &room, file) >= 0)
            snprintf(line[lines++], sizeof *line, "%s", text);
        free(text);
        if (file)
            fclose(file);
    }
    MPI_OK(MPI_Bcast(&found, 1, MPI_INT, 0, comm));
    MPI_OK(MPI_Bcast(&lines, 1, MPI_INT, 0, comm));
    MPI_OK(MPI_Bcast(fault, sizeof fault, MPI_CHAR, 0, comm));
    MPI_OK(MPI_Bcast(line, sizeof line, MPI_CHAR, 0, comm));
    if (*fault)
        fail_all(EXIT_USAGE, "hpgmp.dat: %.200s; a text file, or none, is needed",
                 fault);
    if (found && lines < 4)
        fail_all(
            EXIT_USAGE,
            "hpgmp.dat: the file has %d lines; four are needed: two lines of any "
            "text, nx ny nz, seconds",
            lines);
    for (int number = 3, position = 0; found && number <= 4; number++) {
        const int last = number == 3 ? 2 : 3;
        for (char *text = strtok(line[number - 1], " \t\r\n"); text;
             text = strtok(NULL, " \t\r\n"), position++)
            if (position <= last)
                option_set(&problem_numbers[position], o, text, "hpgmp.dat: ");
        if (position != last + 1)
            fail_all(EXIT_USAGE, "hpgmp.dat: line %d: %s needed", number,
                     number == 3 ? "three whole numbers nx ny nz are"
                                 : "the seconds are");
    }
    if (rt_given)
        o->seconds = seconds;
}

/* ---- Checks ---- */

void problem_check(struct problem_options *o, int rt_given, MPI_Comm comm)
{
    if (o->n[0] == 0 && o->n[1] == 0 && o->n[2] == 0)
        hpgmp_dat_read(o, rt_given, comm);
    if (o->n[0] == 0 && o->n[1] == 0 && o->n[2] == 0)
        o->n[0] = 104;
    check_box(o);
    check_processes(o, comm_size(comm));
}

struct hpgmxp_policy problem_policy(const struct problem_options *o,
                                    const struct gmres_options *gmres,
                                    int multigrid)
{
    struct hpgmxp_policy p;
    struct missing_pairs missing = {""};
    const struct policy policy = gmres_options_policy(gmres);
    hpgmxp_policy_find(gmres->policy, &p);
    p.gmres = policy;
    if (!hpgmxp_policy_override(&p, o->mg))
        fail_all(EXIT_USAGE,
                 "--mg=%s: unknown format; a list of f64, f32, f16, separated by "
                 "commas, is needed, of at most %d levels",
                 o->mg, HPGMXP_LEVELS);
    if (multigrid)
        hpgmxp_policy_pairs(&p, &missing);
    policy_pairs(&p.gmres, multigrid ? hpgmxp_policy_z(&p) : p.gmres.inner,
                 &missing);
    missing_pairs_check(&missing, p.gmres.name);
    return p;
}

/* ---- Set-up ---- */

void problem_check_memory(const struct problem_options *o, int restart,
                          int hierarchies, struct run *run, MPI_Comm comm)
{
    const int rank = comm_rank(comm);
    const struct box g = box_equal(o->p, o->n, rank);
    run_check_memory(run, (double)hierarchies * box_rows(&g),
                     hierarchies * (double)stencil_local_nonzeros(&g), restart + 1,
                     0, comm);
}

struct hierarchy *problem_hierarchy(const struct problem_options *o, const int p[3],
                                    const struct hpgmxp_policy policies[],
                                    int count, MPI_Comm comm)
{
    format_set need[HPGMXP_LEVELS] = {0};
    const int rank = comm_rank(comm);
    struct box g = box_equal(p, o->n, rank);
    for (int k = 0; k < count; k++)
        hpgmxp_policy_needs(&policies[k], need);
    const struct hierarchy_config config = {.levels = HPGMXP_LEVELS,
                                            .values =
                                                (enum stencil_values)o->values,
                                            .order = (enum row_order)o->order,
                                            .coloring = o->coloring,
                                            .need = need};
    return hierarchy_create(&g, &config, comm);
}

void problem_collect(const struct hierarchy *h, struct setup *setup,
                     struct run *run, MPI_Comm comm)
{
    setup_collect(setup, &h->times, comm);
    run_memory_used(run, comm);
    for (int l = 0; l < h->levels; l++) {
        setup_add(setup, &h->level[l].A);
        run->memory.matrices += (double)h->bytes[l];
    }
}

/* ---- Reports ---- */

void problem_json(struct json *j, const struct problem_options *o,
                  const struct hpgmxp_policy *policy)
{
    json_array(j, "mg");
    for (int l = 0; l < HPGMXP_LEVELS; l++)
        json_add(j, "%s", format_name(policy->mg[l]));
    json_end(j);
    json_add(j, "problem=%s order=%s",
             option_choice(problem_table, "problem", o->values),
             option_choice(problem_table, "order", o->order));
}

void problem_json_sizes(struct json *j, const struct box *g,
                        const struct setup *setup)
{
    json_object(j, "sizes");
    json_array(j, "local");
    json_add(j, "%d %d %d", g->n[0], g->n[1], g->n[2]);
    json_end(j);
    json_array(j, "processes");
    json_add(j, "%d %d %d", g->p[0], g->p[1], g->p[2]);
    json_end(j);
    setup_json_levels(j, setup);
    json_end(j);
}
