/* common/program/help.h - the text of --help, made from the table of flags (flags.h). */
#ifndef MEMWALL_HELP_H
#define MEMWALL_HELP_H
#include "flags.h"

/* Prints to stdout what --help=topic asks for, after the verb (VERBS: none):
 *   ""                the verb and its flags; without a verb, all verbs
 *   all               all flags of all verbs
 * Returns 0 if there is no such topic, else 1. */
int help_print(enum verb verb, const char *topic);
#endif
