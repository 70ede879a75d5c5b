/* common/program/flags.c - the flags as one table: what is parsed, checked and told by --help. */
#include "flags.h"
#include "error.h"
#include "options.h"
#include <defaults.h>
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

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
    "solve one system: the benchmark's, a model problem or a file's (--input)",
    "Poisson's equation by half-precision multigrid inside iterative refinement",
    "time every kernel and compare it with the bandwidth measured in the same run"};

/* The table. COUNT and REAL_NUMBER: least and greatest value; CHOICE: the words. */
static const struct flag flags[] = {
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
    {"team-rows", COUNT, AT(tuning.team_rows), 0, 1e9, "N", SWITCH,
     "GPUs: levels of at most N rows a rank are swept in one launch (4096)"},
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
    {"graphs", CHOICE, AT(tuning.graphs), 0, 0, "sweeps|cycles|off", ALL,
     "on a GPU: one launch for a sweep, for all coarse levels, or for each kernel"},
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

enum verb verb_find(const char *text)
{
    int v = 0;
    while (v < VERBS && strcmp(text, verb_names[v]) != 0)
        v++;
    return (enum verb)v;
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

const struct flag *flag_find(const char *name, size_t length)
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
    const struct flag *f = flag_find(name, strlen(name));
    const char *w = word(f->words, value, &length);
    turn = !turn;
    snprintf(text[turn], sizeof text[turn], "%.*s", length, w);
    return text[turn];
}

void flags_help(void)
{
    printf("memwall-%s: HPG-MxP, the mixed-precision GMRES benchmark\n\n"
           "usage: memwall-%s [VERB] [NX NY NZ [SECONDS]] [--FLAG=VALUE ...]\n\nverbs:\n",
           TREE, TREE);
    for (int v = 0; v < VERBS; v++)
        printf("  %-9s %s\n", verb_names[v], verb_helps[v]);
    printf(
        "\nflags (--flag=value or --flag value), of bench, solve and kernels if none are "
        "named:\n");
    for (int f = 0; f < FLAGS; f++) {
        char left[80];
        if (!flags[f].verbs)
            continue;
        snprintf(left, sizeof left, "--%s=%s", flags[f].name, flags[f].words);
        if (strlen(left) > 26)
            printf("  %s\n  %-26s %s", left, "", flags[f].help);
        else
            printf("  %-26s %s", left, flags[f].help);
        if (flags[f].verbs != ALL) {
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

void flag_number(const char *what, const struct flag *f, const char *text, double *value)
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

void flag_set(struct options *o, const struct flag *f, const char *text)
{
    char what[64];
    snprintf(what, sizeof what, "--%s", f->name);
    void *at = (char *)o + f->offset;
    double value;
    int length;
    const char *w;
    switch (f->kind) {
    case COUNT:
        flag_number(what, f, text, &value);
        *(int *)at = (int)value;
        return;
    case REAL_NUMBER:
        flag_number(what, f, text, &value);
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
