/* common/engine/option.h - reads the command line.
 *
 * An application describes its options in tables. A row names an option and the member of a
 * struct that it sets; the struct, which belongs to the application, has a member for each
 * row. A verb consists of groups, each a table with such a struct. Parsing, default values,
 * ranges and the text of --help are made from the tables.
 */
#ifndef MEMWALL_OPTION_H
#define MEMWALL_OPTION_H
#include "error.h"
#include <limits.h>
#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

enum { TEXT_LENGTH = PATH_MAX };

enum kind {
    WHOLE,  /* a whole number, stored as int */
    NUMBER, /* a number, stored as double */
    WORD,   /* one of several words; its index is stored as int */
    TEXT,   /* stored as char[TEXT_LENGTH], like the name of a file: */
    INPUT_FILE,
    OUTPUT_FILE
};

struct option {
    const char *name; /* NULL ends a table */
    enum kind kind;
    size_t offset;      /* of the member */
    double least, most; /* range of a number */
    const char *words;  /* of a WORD: a|b|c; else a name of the value for --help */
    const char *standard; /* the default value; "": none, or `help` explains it */
    const char *help; /* what the option does, in lines of at most 78 characters */
};

struct option_group {
    const char *heading;        /* NULL ends a list of groups */
    const struct option *table; /* at most 64 rows */
    void *values;               /* the struct with the members */
    uint64_t given;             /* output: bit k: row k was given */
};

struct run;

/* common/FOLDER/verb_NAME.c defines `struct verb NAME_verb`. The program has the verbs of the folders that exist:
 * make writes the list of them. */
struct verb {
    const char *name, *help;
    const char *example;  /* arguments, for --help */
    const char *usage;    /* the numbers, for --help: "[NX NY NZ] ", or NULL */
    const char *overview; /* lines for --help, or NULL */
    const char *reads;    /* a file that it reads if that exists, or NULL */
    const char *report;   /* a file that it writes, or NULL; `check` may set the name */
    struct option_group *groups;
    /* What numbers without a flag stand for, in their order; without a table: they are not
     * allowed. */
    struct option_group numbers;
    const char *number; /* output: the first of them, or NULL */

    /* Checks options that depend on each other, and replaces values that were not given by
     * those that follow from others. A combination that is not allowed ends the run with one
     * line. Collective over comm. */
    void (*check)(struct run *run, MPI_Comm comm);
    /* Runs the verb and returns the exit status. Collective over comm. */
    enum exit_status (*run)(struct run *run, MPI_Comm comm);
};

struct program {
    struct verb **verbs;          /* ended by NULL; the first one needs no name */
    struct option_group *shared;  /* of all verbs */
    const char *title, *statuses; /* texts for --help */
};

/* Reads the command line, before any other work, and sets the members that the tables name.
 * Returns the verb, the same on every rank. A mistake ends the run with one line and the
 * status EXIT_USAGE. --help and --version print their text and end the run with EXIT_OK.
 * Collective over comm. */
struct verb *options_read(const struct program *program, int argc, char **argv,
                          MPI_Comm comm);

/* Whether the option of this name was given as a flag. */
int option_given(const struct option_group *group, const char *name);

/* The word for a value of the option `name`, which allows several words; "" if there is
 * none. The text is valid until the fifth next call. */
const char *option_choice(const struct option *table, const char *name, int value);

/* Sets the member that the row names. A value that is not allowed ends the run. from: where it
 * was given, if not on the command line, for the message. */
void option_set(const struct option *row, void *values, const char *text,
                const char *from);

/* Appends a name to a list of names in list[0 .. size-1], for a message, with the separator
 * before it unless the list is empty. */
void option_append(char *list, size_t size, const char *separator,
                   const char *name);

/* ---- What helps a user (help.c) ---- */

/* If the argument is --version, --help or --help=TOPIC, prints the answer on rank 0, and
 * ends the run. verb: that was given before, or NULL. Collective over comm. */
void help_if_asked(const struct program *program, const char *text,
                   const struct verb *verb, MPI_Comm comm);
#endif
