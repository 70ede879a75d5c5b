/* common/program/option.h - one option of the command line: a row of the table in options.c. */
#ifndef MEMWALL_OPTION_H
#define MEMWALL_OPTION_H
#include "options.h"
#include <stddef.h>

enum kind {
    WHOLE, /* a whole number, stored as int */
    REAL,  /* a number, stored as double */
    WORD,  /* one of several words; its index is stored as int */
    TEXT   /* stored as char[TEXT_LENGTH] */
};

/* What has an option: bit v is the verb v. */
enum {
    BENCH = 1 << VERB_BENCH,
    SOLVE = 1 << VERB_SOLVE,
    POISSON = 1 << VERB_POISSON,
    KERNELS = 1 << VERB_KERNELS,
    MOST = BENCH | SOLVE | KERNELS, /* without a remark in --help */
    ALL = MOST | POISSON,
    ON_GRID = 1 << VERBS, /* not allowed with --input */
    OF_FILE = 2 << VERBS  /* allowed only with --input */
};

struct option {
    const char *name; /* "": a heading, whose text is `help` */
    enum kind kind;
    size_t offset;      /* of the member of struct options */
    double least, most; /* range of a number */
    const char *words;  /* of a WORD: a|b|c; else a name of the value for --help */
    int verbs;          /* sum of the constants above */
    const char *standard; /* the default value; "": none, or `help` explains it */
    const char *help;     /* what the option does, in lines of at most 78 characters */
};

/* Row k of the table, in the order of --help; NULL after the last one. */
const struct option *option_at(int k);

/* The option whose name is the first `length` characters of `name`, or NULL. */
const struct option *option_find(const char *name, size_t length);

/* The default value as text; the order of the rows is that of the tree. */
const char *option_default(const struct option *row);

/* Prints to stdout what --help=topic asks for, after the verb (VERBS: none):
 *   ""         the verb and its options; without a verb, all verbs
 *   all        all options
 *   markdown   docs/reference/options.md
 * Returns 0 if there is no such topic, else 1. */
int help_print(enum verb verb, const char *topic);

/* ---- Checks of options that depend on each other (options_check.c) ----
 *
 * Each replaces values that were not given by those that follow from other options. A
 * combination that is not allowed ends the run with one line. */

/* The problem: the local box, from hpgmp.dat if none is given, and the process grid; or the
 * levels of poisson; the formats. rt_given: the duration is not read from hpgmp.dat.
 * Collective over comm. */
void check_problem(struct options *o, int rt_given, MPI_Comm comm);

/* The rules of CB-GMRES, the preconditioner, the duration. */
void check_solver(struct options *o);

/* Whether rank 0 can write the output files; creates none. Collective over comm. */
void check_outputs(struct options *o, MPI_Comm comm);

/* Reads HPG-MxP's input file, if there is one (options.c). Collective over comm. */
void hpgmp_dat_read(struct options *o, int rt_given, MPI_Comm comm);
#endif
