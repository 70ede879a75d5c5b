/* common/program/options.c - the command line, from words to options that can be worked with. */
#include "options.h"
#include "error.h"
#include "flags.h"
#include "hpgmp_dat.h"
#include "machine.h"
#include "options_check.h"
#include "poisson_options.h"
#include <defaults.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What was given, for checks of what goes together. */
struct given {
    int positions, flags, rt;
    const struct flag **flag; /* [flags] */
};

static struct options defaults(void)
{
    return (struct options){.seconds = 60,
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
}

static void print_and_leave(MPI_Comm comm, int version)
{
    int rank;
    MPI_OK(MPI_Comm_rank(comm, &rank));
    if (rank == 0 && version)
        printf("memwall-%s %s, %s; vectors: %s\n", TREE, machine_commit(),
               machine_compiler(), machine_vectors());
    else if (rank == 0)
        flags_help();
    MPI_OK(MPI_Finalize());
    exit(EXIT_OK);
}

static void read_verb(struct options *o, const char *text)
{
    o->verb = verb_find(text);
    if (o->verb == VERBS)
        fail_all(EXIT_USAGE,
                 "%s: not a verb; bench, solve, poisson, kernels are (see --help)", text);
    if (o->verb == VERB_POISSON && TREE_HAS_SWITCHES)
        o->tuning.layout = LAYOUT_RUNS; /* no rules ask for indices here */
}

/* Positional arguments: nx ny nz seconds. */
static void read_position(struct options *o, int position, const char *text)
{
    static const char *const names[] = {"nx", "ny", "nz", "rt"};
    if (o->verb == VERB_POISSON)
        fail_all(EXIT_USAGE, "%s: poisson takes flags only (see --help)", text);
    if (position >= 4)
        fail_all(EXIT_USAGE, "%s: at most four numbers are taken: nx ny nz seconds",
                 text);
    flag_set(o, flag_find(names[position], 2), text);
}

/* --flag=value, or --flag and `next`. Returns how many words that took. */
static int read_flag(struct options *o, struct given *g, const char *text,
                     const char *next)
{
    size_t length = strcspn(text + 2, "=");
    const int together = text[2 + length] == '=';
    const char *value = together ? text + 3 + length : next;
    const struct flag *f = flag_find(text + 2, length);
    if (!f)
        fail_all(EXIT_USAGE, "%s: unknown flag (see --help)", text);
    if (!f->verbs)
        fail_all(EXIT_USAGE, "--%s: the tree %s has no such switch", f->name, TREE);
    if (!(f->verbs >> o->verb & 1))
        fail_all(EXIT_USAGE, "--%s: not a flag of %s", f->name, verb_name(o->verb));
    if (!value)
        fail_all(EXIT_USAGE, "--%s: a value is needed", f->name);
    flag_set(o, f, value);
    g->flag[g->flags++] = f;
    g->rt |= strcmp(f->name, "rt") == 0;
    return together ? 1 : 2;
}

static void read_words(struct options *o, struct given *g, int argc, char **argv,
                       MPI_Comm comm)
{
    for (int a = 1; a < argc; a++) {
        size_t used = strlen(o->arguments);
        snprintf(o->arguments + used, sizeof o->arguments - used, "%s%s", used ? " " : "",
                 argv[a]);
    }
    for (int a = 1; a < argc;) {
        const char *text = argv[a];
        if (strcmp(text, "--help") == 0 || strcmp(text, "--version") == 0)
            print_and_leave(comm, text[2] == 'v');
        if (*text == '-' && isalpha((unsigned char)text[1]))
            fail_all(EXIT_USAGE, "%s: unknown flag (see --help)", text);
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

/* The box of points: as given, from hpgmp.dat, or 104^3. */
static void find_box(struct options *o, const struct given *g, MPI_Comm comm)
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
    struct options o = defaults();
    const struct flag *flag[argc];
    struct given g = {.flag = flag};
    read_words(&o, &g, argc, argv, comm);
    if (o.limit == 0)
        o.limit = o.verb == VERB_BENCH ? 300 : o.verb == VERB_POISSON ? 100 : 10000;
    if (o.verb == VERB_POISSON) {
        poisson_check(&o, comm);
    } else {
        check_mixture(&o, g.flag, g.flags);
        if (!*o.input)
            find_box(&o, &g, comm);
        else if (g.positions > 0)
            fail_all(EXIT_USAGE, "%s: --input takes no numbers beside it", argv[1]);
        check_policy(&o);
        check_system(&o);
    }
    check_outputs(&o, comm);
    tuning = o.tuning;
    return o;
}
