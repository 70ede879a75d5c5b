/* common/program/flags.c - the table of all flags; converts their values. */
#include "flags.h"
#include "error.h"
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Verbs of a flag. */
enum {
    B = 1 << VERB_BENCH,
    S = 1 << VERB_SOLVE,
    P = 1 << VERB_POISSON,
    ALL = FLAG_VERBS
};

/* One row per flag: name, kind, member of struct options, least and greatest value
 * of a number, words of a choice in the order of its enumeration, verbs, text for
 * --help. */
static const struct flag flags[] = {
#define AT(member) offsetof(struct options, member)
#define HEADING(text)                  \
    {                                  \
        "", TEXT, 0, 0, 0, "", 0, text \
    }
    HEADING("Problem and MPI ranks"),
    {"nx", WHOLE_NUMBER, AT(n[0]), 8, 4096, "N", ALL,
     "grid points per rank in x, a multiple of 8"},
    {"ny", WHOLE_NUMBER, AT(n[1]), 8, 4096, "N", ALL,
     "grid points per rank in y (as in x)"},
    {"nz", WHOLE_NUMBER, AT(n[2]), 8, 4096, "N", ALL,
     "grid points per rank in z (as in x)"},
    {"npx", WHOLE_NUMBER, AT(p[0]), 1, INT_MAX, "N", ALL | P,
     "ranks in x; give --npx, --npy and --npz, or none of them"},
    {"npy", WHOLE_NUMBER, AT(p[1]), 1, INT_MAX, "N", ALL | P, "ranks in y"},
    {"npz", WHOLE_NUMBER, AT(p[2]), 1, INT_MAX, "N", ALL | P, "ranks in z"},
    {"problem", CHOICE, AT(problem), 0, 0, "symmetric|convection|nonsymmetric", ALL,
     "values of the 27-point matrix: 26 and -1; the same with convection in z; or "
     "values that differ from row to row"},
    {"order", CHOICE, AT(order), 0, 0, "natural|color", ALL,
     "order of the rows in Gauss-Seidel sweeps: lexicographic, or by color"},
    {"coloring", CHOICE, AT(coloring.kind), 0, 0, "greedy|jpl", ALL,
     "with --order=color: greedy coloring, or Jones-Plassmann-Luby"},
    {"coarse", CHOICE, AT(coloring.coarse), 0, 0, "first|middle|last", ALL,
     "with --order=color: position of the color of the coarse grid points"},

    HEADING(
        "Number formats (FORMAT: f64, f32, f16, bf16; also i8 for --matrix, and "
        "i32, i16 for --basis and --flexible)"),
    {"policy", TEXT, AT(formats.policy), 0, 0, "NAME", ALL,
     "name of a set of formats; an unknown name prints the list of names"},
    {"inner", TEXT, AT(formats.inner), 0, 0, "FORMAT", ALL,
     "format of the Krylov vectors and of SpMV"},
    {"basis", TEXT, AT(formats.basis), 0, 0, "FORMAT", ALL,
     "format in which the Krylov basis is stored"},
    {"mg", TEXT, AT(formats.mg), 0, 0, "F,F,...", ALL | P,
     "formats of the multigrid levels, finest level first; the last one is also "
     "that of all coarser levels"},
    {"matrix", TEXT, AT(formats.matrix), 0, 0, "FORMAT", ALL,
     "format of the matrix that multiplies vectors in f32, f16 or bf16; i8: of "
     "that which multiplies any vectors, except for the residual b - A x"},
    {"flexible", TEXT, AT(formats.flexible), 0, 0, "FORMAT|off", ALL,
     "store the vectors M^-1 q_k in this format and compute the update of x from "
     "them (flexible GMRES, an extension of the rules)"},
    {"basis-scale", CHOICE, AT(formats.basis_scale), 0, 0, "blocks|vector", ALL,
     "integer basis: one scale per 256 entries, or one per vector"},

    HEADING("Solver"),
    {"restart", WHOLE_NUMBER, AT(restart), 1, MAX_RESTART, "M", ALL,
     "iterations of a GMRES cycle"},
    {"iterations", WHOLE_NUMBER, AT(limit), 1, 1000000, "N", B | S | P,
     "limit of iterations; bench starts no cycle of GMRES after more than N "
     "iterations (bench: 300, solve: 10000, poisson: 100)"},
    {"tolerance", REAL_NUMBER, AT(tolerance), 0, 1, "TAU", S | P,
     "stop when the norm of the residual is TAU times the initial norm (solve), or "
     "less than TAU (poisson)"},

    HEADING("Verb bench"),
    {"rt", REAL_NUMBER, AT(bench.seconds), -1, 1e7, "SECONDS", B,
     "duration of the timed phase in mixed precision; 0: a single solve; -1: the "
     "1800 s that an official result needs"},
    {"validation_type", CHOICE, AT(bench.validation), 0, 0, "standard|fullscale", B,
     "validate on at most 8 ranks with tolerance 1e-9, or on all ranks with the "
     "residual that double precision reaches"},
    {"run_type", CHOICE, AT(bench.run_type), 0, 0,
     "benchmark|benchmark_no_ref|standalone_mxp|standalone_ref", B,
     "all phases; all but the double-precision phase; only the mixed-precision "
     "phase; only the double-precision phase. The last two run at most 10 solves "
     "and give no rating."},

    HEADING("Verb solve"),
    {"input", TEXT, AT(solve.input), 0, 0, "FILE.mtx|NAME:N", S,
     "solve with the matrix of a Matrix Market file, or of a model problem with N "
     "points per side: lap27:N, poisson2d:N, convdiff3d:N"},
    {"rhs", TEXT, AT(solve.rhs), 0, 0, "sine|ones|FILE.mtx", S,
     "with --input: right-hand side b = A x with x_i proportional to sin i, or b_i "
     "= 1, or the columns of a Matrix Market array, solved one after another"},
    {"x0", TEXT, AT(solve.x0), 0, 0, "FILE.mtx", S,
     "initial guess (zero); the tolerance is relative to its residual"},
    {"time", REAL_NUMBER, AT(solve.seconds), 0, 1e7, "SECONDS", S,
     "stop after the cycle that exceeds this time (none)"},
    {"preconditioner", CHOICE, AT(solve.preconditioner), 0, 0,
     "none|jright|jleft|ilu|multigrid", S,
     "none, Jacobi from the right or left, ILU(0), or a multigrid V-cycle; Jacobi "
     "and ILU(0) only with --input, multigrid only without it (with --input none, "
     "else multigrid)"},
    {"orthogonalization", CHOICE, AT(solve.orthogonalization), 0, 0, "cgs2|cgs|rgs",
     S,
     "classical Gram-Schmidt, always reorthogonalized (cgs2) or only if the norm "
     "becomes less than 0.707 of the previous one (cgs), or randomized "
     "Gram-Schmidt, which reads the basis once (rgs; the default with --input and "
     "a "
     "basis narrower than f64, else cgs2)"},
    {"restart-ratio", TEXT, AT(solve.restart_ratio), 0, 0, "off|auto|RATIO", S,
     "end a cycle early if the residual estimate falls below RATIO times its "
     "initial value or, with auto, if the rounding of the stored basis dominates "
     "it"},
    {"guard", CHOICE, AT(solve.guard), 0, 0, "off|on", S,
     "undo an update that increases the residual, and stop after stagnant cycles "
     "or, with --restart-ratio=auto, continue with a wider basis (on with "
     "--restart-ratio=auto, else off)"},

    HEADING("Verb poisson"),
    {"dim", WHOLE_NUMBER, AT(poisson.dim), 2, 3, "2|3", P,
     "dimensions of the domain"},
    {"cells", WHOLE_NUMBER, AT(poisson.cells), 2, 65536, "N", P,
     "cells per side of the finest grid"},
    {"levels", WHOLE_NUMBER, AT(poisson.levels), 1, MAX_LEVELS, "L", P,
     "multigrid levels; each has half the cells per side of the previous one (as "
     "many as leave at least 8 cells)"},
    {"k", WHOLE_NUMBER, AT(poisson.half_waves), 1, 65535, "K", P,
     "the solution is the product of sin(K pi x_d) over the directions d"},
    {"variant", TEXT, AT(poisson.variant), 0, 0, "NAME", P,
     "name of a set of formats of the levels; an unknown name prints the list of "
     "names; --mg overrides it"},
    {"base-rule", CHOICE, AT(poisson.base_rule), 0, 0, "relative|paper", P,
     "coarsest level: conjugate gradients stop at a relative residual of 1e-2, or "
     "at an absolute one of 1e-4 as in the paper"},
    {"pre", WHOLE_NUMBER, AT(poisson.pre), 1, 100, "N", P,
     "Jacobi iterations before the coarse-grid correction"},
    {"post", WHOLE_NUMBER, AT(poisson.post), 0, 100, "N", P,
     "Jacobi iterations after the coarse-grid correction"},
    {"omega", REAL_NUMBER, AT(poisson.omega), 0.01, 2, "OMEGA", P,
     "damping factor of the Jacobi iterations"},
    {"repeat", WHOLE_NUMBER, AT(poisson.repeat), 1, 1000, "N", P,
     "number of solves that are timed together"},
    {"ranges", CHOICE, AT(poisson.ranges), 0, 0, "off|on", P,
     "count overflows and subnormal numbers on all 16-bit levels after each "
     "V-cycle"},

    HEADING("Machine"),
    {"threads", WHOLE_NUMBER, AT(threads), 1, 4096, "N", ALL | P,
     "OpenMP threads per rank (OMP_NUM_THREADS, else cores / ranks of the node)"},
    {"memory", REAL_NUMBER, AT(memory_limit), 1e-3, 1e6, "GiB", ALL | P,
     "memory that the run may use per node (the free memory)"},
    {"device", WHOLE_NUMBER, AT(device), 0, 1023, "N", ALL | P,
     "GPU only: number of the GPU (the ranks of a node use its GPUs in turn)"},
    {"gpu-aware-mpi", CHOICE, AT(gpu_aware_mpi), 0, 0, "off|on", ALL | P,
     "GPU only: MPI reads and writes GPU memory, without copies in host memory"},
    {"phases", CHOICE, AT(phases), 0, 0, "off|on", B | S,
     "measure the time of each phase; on a GPU two events per phase, for bench in "
     "a cycle that is not rated"},

    HEADING("Output files"),
    {"output", TEXT, AT(files.folder), 0, 0, "DIR", B,
     "folder of HPG-MxP's report and of the JSON document"},
    {"json", TEXT, AT(files.json), 0, 0, "FILE", ALL | P,
     "write all results as a JSON document (bench: memwall-TREE.json in --output)"},
    {"solution", TEXT, AT(files.solution), 0, 0, "FILE.mtx", S | P,
     "write the solution as a Matrix Market array in global order: row by row of "
     "the matrix, or point by point of the grid, x fastest"},
    {"history", TEXT, AT(files.history), 0, 0, "FILE", S | P,
     "write the residual norm of each iteration as CSV"},
    {"orthogonality", TEXT, AT(files.orthogonality), 0, 0, "FILE", S,
     "write the loss of orthogonality of each iteration as CSV; the solve is slow"},
    {"trace", TEXT, AT(files.trace), 0, 0, "FILE", ALL | P,
     "write a time line of all ranks for ui.perfetto.dev or chrome://tracing"},
    {"trace-events", WHOLE_NUMBER, AT(files.trace_events), 1, 1e9, "N", ALL | P,
     "number of events of the time line that each rank stores"},
#undef AT
#undef HEADING
};
enum { FLAGS = sizeof flags / sizeof *flags };

static const char *const verb_names[VERBS] = {"bench", "solve", "poisson",
                                              "kernels"};

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

const struct flag *flag_at(int k)
{
    return k < FLAGS ? &flags[k] : NULL;
}

/* The k-th word of a|b|c and, in *length, its length; NULL if there is none. */
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
    for (int f = 0; f < FLAGS && length > 0; f++)
        if (strlen(flags[f].name) == length &&
            strncmp(flags[f].name, name, length) == 0)
            return &flags[f];
    return NULL;
}

const char *option_choice(const char *name, int value)
{
    static char text[2][64];
    static int turn;
    int length = 0;
    const struct flag *f = flag_find(name, strlen(name));
    const char *w = f ? word(f->words, value, &length) : NULL;
    turn = !turn;
    snprintf(text[turn], sizeof text[turn], "%.*s", w ? length : 0, w ? w : "");
    return text[turn];
}

void flag_number(const char *what, const struct flag *f, const char *text,
                 double *value)
{
    char *end;
    errno = 0;
    *value = strtod(text, &end);
    int whole = f->kind != WHOLE_NUMBER ||
                (*value == floor(*value) && !strpbrk(text, ".eExX"));
    if (end == text || *end || errno == ERANGE || isspace((unsigned char)*text) ||
        !(*value >= f->least && *value <= f->most) || !whole)
        fail_all(EXIT_USAGE, "%s=%s: %s from %g to %g is needed", what, text,
                 f->kind == WHOLE_NUMBER ? "a whole number" : "a number", f->least,
                 f->most);
}

void flag_set(struct options *o, const struct flag *f, const char *text)
{
    char what[64]; /* the flag as the user wrote it, for messages */
    snprintf(what, sizeof what, "--%s", f->name);
    void *member = (char *)o + f->offset;
    double value;
    int length;
    const char *w;
    switch (f->kind) {
    case WHOLE_NUMBER:
        flag_number(what, f, text, &value);
        *(int *)member = (int)value;
        return;
    case REAL_NUMBER:
        flag_number(what, f, text, &value);
        *(double *)member = value;
        return;
    case CHOICE:
        for (int k = 0; (w = word(f->words, k, &length)); k++)
            if ((size_t)length == strlen(text) &&
                strncmp(w, text, strlen(text)) == 0) {
                *(int *)member = k;
                return;
            }
        fail_all(EXIT_USAGE, "%s=%s: one of %s is needed", what, text, f->words);
    case TEXT:
        if (!*text || strlen(text) >= TEXT_LENGTH)
            fail_all(EXIT_USAGE, "%s=%s: 1 to %d characters are needed", what, text,
                     TEXT_LENGTH - 1);
        strcpy(member, text);
    }
}
