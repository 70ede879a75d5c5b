/* common/program/options.c - the table of all options; reads the command line and the file
 * hpgmp.dat with it.
 *
 * Parsing, default values, ranges, the combinations with --input, the text of --help and
 * docs/reference/options.md are made from the table.
 */
#include "option.h"
#include "error.h"
#include "machine.h"
#include "output.h"
#include "process.h"
#include "tree.h"
#include "tree_defaults.h"
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* clang-format off */
#define AT(member) offsetof(struct options, member)
static const struct option options[] = {
    {"", TEXT, 0, 0, 0, "", 0, "",
     "Problem and MPI ranks"},
    {"nx", WHOLE, AT(n[0]), 8, 4096, "N", MOST | ON_GRID, "",
     "grid points per rank in x, a multiple of 8"},
    {"ny", WHOLE, AT(n[1]), 8, 4096, "N", MOST | ON_GRID, "",
     "grid points per rank in y (as in x)"},
    {"nz", WHOLE, AT(n[2]), 8, 4096, "N", MOST | ON_GRID, "",
     "grid points per rank in z (as in x)"},
    {"npx", WHOLE, AT(p[0]), 1, INT_MAX, "N", ALL | ON_GRID, "",
     "ranks in x; give --npx, --npy and --npz, or none of them"},
    {"npy", WHOLE, AT(p[1]), 1, INT_MAX, "N", ALL | ON_GRID, "",
     "ranks in y"},
    {"npz", WHOLE, AT(p[2]), 1, INT_MAX, "N", ALL | ON_GRID, "",
     "ranks in z"},
    {"problem", WORD, AT(problem), 0, 0,
     "symmetric|convection|nonsymmetric", MOST | ON_GRID, "symmetric",
     "values of the 27-point matrix: 26 and -1; the same with convection in z; or\n"
     "values that differ from row to row"},
    {"order", WORD, AT(order), 0, 0, "natural|color", MOST | ON_GRID, "",
     "order of the rows in Gauss-Seidel sweeps: lexicographic, or by color"},
    {"coloring", WORD, AT(coloring.kind), 0, 0,
     "greedy|jpl", MOST | ON_GRID, "greedy",
     "with --order=color: greedy coloring, or Jones-Plassmann-Luby"},
    {"coarse", WORD, AT(coloring.coarse), 0, 0,
     "first|middle|last", MOST | ON_GRID, "first",
     "with --order=color: position of the color of the coarse grid points"},

    {"", TEXT, 0, 0, 0, "", 0, "",
     "Number formats (FORMAT: f64, f32, f16; i8: matrix; i32, i16: basis, flexible)"},
    {"policy", TEXT, AT(formats.policy), 0, 0, "NAME", MOST, "mixed",
     "name of a set of formats; an unknown name prints the list of names"},
    {"inner", TEXT, AT(formats.inner), 0, 0, "FORMAT", MOST, "",
     "format of the Krylov vectors and of SpMV"},
    {"basis", TEXT, AT(formats.basis), 0, 0, "FORMAT", MOST, "",
     "format in which the Krylov basis is stored"},
    {"mg", TEXT, AT(formats.mg), 0, 0, "F,F,...", ALL | ON_GRID, "",
     "formats of the multigrid levels, finest level first; the last one is also\n"
     "that of all coarser levels"},
    {"matrix", TEXT, AT(formats.matrix), 0, 0, "FORMAT", MOST, "",
     "format of the matrix that multiplies vectors in f32 or f16; i8: of\n"
     "that which multiplies any vectors, except for the residual b - A x"},
    {"flexible", TEXT, AT(formats.flexible), 0, 0, "FORMAT|off", MOST, "",
     "store the vectors M^-1 q_k in this format and compute the update of x from\n"
     "them (flexible GMRES, an extension of the rules)"},
    {"basis-scale", WORD, AT(formats.basis_scale), 0, 0,
     "blocks|vector", MOST, "blocks",
     "integer basis: one scale per 256 entries, or one per vector"},

    {"", TEXT, 0, 0, 0, "", 0, "",
     "Solver"},
    {"restart", WHOLE, AT(restart), 1, MAX_RESTART, "M", MOST, "30",
     "iterations of a GMRES cycle"},
    {"iterations", WHOLE, AT(limit), 1, 1000000, "N", BENCH | SOLVE | POISSON, "",
     "limit of iterations; bench starts no cycle of GMRES after more than N\n"
     "iterations (bench: 300, solve: 10000, poisson: 100)"},
    {"tolerance", REAL, AT(tolerance), 0, 1, "TAU", SOLVE | POISSON, "1e-9",
     "stop when the norm of the residual is TAU times that of b (solve),\n"
     "or less than TAU (poisson)"},

    {"", TEXT, 0, 0, 0, "", 0, "",
     "Verb bench"},
    {"rt", REAL, AT(bench.seconds), -1, 1e7, "SECONDS", BENCH, "60",
     "duration of the timed phase in mixed precision; 0: a single solve; -1: the\n"
     "1800 s that an official result needs; at most 100,000 solves"},
    {"validation_type", WORD, AT(bench.validation), 0, 0,
     "standard|fullscale", BENCH, "standard",
     "validate on at most 8 ranks with tolerance 1e-9, or on all ranks with the\n"
     "residual that double precision reaches"},
    {"run_type", WORD, AT(bench.run_type), 0, 0,
     "benchmark|benchmark_no_ref|standalone_mxp|standalone_ref", BENCH, "benchmark",
     "all phases; all but the double-precision phase; only the mixed-precision\n"
     "phase; only the double-precision phase. The last two run at most 10 solves\n"
     "and give no rating."},

    {"", TEXT, 0, 0, 0, "", 0, "",
     "Verb solve"},
    {"input", TEXT, AT(solve.input), 0, 0, "FILE.mtx|NAME:N", SOLVE, "",
     "solve with the matrix of a Matrix Market file, or of a model problem with N\n"
     "points per side: lap27:N, poisson2d:N, convdiff3d:N"},
    {"rhs", TEXT, AT(solve.rhs), 0, 0,
     "sine|ones|FILE.mtx", SOLVE | OF_FILE, "sine",
     "with --input: right-hand side b = A x with x_i proportional to sin i, or\n"
     "b_i = 1, or a Matrix Market array of one column"},
    {"preconditioner", WORD, AT(solve.preconditioner), 0, 0,
     "none|jright|jleft|ilu|multigrid", SOLVE, "",
     "none, Jacobi from the right or left (jleft: residuals and tolerance are those\n"
     "of the divided system), ILU(0) of the block of each rank, or a multigrid\n"
     "V-cycle; Jacobi and ILU(0) only with --input, multigrid only without it (with\n"
     "--input none, else multigrid)"},
    {"orthogonalization", WORD, AT(solve.orthogonalization), 0, 0,
     "cgs2|cgs|rgs", SOLVE, "",
     "classical Gram-Schmidt, always reorthogonalized (cgs2) or only if the norm\n"
     "becomes less than 0.707 of the previous one (cgs), or randomized\n"
     "Gram-Schmidt, which reads the basis once (rgs; the default with --input and\n"
     "a basis narrower than f64, else cgs2)"},
    {"rules", WORD, AT(rules.automatic), 0, 0, "paper|automatic", SOLVE, "paper",
     "those of the paper, or: end a cycle if the rounding of the stored basis\n"
     "dominates the residual estimate, undo an update that increases the residual,\n"
     "and continue with a wider basis where that does not suffice"},

    {"", TEXT, 0, 0, 0, "", 0, "",
     "Verb poisson"},
    {"dim", WHOLE, AT(poisson.dim), 2, 3, "2|3", POISSON, "2",
     "dimensions of the domain"},
    {"cells", WHOLE, AT(poisson.cells), 2, 65536, "N", POISSON, "256",
     "cells per side of the finest grid"},
    {"levels", WHOLE, AT(poisson.levels), 1, MAX_LEVELS, "L", POISSON, "",
     "multigrid levels; each has half the cells per side of the previous one (as\n"
     "many as leave at least 8 cells)"},
    {"k", WHOLE, AT(poisson.half_waves), 1, 65535, "K", POISSON, "1",
     "the solution is the product of sin(K pi x_d) over the directions d"},
    {"variant", TEXT, AT(poisson.variant), 0, 0, "NAME", POISSON, "H_MG",
     "name of a set of formats of the levels; an unknown name prints the list of\n"
     "names; --mg overrides it"},
    {"base-rule", WORD, AT(poisson.base_rule), 0, 0,
     "relative|paper", POISSON, "relative",
     "coarsest level: conjugate gradients stop at a relative residual of 1e-2, or\n"
     "at an absolute one of 1e-4 as in the paper"},
    {"repeat", WHOLE, AT(poisson.repeat), 1, 1000, "N", POISSON, "1",
     "number of solves that are timed together"},
    {"ranges", WORD, AT(poisson.ranges), 0, 0, "off|on", POISSON, "off",
     "count overflows and subnormal numbers on all 16-bit levels after each\n"
     "V-cycle"},

    {"", TEXT, 0, 0, 0, "", 0, "",
     "Machine"},
    {"threads", WHOLE, AT(threads), 1, 4096, "N", ALL, "",
     "OpenMP threads per rank (OMP_NUM_THREADS, else cores / ranks of the node, but\n"
     "no more than the launcher lets a rank use)"},
    {"memory", REAL, AT(memory_limit), 1e-3, 1e6, "GiB", ALL, "",
     "memory that the run may use per node (the free memory)"},
    {"device", WHOLE, AT(device), 0, 1023, "N", ALL, "",
     "GPU only: number of the GPU (the ranks of a node use its GPUs in turn)"},
    {"gpu-aware-mpi", WORD, AT(gpu_aware_mpi), 0, 0, "off|on", ALL, "off",
     "GPU only: MPI reads and writes GPU memory, without copies in host memory"},
    {"phases", WORD, AT(phases), 0, 0, "off|on", BENCH | SOLVE, "on",
     "measure the time of each phase; on a GPU two events per phase, for bench in\n"
     "a cycle that is not rated"},

    {"", TEXT, 0, 0, 0, "", 0, "",
     "Output files"},
    {"output", TEXT, AT(files.folder), 0, 0, "DIR", BENCH, ".",
     "folder of HPG-MxP's report and of the JSON document"},
    {"json", TEXT, AT(files.json), 0, 0, "FILE", ALL, "",
     "write all results as a JSON document (bench: memwall-TREE.json in --output)"},
    {"solution", TEXT, AT(files.solution), 0, 0, "FILE.mtx", SOLVE | POISSON, "",
     "write the solution as a Matrix Market array in global order: row by row of\n"
     "the matrix, or point by point of the grid, x fastest"},
    {"history", TEXT, AT(files.history), 0, 0, "FILE", SOLVE | POISSON, "",
     "write the residual norm of each iteration as CSV"},
    {"orthogonality", TEXT, AT(files.orthogonality), 0, 0, "FILE", SOLVE, "",
     "write the loss of orthogonality of each iteration as CSV; the solve is slow"},
    {"trace", TEXT, AT(files.trace), 0, 0, "FILE", ALL, "",
     "write a time line of all ranks for ui.perfetto.dev or chrome://tracing"},
};
/* clang-format on */
enum { OPTIONS = sizeof options / sizeof *options };

static const char *const verb_names = "bench|solve|poisson|kernels";

const struct option *option_at(int k)
{
    return k < OPTIONS ? &options[k] : NULL;
}

const struct option *option_find(const char *name, size_t length)
{
    for (int k = 0; k < OPTIONS && length > 0; k++)
        if (strlen(options[k].name) == length &&
            strncmp(options[k].name, name, length) == 0)
            return &options[k];
    return NULL;
}

/* ---- Words ---- */

/* The k-th word of a|b|c; "" if there is none. The text is valid until the fifth next
 * call. */
static const char *word(const char *words, int k)
{
    static char text[5][64];
    static int turn;
    for (; k > 0 && *words; k--)
        words += strcspn(words, "|") + (strchr(words, '|') != NULL);
    turn = (turn + 1) % 5;
    snprintf(text[turn], sizeof text[turn], "%.*s",
             k < 0 ? 0 : (int)strcspn(words, "|"), words);
    return text[turn];
}

/* The number of a word of a|b|c, or -1. */
static int word_find(const char *words, const char *text)
{
    for (int k = 0; *word(words, k); k++)
        if (strcmp(word(words, k), text) == 0)
            return k;
    return -1;
}

const char *verb_name(enum verb verb)
{
    return word(verb_names, (int)verb);
}

const char *option_choice(const char *name, int value)
{
    return word(option_find(name, strlen(name))->words, value);
}

/* ---- Values ---- */

/* The number that `text` contains. One that is not allowed ends the run. from: where the
 * value was given, if not on the command line. */
static double number(const struct option *row, const char *text, const char *from)
{
    char *end;
    errno = 0;
    const double value = strtod(text, &end);
    const int whole =
        row->kind != WHOLE || (value == floor(value) && !strpbrk(text, ".eExX"));
    if (end == text || *end || errno == ERANGE || isspace((unsigned char)*text) ||
        !(value >= row->least && value <= row->most) || !whole)
        fail_all(EXIT_USAGE, "%s--%s=%s: %s from %g to %g is needed", from,
                 row->name, text,
                 row->kind == WHOLE ? "a whole number" : "a number", row->least,
                 row->most);
    return value;
}

/* Stores the value in the member of the option. One that is not allowed ends the run. */
static void set(struct options *o, const struct option *row, const char *text,
                const char *from)
{
    void *member = (char *)o + row->offset;
    if (row->kind == WHOLE) {
        *(int *)member = (int)number(row, text, from);
    } else if (row->kind == REAL) {
        *(double *)member = number(row, text, from);
    } else if (row->kind == WORD) {
        if ((*(int *)member = word_find(row->words, text)) < 0)
            fail_all(EXIT_USAGE, "--%s=%s: one of %s is needed", row->name, text,
                     row->words);
    } else {
        if (!*text || strlen(text) >= TEXT_LENGTH)
            fail_all(EXIT_USAGE, "--%s=%s: 1 to %d characters are needed",
                     row->name, text, TEXT_LENGTH - 1);
        strcpy(member, text);
    }
}

const char *option_default(const struct option *row)
{
    return row->offset == AT(order) && row->kind == WORD
               ? word(row->words, (int)tree_default_order())
               : row->standard;
}

/* The options of a run without any flag. Values that depend on other options are 0 or,
 * for preconditioner, orthogonalization and device, -1. */
static struct options options_default(void)
{
    struct options o = {.device = -1,
                        .solve = {.preconditioner = -1, .orthogonalization = -1}};
    for (int k = 0; k < OPTIONS; k++)
        if (*option_default(&options[k]))
            set(&o, &options[k], option_default(&options[k]), "");
    return o;
}

/* ---- The command line ---- */

/* If the argument is --version or --help, rank 0 prints what it asks for, and all ranks
 * end. verb: that was given before, or VERBS. */
static void print_and_exit(const char *text, enum verb verb, MPI_Comm comm)
{
    const int help =
                  strcmp(text, "--help") == 0 || strncmp(text, "--help=", 7) == 0,
              version = strcmp(text, "--version") == 0;
    const int rank = comm_rank(comm);
    int known = 1;
    if (!help && !version)
        return;
    if (rank == 0 && version)
        printf("%s %s, %s; vectors: %s\n", tree_program, machine_commit(),
               machine_compiler(), machine_vectors());
    if (rank == 0 && help)
        known = help_print(verb, text[6] ? text + 7 : "");
    MPI_OK(MPI_Bcast(&known, 1, MPI_INT, 0, comm));
    if (!known)
        fail_all(EXIT_USAGE, "%s: --help=all is needed", text);
    process_check_stdout(comm);
    MPI_OK(MPI_Finalize());
    exit(EXIT_OK);
}

/* What the command line contains, for checks that need to know it. */
struct given {
    int positions, rt;             /* positional arguments; whether --rt is one */
    const char *on_grid, *of_file; /* an option of this kind, or NULL */
};

/* The options that a number without a flag stands for, on the command line and in the
 * file hpgmp.dat. */
static const char *const positions[] = {"nx", "ny", "nz", "rt"};

static void read_position(struct options *o, int position, const char *text)
{
    if (o->verb == VERB_POISSON)
        fail_all(EXIT_USAGE,
                 "%s: poisson allows only flags, no numbers (see --help)", text);
    if (position >= 4)
        fail_all(EXIT_USAGE,
                 "%s: at most four numbers are allowed: nx ny nz seconds", text);
    set(o, option_find(positions[position], 2), text, "");
}

/* Reads --NAME=VALUE, or --NAME with the value `next`. Returns the number of arguments
 * that it has read. */
static int read_option(struct options *o, struct given *g, const char *text,
                       const char *next)
{
    const size_t length = strcspn(text + 2, "=");
    const int joined = text[2 + length] == '=';
    const char *value = joined ? text + 3 + length : next;
    const struct option *row =
        text[1] == '-' ? option_find(text + 2, length) : NULL;
    if (!row)
        fail_all(EXIT_USAGE, "%s: unknown flag (%s %s --help lists the flags)",
                 text, tree_program, verb_name(o->verb));
    if (!(row->verbs >> o->verb & 1))
        fail_all(EXIT_USAGE,
                 "--%s: the verb %s does not have this flag (see --help)",
                 row->name, verb_name(o->verb));
    if (!value)
        fail_all(EXIT_USAGE, "--%s: a value is needed: --%s=%s", row->name,
                 row->name, row->words);
    set(o, row, value, "");
    g->rt |= strcmp(row->name, "rt") == 0;
    if (row->verbs & ON_GRID)
        g->on_grid = row->name;
    if (row->verbs & OF_FILE)
        g->of_file = row->name;
    return joined ? 1 : 2;
}

static void read_arguments(struct options *o, struct given *g, int argc,
                           char **argv, MPI_Comm comm)
{
    o->arguments = argv + 1;
    for (int a = 1; a < argc;) {
        const char *text = argv[a];
        const int is_word = isalpha((unsigned char)*text) != 0;
        print_and_exit(text,
                       a > 1 && isalpha((unsigned char)*argv[1]) ? o->verb : VERBS,
                       comm);
        if (*text == '-' && (text[1] == '-' || isalpha((unsigned char)text[1]))) {
            a += read_option(o, g, text, a + 1 < argc ? argv[a + 1] : NULL);
            continue;
        }
        if (a == 1 && is_word && word_find(verb_names, text) < 0)
            fail_all(EXIT_USAGE,
                     "%s: unknown verb; one of bench, solve, poisson, kernels is "
                     "needed (see --help)",
                     text);
        if (a == 1 && is_word)
            o->verb = (enum verb)word_find(verb_names, text);
        else
            read_position(o, g->positions++, text);
        a++;
    }
}

/* ---- HPG-MxP's input file ---- */

/* The file has two lines of any text, a line with nx ny nz and a line with the seconds,
 * which are ignored if --rt was given. */
void hpgmp_dat_read(struct options *o, int rt_given, MPI_Comm comm)
{
    char line[4][TEXT_LENGTH] = {"", "", "", ""}, fault[TEXT_LENGTH] = "";
    int found = 0, lines = 0;
    const int rank = comm_rank(comm);
    const double seconds = o->bench.seconds;
    struct stat s;
    if (rank == 0 && lstat("hpgmp.dat", &s) == 0) { /* also a link to nothing */
        FILE *file = input_open("hpgmp.dat", fault, sizeof fault);
        char *text = NULL;
        size_t room = 0;
        found = 1;
        while (file && lines < 4 && getline(&text, &room, file) >= 0)
            snprintf(line[lines++], TEXT_LENGTH, "%s", text);
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
                set(o, option_find(positions[position], 2), text, "hpgmp.dat: ");
        if (position != last + 1)
            fail_all(EXIT_USAGE, "hpgmp.dat: line %d: %s needed", number,
                     number == 3 ? "three whole numbers nx ny nz are"
                                 : "the seconds are");
    }
    if (rt_given)
        o->bench.seconds = seconds;
}

struct options options_read(int argc, char **argv, MPI_Comm comm)
{
    struct options o = options_default();
    struct given g = {0};
    read_arguments(&o, &g, argc, argv, comm);
    if (*o.solve.input && g.positions > 0)
        fail_all(
            EXIT_USAGE,
            "%s: no numbers are allowed with --input, whose matrix has its own "
            "size",
            argv[1]);
    if (*o.solve.input && g.on_grid)
        fail_all(EXIT_USAGE,
                 "--%s: not allowed with --input; it concerns the benchmark's "
                 "problem",
                 g.on_grid);
    if (!*o.solve.input && g.of_file)
        fail_all(EXIT_USAGE, "--%s: allowed only with --input", g.of_file);
    check_problem(&o, g.rt, comm);
    check_solver(&o);
    check_outputs(&o, comm);
    return o;
}
