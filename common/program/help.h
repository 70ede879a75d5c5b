/* common/program/help.h - the text of --help, the manual page and the completions.
 * All are generated from the table of flags (flags.h). */
#ifndef MEMWALL_HELP_H
#define MEMWALL_HELP_H
#include "flags.h"

/* Prints to stdout what --help=topic asks for, after the verb (VERBS: none):
 *   ""                the verb and its flags; without a verb, all verbs
 *   all               all flags of all verbs
 *   man, bash, zsh    the manual page; the completion for a shell (help_files.c)
 * Returns 0 if there is no such topic, else 1. */
int help_print(enum verb verb, const char *topic);

/* What a verb does, and the default value of a flag as " (value)", or "" if it
 * depends on other options. */
const char *help_verb(enum verb verb);
void help_default(const struct options *defaults, const struct flag *f, char *text,
                  size_t size);

void help_man(void);
void help_bash(void);
void help_zsh(void);
#endif
