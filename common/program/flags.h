/* common/program/flags.h - the flags of the command line and their values. */
#ifndef MEMWALL_FLAGS_H
#define MEMWALL_FLAGS_H
#include "options.h"
#include <stddef.h>

enum kind {
    WHOLE_NUMBER, /* a whole number, stored as int */
    REAL_NUMBER,  /* stored as double */
    CHOICE,       /* one of several words; its index is stored as int */
    TEXT          /* stored as char[TEXT_LENGTH] */
};

struct flag {
    const char *name; /* "": a heading of --help, whose text is `help` */
    enum kind kind;
    size_t offset;      /* of the member of struct options that the flag sets */
    double least, most; /* range of a number */
    const char *words; /* of a choice: a|b|c; else a name of the value for --help */
    int verbs; /* bit v: verb v has the flag; 0: this tree does not have it */
    const char *help; /* what the flag does, without its default value */
};

/* FLAG_VERBS: the verbs of a flag without a remark in --help, all but poisson. */
enum { FLAG_VERBS = 1 << VERB_BENCH | 1 << VERB_SOLVE | 1 << VERB_KERNELS };

/* Row k of the table of flags, in the order of --help; NULL after the last row. */
const struct flag *flag_at(int k);

/* The flag whose name is the first `length` characters of `name`, or NULL. */
const struct flag *flag_find(const char *name, size_t length);

/* Converts `text` and stores it in the flag's member of *o. A value that the flag
 * does not allow ends the run with one line. */
void flag_set(struct options *o, const struct flag *f, const char *text);

/* Converts `text` to a number of the flag's kind and range and returns it in
 * *value. If that is impossible the run ends with one line, in which `what` is the
 * name of the flag. */
void flag_number(const char *what, const struct flag *f, const char *text,
                 double *value);

/* The word for a value of the flag `name`, a CHOICE; "" if there is none. The text
 * is valid until the second next call. */
const char *option_choice(const char *name, int value);

const char *verb_name(enum verb verb);
enum verb verb_find(const char *text); /* VERBS if no verb has this name */

/* Prints to stdout what --help=topic asks for, after the verb (VERBS: none):
 *   ""                the verb and its flags; without a verb, all verbs
 *   all               all flags of all verbs
 * Returns 0 if there is no such topic, else 1. */
int help_print(enum verb verb, const char *topic);
#endif
