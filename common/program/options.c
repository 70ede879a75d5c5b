/* common/program/options.c - reads the command line into struct options. */
#include "options.h"
#include "error.h"
#include "flags.h"
#include "hpgmp_dat.h"
#include "machine.h"
#include "memory.h"
#include "options_check.h"
#include "process.h"
#include "tree.h"
#include "tree_defaults.h"
#include <ctype.h>
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
                  .guard = -1},
        .poisson = {.dim = 2,
                    .cells = 256,
                    .half_waves = 1,
                    .variant = "H_MG",
                    .pre = 3,
                    .post = 3,
                    .omega = 2.0 / 3,
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

/* 1 if a and b differ by at most so many mistakes: letters that were inserted, removed,
 * replaced or exchanged with the next one. */
static int is_near(const char *a, const char *b, int mistakes)
{
    for (; *a && *a == *b; a++)
        b++;
    if (!*a && !*b)
        return 1;
    return mistakes > 0 && ((*a && is_near(a + 1, b, mistakes - 1)) ||
                            (*b && is_near(a, b + 1, mistakes - 1)) ||
                            (*a && *b && is_near(a + 1, b + 1, mistakes - 1)) ||
                            (*a && *b && a[0] == b[1] && a[1] == b[0] &&
                             is_near(a + 2, b + 2, mistakes - 1)));
}

/* Ends the run: `given` is no name of a flag of this verb or, with VERBS, of a verb. The
 * nearest name is suggested, if there is one with a mistake in three letters at most. */
static void unknown(enum verb verb, const char *given)
{
    char text[64];
    const char *name = given + strspn(given, "-"), *best = NULL;
    const struct flag *f;
    const int length = (int)strcspn(name, "=");
    snprintf(text, sizeof text, "%.*s", length, name);
    for (int m = 1; m <= 3 && 3 * m <= length + 2 && m < length && !best; m++) {
        for (int v = 0; v < VERBS && verb == VERBS && !best; v++)
            if (is_near(text, verb_name((enum verb)v), m))
                best = verb_name((enum verb)v);
        for (int k = 0; (f = flag_at(k)) && verb < VERBS && !best; k++)
            if (*f->name && f->verbs >> verb & 1 && is_near(text, f->name, m))
                best = f->name;
        if (!best && verb < VERBS)
            best = is_near(text, "help", m)      ? "help"
                   : is_near(text, "version", m) ? "version"
                                                 : NULL;
    }
    if (verb == VERBS)
        fail_all(EXIT_USAGE,
                 "%s: unknown verb%s%s%s one of bench, solve, poisson, kernels is "
                 "needed (see --help)",
                 given, best ? ", do you mean " : "", best ? best : "",
                 best ? "?" : ";");
    fail_all(EXIT_USAGE, "%s: unknown flag%s%s%s (%s %s --help lists the flags)",
             given, best ? ", do you mean --" : "", best ? best : "",
             best ? "?" : "", tree_program, verb_name(verb));
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
        unknown(o->verb, text);
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
            unknown(o->verb, text);
        if (strncmp(text, "--", 2) == 0) {
            a += read_flag(o, g, text, a + 1 < argc ? argv[a + 1] : NULL);
            continue;
        }
        if (a == 1 && isalpha((unsigned char)*text)) {
            o->verb = verb_find(text);
            if (o->verb == VERBS)
                unknown(VERBS, text);
        } else
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
        check_poisson(&o, comm);
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
        check_compiled(&o, o.solve.preconditioner == PRECOND_MULTIGRID ? HPGMXP_LEVELS : 0,
                       0);
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
