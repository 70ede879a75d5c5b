/* common/options.c - the flags as one table; parsing and checking. */
#include "options.h"
#include "error.h"
#include "output.h"
#include "poisson_options.h"
#include "machine.h"
#include <defaults.h>
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { COUNT, REAL_NUMBER, CHOICE, TEXT };
enum {
    B = 1 << VERB_BENCH,
    S = 1 << VERB_SOLVE,
    N = 1 << VERB_KERNELS,
    P = 1 << VERB_POISSON,
    ALL = B | S | N,
    SWITCH = TREE_HAS_SWITCHES ? ALL : 0,
    LAYOUT = TREE_HAS_SWITCHES ? ALL | P : 0
};

static const char *const verb_names[VERBS] = {"bench", "solve", "poisson", "kernels"};
static const char *const verb_helps[VERBS] = {
    "the HPG-MxP benchmark: validation, mixed phase, double phase, rating (default)",
    "solve the benchmark's system once and check the solution",
    "Poisson's equation by half-precision multigrid inside iterative refinement",
    "time every kernel and compare it with the bandwidth measured in the same run"};

/* The table. COUNT and REAL_NUMBER: least and greatest value; CHOICE: the words. */
static const struct flag {
    const char *name;
    enum kind kind;
    size_t offset;
    double least, most;
    const char *words; /* of a choice, or the name of the value in --help */
    int verbs;
    const char *help;
} flags[] = {
#define AT(member) offsetof(struct options, member)
    {"nx", COUNT, AT(n[0]), 8, 4096, "N", ALL, "local points in x, a multiple of 8"},
    {"ny", COUNT, AT(n[1]), 8, 4096, "N", ALL, "in y (default: as in x)"},
    {"nz", COUNT, AT(n[2]), 8, 4096, "N", ALL, "in z (default: as in x)"},
    {"npx", COUNT, AT(p[0]), 1, INT_MAX, "N", ALL | P,
     "processes in x (all three or none)"},
    {"npy", COUNT, AT(p[1]), 1, INT_MAX, "N", ALL | P, "processes in y"},
    {"npz", COUNT, AT(p[2]), 1, INT_MAX, "N", ALL | P, "processes in z"},
    {"rt", REAL_NUMBER, AT(seconds), 0, 1e7, "SECONDS", B,
     "time of the mixed phase; 0: the quick path (one solve). Official: 1800"},
    {"validation_type", CHOICE, AT(validation), 0, 0, "standard|fullscale", B,
     "validate on at most 8 ranks to 1e-9, or on all ranks to what double reaches"},
    {"run_type", CHOICE, AT(run_type), 0, 0,
     "benchmark|benchmark_no_ref|standalone_mxp|standalone_ref", B,
     "all phases; no double phase; one phase without validation or rating"},
    {"problem", CHOICE, AT(problem), 0, 0, "symmetric|convection|nonsymmetric", ALL,
     "values of the 27-point matrix"},
    {"order", CHOICE, AT(order), 0, 0, "natural|color", ALL,
     "order of the rows, which Gauss-Seidel follows"},
    {"coarse", CHOICE, AT(tuning.coarse), 0, 0, "first|middle", ALL,
     "which colour the coarse points have, with --order=color"},
    {"coloring", CHOICE, AT(tuning.coloring), 0, 0, "greedy|jpl", ALL,
     "how --order=color colours the rows"},
    {"layout", CHOICE, AT(tuning.layout), 0, 0, "ell|sell|runs", LAYOUT,
     "matrix by columns of ELL, in slices, or with runs of columns compressed"},
    {"fuse", CHOICE, AT(tuning.fuse), 0, 0, "on|off", SWITCH,
     "restrict: the residual at coarse points only"},
    {"zero-sweep", CHOICE, AT(tuning.zero_sweep), 0, 0, "on|off", SWITCH,
     "a sweep from zero reads half of the matrix"},
    {"cgs2", CHOICE, AT(tuning.cgs2), 0, 0, "4pass|3pass", SWITCH,
     "passes over the Krylov basis in CGS2"},
    {"overlap", CHOICE, AT(tuning.overlap), 0, 0, "on|off", LAYOUT,
     "halo exchange behind the local part"},
    {"policy", TEXT, AT(policy_name), 0, 0, "NAME", ALL,
     "formats inside the refinement (default mixed; a wrong name lists them)"},
    {"inner", TEXT, AT(inner), 0, 0, "FORMAT", ALL, "format of Krylov vectors and SpMV"},
    {"basis", TEXT, AT(basis), 0, 0, "FORMAT", ALL, "format of the stored basis"},
    {"mg", TEXT, AT(mg), 0, 0, "F,F,...", ALL | P, "formats of the multigrid levels"},
    {"matrix", TEXT, AT(matrix), 0, 0, "FORMAT", ALL,
     "format of the matrix under f32 and narrower vectors"},
    {"flexible", TEXT, AT(flexible), 0, 0, "FORMAT|off", ALL,
     "store M^-1 q_k in that format and update x from it (an extension)"},
    {"basis_scale", CHOICE, AT(basis_scale), 0, 0, "blocks|vector", ALL,
     "integer basis: a scale for every 256 entries, or one a vector"},
    {"restart", COUNT, AT(restart), 1, MAX_RESTART, "M", ALL, "length of a cycle (30)"},
    {"iterations", COUNT, AT(limit), 1, 1000000, "N", B | S | P,
     "begin no cycle after so many (bench: 300, solve: 10000, poisson: 100)"},
    {"tolerance", REAL_NUMBER, AT(tolerance), 0, 1, "TAU", S | P,
     "residual to reach: relative, of poisson absolute (1e-9)"},
    {"dim", COUNT, AT(dim), 2, 3, "2|3", P, "dimensions (2)"},
    {"cells", COUNT, AT(cells), 2, 65536, "N", P,
     "cells a side on the finest level (256)"},
    {"levels", COUNT, AT(levels), 1, MAX_LEVELS, "L", P,
     "multigrid levels, each of half the cells (default: down to 8 cells or so)"},
    {"k", COUNT, AT(k), 1, 65535, "K", P, "half waves of the solution a side (1)"},
    {"variant", TEXT, AT(variant), 0, 0, "NAME", P,
     "formats of the levels (default H_MG; a wrong name lists them), or --mg"},
    {"base-rule", CHOICE, AT(base_rule), 0, 0, "relative|paper", P,
     "conjugate gradients on the coarsest level: end relatively, or absolutely"},
    {"base-tolerance", REAL_NUMBER, AT(base_tolerance), 0, 1, "TAU", P,
     "residual to reach there (relative: 1e-2, paper: 1e-4)"},
    {"pre", COUNT, AT(pre), 1, 100, "N", P, "Jacobi steps before the coarse levels (3)"},
    {"post", COUNT, AT(post), 0, 100, "N", P, "and after them (3)"},
    {"omega", REAL_NUMBER, AT(omega), 0.01, 2, "OMEGA", P, "their damping (2/3)"},
    {"start", CHOICE, AT(start), 0, 0, "random|zero", P, "first guess"},
    {"seed", COUNT, AT(seed), 0, 1000000, "N", P, "of the random first guess (1)"},
    {"repeat", COUNT, AT(repeat), 1, 1000, "N", P, "solves that are timed together (1)"},
    {"ranges", CHOICE, AT(ranges), 0, 0, "off|on", P,
     "count overflows and subnormals on every level after each cycle"},
    {"threads", COUNT, AT(threads), 1, 4096, "N", ALL | P,
     "OpenMP threads a rank (default: the cores of a node dealt to its ranks)"},
    {"memory", REAL_NUMBER, AT(memory_limit), 1e-3, 1e6, "GiB", ALL | P,
     "use no more on a node (default: what is free)"},
    {"input", TEXT, AT(input), 0, 0, "FILE.mtx|NAME:N", S,
     "solve that system: a Matrix Market file, or lap27:N, poisson2d:N, convdiff3d:N"},
    {"rhs", TEXT, AT(rhs), 0, 0, "sine|ones|FILE.mtx", S,
     "with --input: b = A x for x_i = sin i of norm 1 (default), ones, or a file"},
    {"preconditioner", CHOICE, AT(preconditioner), 0, 0,
     "none|jright|jleft|ilu|multigrid", S,
     "none by default with --input, else multigrid"},
    {"orthogonalization", CHOICE, AT(orthogonalization), 0, 0, "cgs2|cgs|mgs", S,
     "Gram-Schmidt twice; again where it is needed (--eta); modified"},
    {"eta", REAL_NUMBER, AT(eta), 0, 1, "ETA", S,
     "cgs: again when the norm falls below ETA times the last (0.7071)"},
    {"restart-ratio", TEXT, AT(restart_ratio), 0, 0, "off|auto|RATIO", S,
     "restart when the estimate has fallen by that, or when storage limits it"},
    {"orthogonality", TEXT, AT(orthogonality), 0, 0, "FILE", S,
     "write the loss of orthogonality there, step by step, as CSV (slow)"},
    {"device", COUNT, AT(device), 0, 1023, "N", ALL | P,
     "GPU number N of the visible ones (default: dealt to the ranks of a node)"},
    {"gpu-aware-mpi", CHOICE, AT(gpu_aware_mpi), 0, 0, "off|on", ALL | P,
     "give GPU memory to MPI instead of going by host memory"},
    {"history", TEXT, AT(history), 0, 0, "FILE", S | P,
     "write the residual history there, as CSV"},
    {"json", TEXT, AT(json), 0, 0, "FILE", ALL | P,
     "write the JSON document there (bench: default memwall-TREE.json)"},
    {"trace", TEXT, AT(trace), 0, 0, "FILE", ALL | P,
     "write what each rank did when, for chrome://tracing and ui.perfetto.dev"},
    {"trace_events", COUNT, AT(trace_events), 1, 1e9, "N", ALL | P,
     "keep the first N events of each rank (65536)"},
    {"output", TEXT, AT(output), 0, 0, "DIR", B,
     "folder for HPG-MxP's report and the JSON document (default: this one)"},
#undef AT
};
enum { FLAGS = sizeof flags / sizeof *flags };

const char *verb_name(enum verb verb)
{
    return verb_names[verb];
}

/* The k-th of the words a|b|c; its length in *length, NULL when there is none. */
static const char *word(const char *words, int k, int *length)
{
    for (; *words; k--, words += *length + (words[*length] == '|')) {
        *length = (int)strcspn(words, "|");
        if (k == 0)
            return words;
    }
    return NULL;
}

static const struct flag *find_flag(const char *name, size_t length)
{
    for (int f = 0; f < FLAGS; f++)
        if (strlen(flags[f].name) == length && strncmp(flags[f].name, name, length) == 0)
            return &flags[f];
    return NULL;
}

const char *option_choice(const char *name, int value)
{
    static char text[2][64];
    static int turn;
    int length = 0;
    const struct flag *f = find_flag(name, strlen(name));
    const char *w = word(f->words, value, &length);
    turn = !turn;
    snprintf(text[turn], sizeof text[turn], "%.*s", length, w);
    return text[turn];
}

static void print_help(void)
{
    printf("memwall-%s: HPG-MxP, the mixed-precision GMRES benchmark\n\n"
           "usage: memwall-%s [VERB] [NX NY NZ [SECONDS]] [--FLAG=VALUE ...]\n\nverbs:\n",
           TREE, TREE);
    for (int v = 0; v < VERBS; v++)
        printf("  %-9s %s\n", verb_names[v], verb_helps[v]);
    printf("\nflags (--flag=value or --flag value):\n");
    for (int f = 0; f < FLAGS; f++) {
        char left[80];
        if (!flags[f].verbs)
            continue;
        snprintf(left, sizeof left, "--%s=%s", flags[f].name, flags[f].words);
        if (strlen(left) > 26)
            printf("  %s\n  %-26s %s", left, "", flags[f].help);
        else
            printf("  %-26s %s", left, flags[f].help);
        if (flags[f].verbs && flags[f].verbs != ALL) {
            const char *separator = " [";
            for (int v = 0; v < VERBS; v++)
                if (flags[f].verbs >> v & 1) {
                    printf("%s%s", separator, verb_names[v]);
                    separator = ", ";
                }
            putchar(']');
        }
        putchar('\n');
    }
    printf("  %-26s this text\n  %-26s version, commit and compiler\n\n"
           "Without a size, hpgmp.dat is read if it is there (two free lines, nx ny nz,\n"
           "seconds); else 104 104 104 and 60 s.\n",
           "--help", "--version");
}

/* Parses text as a number of the flag's kind and range into *value. */
static void read_number(const char *what, const struct flag *f, const char *text,
                        double *value)
{
    char *end;
    errno = 0;
    *value = strtod(text, &end);
    int whole = f->kind != COUNT || (*value == floor(*value) && !strpbrk(text, ".eExX"));
    if (end == text || *end || errno == ERANGE || isspace((unsigned char)*text) ||
        !(*value >= f->least && *value <= f->most) || !whole)
        fail_all(EXIT_USAGE, "%s=%s: %s from %g to %g is needed", what, text,
                 f->kind == COUNT ? "a whole number" : "a number", f->least, f->most);
}

static void set_flag(struct options *o, const struct flag *f, const char *text)
{
    char what[64];
    snprintf(what, sizeof what, "--%s", f->name);
    void *at = (char *)o + f->offset;
    double value;
    int length;
    const char *w;
    switch (f->kind) {
    case COUNT:
        read_number(what, f, text, &value);
        *(int *)at = (int)value;
        return;
    case REAL_NUMBER:
        read_number(what, f, text, &value);
        *(double *)at = value;
        return;
    case CHOICE:
        for (int k = 0; (w = word(f->words, k, &length)); k++)
            if ((size_t)length == strlen(text) && strncmp(w, text, strlen(text)) == 0) {
                *(int *)at = k;
                return;
            }
        fail_all(EXIT_USAGE, "%s=%s: one of %s is needed", what, text, f->words);
    case TEXT:
        if (!*text || strlen(text) >= TEXT_LENGTH)
            fail_all(EXIT_USAGE, "%s=%s: 1 to %d characters are needed", what, text,
                     TEXT_LENGTH - 1);
        strcpy(at, text);
    }
}

/* Positional arguments: nx ny nz seconds. */
static void set_position(struct options *o, int position, const char *text)
{
    static const char *const names[] = {"nx", "ny", "nz", "rt"};
    if (position >= 4)
        fail_all(EXIT_USAGE, "%s: at most four numbers are taken: nx ny nz seconds",
                 text);
    const struct flag *f = find_flag(names[position], 2);
    set_flag(o, f, text);
}

/* "nx ny nz" and nothing else. */
static int read_box(const char *line, int n[3])
{
    long long v[3];
    char extra;
    if (sscanf(line, "%lld %lld %lld %c", &v[0], &v[1], &v[2], &extra) != 3)
        return 0;
    for (int d = 0; d < 3; d++) {
        if (v[d] < 8 || v[d] > 4096)
            return 0;
        n[d] = (int)v[d];
    }
    return 1;
}

/* hpgmp.dat on rank 0: found = 0 when it is not there; a fault in *fault. */
static void read_dat(struct options *o, int *found, char fault[TEXT_LENGTH])
{
    FILE *file = fopen("hpgmp.dat", "r");
    *found = 0;
    if (!file) {
        if (errno != ENOENT)
            snprintf(fault, TEXT_LENGTH, "hpgmp.dat: cannot be read: %s",
                     strerror(errno));
        return;
    }
    char line[512], extra;
    int lines = 0;
    *found = 1;
    while (!*fault && lines < 4) {
        if (!fgets(line, sizeof line, file)) {
            snprintf(fault, TEXT_LENGTH,
                     "hpgmp.dat: %d lines; four are needed: two free lines, nx ny nz, "
                     "seconds",
                     lines);
            break;
        }
        lines++;
        if (lines == 3 && !read_box(line, o->n))
            snprintf(
                fault, TEXT_LENGTH,
                "hpgmp.dat: line 3: three whole numbers nx ny nz are needed, 8 to 4096");
        if (lines == 4 && (sscanf(line, "%lf %c", &o->seconds, &extra) != 1 ||
                           !(o->seconds >= 0 && o->seconds <= 1e7)))
            snprintf(fault, TEXT_LENGTH,
                     "hpgmp.dat: line 4: the seconds to run are needed, 0 to 1e7");
    }
    fclose(file);
}

static void share_dat(struct options *o, int rt_given, MPI_Comm comm)
{
    int rank, found = 0;
    char fault[TEXT_LENGTH] = "";
    struct options from_file = *o;
    MPI_OK(MPI_Comm_rank(comm, &rank));
    if (rank == 0)
        read_dat(&from_file, &found, fault);
    MPI_OK(MPI_Bcast(fault, TEXT_LENGTH, MPI_CHAR, 0, comm));
    MPI_OK(MPI_Bcast(&found, 1, MPI_INT, 0, comm));
    MPI_OK(MPI_Bcast(from_file.n, 3, MPI_INT, 0, comm));
    MPI_OK(MPI_Bcast(&from_file.seconds, 1, MPI_DOUBLE, 0, comm));
    if (*fault)
        fail_all(EXIT_USAGE, "%s", fault);
    if (!found)
        return;
    for (int d = 0; d < 3; d++)
        o->n[d] = from_file.n[d];
    if (!rt_given)
        o->seconds = from_file.seconds;
}

static void check_aspect(const char *what, const int n[3])
{
    int least = n[0], most = n[0];
    for (int d = 1; d < 3; d++) {
        least = n[d] < least ? n[d] : least;
        most = n[d] > most ? n[d] : most;
    }
    if (8 * least < most)
        fail_all(EXIT_USAGE,
                 "%s %d x %d x %d: the shortest side must be at least 1/8 of the longest",
                 what, n[0], n[1], n[2]);
}

static void check_box(struct options *o)
{
    for (int d = 0; d < 3; d++) {
        if (o->n[d] == 0)
            o->n[d] = o->n[0] ? o->n[0] : o->n[1] ? o->n[1] : o->n[2];
        if (o->n[d] < 8 || o->n[d] % 8 != 0)
            fail_all(EXIT_USAGE,
                     "local box %d x %d x %d: each side must be a positive multiple of "
                     "8 (four multigrid levels)",
                     o->n[0], o->n[1], o->n[2]);
    }
    if ((double)o->n[0] * o->n[1] * o->n[2] > 0x1p31 - 1)
        fail_all(EXIT_USAGE,
                 "local box %d x %d x %d: more than 2^31 - 1 rows on a rank; use more "
                 "ranks",
                 o->n[0], o->n[1], o->n[2]);
    check_aspect("local box", o->n);
}

static void check_processes(struct options *o, MPI_Comm comm)
{
    int ranks;
    MPI_OK(MPI_Comm_size(comm, &ranks));
    if (o->p[0] == 0 && o->p[1] == 0 && o->p[2] == 0)
        grid_factor(ranks, o->p);
    if ((double)o->p[0] * o->p[1] * o->p[2] != ranks)
        fail_all(EXIT_USAGE,
                 "process grid %d x %d x %d: the product must be the number of ranks, %d "
                 "(give all of --npx --npy --npz or none)",
                 o->p[0], o->p[1], o->p[2], ranks);
    check_aspect("process grid", o->p);
}

static void check_policy(struct options *o)
{
    if (!policy_find(o->policy_name, &o->policy))
        fail_all(EXIT_USAGE, "--policy=%s: one of %s is needed", o->policy_name,
                 policy_names());
    const struct policy_parts parts = {o->inner, o->basis, o->mg, o->matrix, o->flexible};
    const char *bad = policy_override(&o->policy, &parts);
    o->policy.rule = (enum scale_rule)o->basis_scale;
    if (bad)
        fail_all(
            EXIT_USAGE,
            "%s: f64 f32 f16 bf16 are allowed; i32 i16 too for --basis and --flexible, "
            "and off for --flexible",
            bad);
    const int narrow = o->policy.inner == F16 || o->policy.inner == BF16;
    const int integers =
        format_is_integer(o->policy.basis) ||
        (o->policy.update != FORMATS && format_is_integer(o->policy.update));
    if (narrow && integers)
        fail_all(EXIT_USAGE, "--inner=%s: an integer basis needs f64 or f32",
                 format_name(o->policy.inner));
}

static void check_outputs(struct options *o, MPI_Comm comm)
{
    enum { FOLDER_LENGTH = 200 };
    if (strlen(o->output) > FOLDER_LENGTH)
        fail_all(EXIT_USAGE, "--output: %zu characters; at most %d are allowed",
                 strlen(o->output), FOLDER_LENGTH);
    if (o->verb == VERB_BENCH && !*o->json)
        snprintf(o->json, TEXT_LENGTH, "%.200s/memwall-%.40s.json", o->output, TREE);
    char fault[TEXT_LENGTH] = "";
    int rank;
    MPI_OK(MPI_Comm_rank(comm, &rank));
    if (rank == 0) {
        if (o->verb == VERB_BENCH)
            output_check_folder(o->output, fault, TEXT_LENGTH);
        if (!*fault && *o->json)
            output_check_file(o->json, fault, TEXT_LENGTH);
        if (!*fault && *o->history)
            output_check_file(o->history, fault, TEXT_LENGTH);
        if (!*fault && *o->trace)
            output_check_file(o->trace, fault, TEXT_LENGTH);
        if (!*fault && *o->orthogonality)
            output_check_file(o->orthogonality, fault, TEXT_LENGTH);
    }
    MPI_OK(MPI_Bcast(fault, TEXT_LENGTH, MPI_CHAR, 0, comm));
    if (*fault)
        fail_all(EXIT_USAGE, "%s", fault);
}

/* --restart-ratio, and what goes with --input and what does not. */
static void check_system(struct options *o)
{
    const char *ratio = o->restart_ratio;
    if (strcmp(ratio, "auto") == 0) {
        o->rules.automatic = 1;
    } else if (strcmp(ratio, "off") != 0) {
        static const struct flag number = {
            .kind = REAL_NUMBER, .least = 1e-16, .most = 0.99};
        read_number("--restart-ratio", &number, ratio, &o->rules.ratio);
    }
    o->rules.guard = *o->input != 0;
    if (o->preconditioner < 0)
        o->preconditioner = *o->input ? PRECOND_NONE : PRECOND_MULTIGRID;
    if (*o->input && o->preconditioner == PRECOND_MULTIGRID)
        fail_all(EXIT_USAGE, "--preconditioner=multigrid: not with --input; the "
                             "benchmark's problem alone has coarser levels");
    if (!*o->input && o->preconditioner != PRECOND_MULTIGRID &&
        o->preconditioner != PRECOND_NONE)
        fail_all(EXIT_USAGE,
                 "--preconditioner=%s: only with --input (lap27:N is the "
                 "benchmark's matrix)",
                 option_choice("preconditioner", o->preconditioner));
}

/* A flag of the benchmark's problem beside --input, or the other way about. */
static void check_mixture(const struct options *o, const struct flag *given[], int count)
{
    static const char *const box[] = {"nx",     "ny",       "nz",      "npx",
                                      "npy",    "npz",      "problem", "order",
                                      "coarse", "coloring", "mg"};
    for (int k = 0; k < count; k++) {
        if (!*o->input && strcmp(given[k]->name, "rhs") == 0)
            fail_all(EXIT_USAGE, "--rhs: only with --input");
        for (size_t b = 0; *o->input && b < sizeof box / sizeof *box; b++)
            if (strcmp(given[k]->name, box[b]) == 0)
                fail_all(EXIT_USAGE, "--%s: not with --input, which is no box of points",
                         box[b]);
    }
}

static void print_and_leave(MPI_Comm comm, int version)
{
    int rank;
    MPI_OK(MPI_Comm_rank(comm, &rank));
    if (rank == 0 && version)
        printf("memwall-%s %s, %s\n", TREE, machine_commit(), machine_compiler());
    else if (rank == 0)
        print_help();
    MPI_OK(MPI_Finalize());
    exit(EXIT_OK);
}

static enum verb read_verb(const char *text)
{
    for (int v = 0; v < VERBS; v++)
        if (strcmp(text, verb_names[v]) == 0)
            return (enum verb)v;
    fail_all(EXIT_USAGE,
             "%s: not a verb; bench, solve, poisson, kernels are (see --help)", text);
}

struct options options_read(int argc, char **argv, MPI_Comm comm)
{
    struct options o = {.seconds = 60,
                        .restart = 30,
                        .tolerance = 1e-9,
                        .policy_name = "mixed",
                        .rhs = "sine",
                        .restart_ratio = "off",
                        .preconditioner = -1,
                        .eta = sqrt(0.5),
                        .dim = 2,
                        .cells = 256,
                        .k = 1,
                        .seed = 1,
                        .pre = 3,
                        .post = 3,
                        .omega = 2.0 / 3,
                        .repeat = 1,
                        .variant = "H_MG",
                        .order = DEFAULT_ORDER,
                        .tuning = tuning,
                        .trace_events = 65536,
                        .device = -1,
                        .output = "."};
    int positions = 0, rt_given = 0, givens = 0;
    const struct flag *given[argc];
    for (int a = 1; a < argc; a++) {
        size_t used = strlen(o.arguments);
        snprintf(o.arguments + used, sizeof o.arguments - used, "%s%s", used ? " " : "",
                 argv[a]);
    }
    for (int a = 1; a < argc; a++) {
        const char *text = argv[a];
        if (strncmp(text, "--", 2) != 0) {
            if (a == 1 && isalpha((unsigned char)*text)) {
                o.verb = read_verb(text);
                if (o.verb == VERB_POISSON && TREE_HAS_SWITCHES)
                    o.tuning.layout = LAYOUT_RUNS; /* no rules ask for indices here */
            } else if (o.verb == VERB_POISSON) {
                fail_all(EXIT_USAGE, "%s: poisson takes flags only (see --help)", text);
            } else {
                set_position(&o, positions++, text);
            }
            continue;
        }
        if (strcmp(text, "--help") == 0 || strcmp(text, "--version") == 0)
            print_and_leave(comm, text[2] == 'v');
        size_t length = strcspn(text + 2, "=");
        const struct flag *f = find_flag(text + 2, length);
        if (!f)
            fail_all(EXIT_USAGE, "%s: unknown flag (see --help)", text);
        if (!f->verbs)
            fail_all(EXIT_USAGE, "--%s: the tree %s has no such switch", f->name, TREE);
        if (!(f->verbs >> o.verb & 1))
            fail_all(EXIT_USAGE, "--%s: not a flag of %s", f->name, verb_name(o.verb));
        const char *value = text[2 + length] == '=' ? text + 3 + length : argv[++a];
        if (!value)
            fail_all(EXIT_USAGE, "--%s: a value is needed", f->name);
        set_flag(&o, f, value);
        given[givens++] = f;
        rt_given |= strcmp(f->name, "rt") == 0;
    }
    if (o.limit == 0)
        o.limit = o.verb == VERB_BENCH ? 300 : o.verb == VERB_POISSON ? 100 : 10000;
    if (o.verb == VERB_POISSON) {
        poisson_check(&o, comm);
        check_outputs(&o, comm);
        tuning = o.tuning;
        return o;
    }
    check_mixture(&o, given, givens);
    if (*o.input && positions > 0)
        fail_all(EXIT_USAGE, "%s: --input takes no numbers beside it", argv[1]);
    if (!*o.input && o.n[0] == 0 && o.n[1] == 0 && o.n[2] == 0)
        share_dat(&o, rt_given, comm);
    if (o.n[0] == 0 && o.n[1] == 0 && o.n[2] == 0)
        o.n[0] = 104;
    if (!*o.input) {
        check_box(&o);
        check_processes(&o, comm);
    }
    check_policy(&o);
    check_system(&o);
    check_outputs(&o, comm);
    tuning = o.tuning;
    return o;
}
