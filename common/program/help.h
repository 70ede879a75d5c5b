/* common/program/help.h - the text of --help. */
#ifndef MEMWALL_HELP_H
#define MEMWALL_HELP_H

/* Prints verbs, flags with their default values, and examples to stdout. */
void help_print(void);
#endif
