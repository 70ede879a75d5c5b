/* common/program/flags.h - what a flag is, and how its value is read. */
#ifndef MEMWALL_FLAGS_H
#define MEMWALL_FLAGS_H
#include "options.h"
#include <stddef.h>

enum kind { COUNT, REAL_NUMBER, CHOICE, TEXT };

struct flag {
    const char *name;
    enum kind kind;
    size_t offset;      /* of its member in struct options */
    double least, most; /* of a number */
    const char *words;  /* of a choice, or the name of the value in --help */
    int verbs;          /* that take it, a bit each; 0: not a switch of this tree */
    const char *help;
};

/* The flag whose name is the first `length` characters of `name`, or NULL. */
const struct flag *flag_find(const char *name, size_t length);

/* Puts the value into its member; a value that does not fit ends the run with one line. */
void flag_set(struct options *o, const struct flag *f, const char *text);

/* The number that `text` is, of the flag's kind and range; `what` names it if it is not. */
void flag_number(const char *what, const struct flag *f, const char *text, double *value);

enum verb verb_find(const char *text); /* VERBS: there is none of that name */
void flags_help(void);                 /* the text of --help, to stdout */
#endif
