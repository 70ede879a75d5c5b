/* common/program/options.c - reads the command line into struct options. */
#include "options.h"
#include "error.h"
#include "flags.h"
#include "help.h"
#include "hpgmp_dat.h"
#include "machine.h"
#include "memory.h"
#include "options_check.h"
#include "poisson_options.h"
#include "process.h"
#include "suggest.h"
#include "tree.h"
#include "tree_defaults.h"
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The flags that the command line contains, for checks of combinations. */
struct given {
    int positions, flags, rt; /* positional arguments, flags; whether --rt is one */
    const struct flag **flag; /* [flags] */
};

struct options options_default(void)
{
    return (struct options){
        .order = (int)tree_default_order(),
        .formats.policy = "mixed",
        .restart = 30,
        .tolerance = 1e-9,
        .bench.seconds = 60,
        .solve = {.rhs = "sine",
                  .restart_ratio = "off",
                  .preconditioner = -1,
                  .orthogonalization = -1,
                  .guard = -1,
                  .eta = sqrt(0.5)},
        .poisson = {.dim = 2,
                    .cells = 256,
                    .half_waves = 1,
                    .variant = "H_MG",
                    .pre = 3,
                    .post = 3,
                    .omega = 2.0 / 3,
                    .seed = 1,
                    .repeat = 1},
        .device = -1,
        .phases = 1,
        .files = {.folder = ".", .trace_events = 65536},
    };
}

/* Prints the version, or the help on `topic` after the verb, on rank 0 and ends the
 * run on all ranks. topic is NULL for the version. */
static void print_and_exit(MPI_Comm comm, enum verb verb, const char *topic)
{
    int rank, known = 1;
    MPI_OK(MPI_Comm_rank(comm, &rank));
    if (rank == 0 && !topic)
        printf("%s %s, %s; vectors: %s\n", tree_program, machine_commit(),
               machine_compiler(), machine_vectors());
    else if (rank == 0)
        known = help_print(verb, topic);
    MPI_OK(MPI_Bcast(&known, 1, MPI_INT, 0, comm));
    if (!known)
        fail_all(EXIT_USAGE, "--help=%s: all is needed", topic);
    process_check_stdout(comm);
    MPI_OK(MPI_Finalize());
    exit(EXIT_OK);
}

static void read_verb(struct options *o, const char *text)
{
    o->verb = verb_find(text);
    if (o->verb == VERBS) {
        struct suggestion near = {.text = text, .length = (int)strlen(text)};
        for (int v = 0; v < VERBS; v++)
            suggest(&near, verb_name((enum verb)v));
        fail_all(EXIT_USAGE,
                 "%s: unknown verb%s%s%s one of bench, solve, poisson, kernels is "
                 "needed (see --help)",
                 text, near.best ? ", do you mean " : "",
                 near.best ? near.best : "", near.best ? "?" : ";");
    }
}

/* Ends the run: no flag has the name that `text` begins with, after its hyphens.
 * The flags of this verb are suggested. */
static void unknown_flag(const struct options *o, const char *text)
{
    const char *name = text + strspn(text, "-");
    struct suggestion near = {.text = name, .length = (int)strcspn(name, "=")};
    const struct flag *f;
    for (int k = 0; (f = flag_at(k)); k++)
        if (*f->name && f->verbs >> o->verb & 1)
            suggest(&near, f->name);
    suggest(&near, "help");
    suggest(&near, "version");
    if (near.best)
        fail_all(EXIT_USAGE,
                 "%s: unknown flag, do you mean --%s? (%s %s --help lists "
                 "the flags)",
                 text, near.best, tree_program, verb_name(o->verb));
    fail_all(EXIT_USAGE, "%s: unknown flag (%s %s --help lists the flags)",
             text, tree_program, verb_name(o->verb));
}

/* Reads a positional argument: 0, 1, 2, 3 are nx, ny, nz, seconds. */
static void read_position(struct options *o, int position, const char *text)
{
    static const char *const names[] = {"nx", "ny", "nz", "rt"};
    if (o->verb == VERB_POISSON)
        fail_all(EXIT_USAGE,
                 "%s: poisson allows only flags, no numbers (see --help)", text);
    if (position >= 4)
        fail_all(EXIT_USAGE,
                 "%s: at most four numbers are allowed: nx ny nz seconds", text);
    flag_set(o, flag_find(names[position], 2), text);
}

/* Reads --flag=value, or --flag with the value `next`. Returns the number of
 * arguments that it has read. */
static int read_flag(struct options *o, struct given *g, const char *text,
                     const char *next)
{
    size_t length = strcspn(text + 2, "=");
    const int joined = text[2 + length] == '=';
    const char *value = joined ? text + 3 + length : next;
    const struct flag *f = flag_find(text + 2, length);
    if (!f)
        unknown_flag(o, text);
    if (!(f->verbs >> o->verb & 1))
        fail_all(EXIT_USAGE,
                 "--%s: the verb %s does not have this flag (see --help)", f->name,
                 verb_name(o->verb));
    if (!value)
        fail_all(EXIT_USAGE, "--%s: a value is needed: --%s=%s", f->name, f->name,
                 f->words);
    flag_set(o, f, value);
    g->flag[g->flags++] = f;
    g->rt |= strcmp(f->name, "rt") == 0;
    return joined ? 1 : 2;
}

static void read_arguments(struct options *o, struct given *g, int argc,
                           char **argv, MPI_Comm comm)
{
    o->arguments = argv + 1;
    for (int a = 1; a < argc;) {
        const char *text = argv[a];
        if (strcmp(text, "--version") == 0)
            print_and_exit(comm, o->verb, NULL);
        if (strcmp(text, "--help") == 0 || strncmp(text, "--help=", 7) == 0)
            print_and_exit(
                comm, a > 1 && isalpha((unsigned char)*argv[1]) ? o->verb : VERBS,
                text[6] ? text + 7 : "");
        if (*text == '-' && isalpha((unsigned char)text[1]))
            unknown_flag(o, text);
        if (strncmp(text, "--", 2) == 0) {
            a += read_flag(o, g, text, a + 1 < argc ? argv[a + 1] : NULL);
            continue;
        }
        if (a == 1 && isalpha((unsigned char)*text))
            read_verb(o, text);
        else
            read_position(o, g->positions++, text);
        a++;
    }
}

/* The local box: from the command line, else from hpgmp.dat, else 104^3. */
static void set_box(struct options *o, const struct given *g, MPI_Comm comm)
{
    if (o->n[0] == 0 && o->n[1] == 0 && o->n[2] == 0)
        hpgmp_dat_read(o, g->rt, comm);
    if (o->n[0] == 0 && o->n[1] == 0 && o->n[2] == 0)
        o->n[0] = 104;
    check_box(o);
    check_processes(o, comm);
}

struct options options_read(int argc, char **argv, MPI_Comm comm)
{
    struct options o = options_default();
    struct given g = {.flag = NEW(const struct flag *, (size_t)argc, "flags")};
    read_arguments(&o, &g, argc, argv, comm);
    if (o.limit == 0)
        o.limit = o.verb == VERB_BENCH ? 300 : o.verb == VERB_POISSON ? 100 : 10000;
    if (o.verb == VERB_POISSON) {
        poisson_check(&o, comm);
    } else {
        check_combination(&o, g.flag, g.flags);
        if (!*o.solve.input)
            set_box(&o, &g, comm);
        else if (g.positions > 0)
            fail_all(EXIT_USAGE,
                     "%s: no numbers are allowed with --input, whose matrix has "
                     "its own size",
                     argv[1]);
        check_policy(&o);
        check_system(&o);
    }
    if (o.bench.seconds < 0 && o.bench.seconds != -1)
        fail_all(EXIT_USAGE, "--rt=%g: a number from 0 to 1e7 is needed, or -1",
                 o.bench.seconds);
    if (o.bench.seconds < 0)
        o.bench.seconds = OFFICIAL_SECONDS;
    check_outputs(&o, comm);
    mem_free(g.flag);
    return o;
}
