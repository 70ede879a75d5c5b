/* common/program/help.c - prints the text of --help, and docs/reference/options.md, from the
 * table of options. */
#include "option.h"
#include "tree.h"
#include <stdio.h>
#include <string.h>

static const char *const exit_statuses =
    "Exit status: 0 the result is valid, 1 it is not valid (the last line of\n"
    "bench is VALID, or INVALID: and the reason), 2 wrong input, 3 out of memory\n"
    "or a system error.\n";

static const char *const verb_help[VERBS] = {
    "run the HPG-MxP benchmark: validation, timed phases, rating (default)",
    "solve one system: the benchmark's, a model problem or a file (--input)",
    "solve Poisson's equation by half-precision multigrid and refinement",
    "time every kernel and compare it with the measured memory bandwidth"};

/* Prints the lines of a text, each after so many blanks. */
static void print_lines(const char *text, int indent)
{
    for (size_t length; *text; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        printf("%*s%.*s\n", indent, "", (int)length, text);
    }
}

/* Prints an option with its default value in parentheses and, if asked for, its verbs in
 * brackets unless they are MOST; and below it what it does. */
static void print_option(const struct option *row, int with_verbs, int markdown)
{
    const char *standard = option_default(row), *separator = " [";
    const int verbs = row->verbs & ALL, some = with_verbs && verbs != MOST;
    printf(markdown ? "- `--%s=%s`" : "  --%s=%s", row->name, row->words);
    if (*standard)
        printf(" (%s)", standard);
    for (int v = 0; v < VERBS && some && verbs != ALL; v++)
        if (verbs >> v & 1) {
            printf("%s%s", separator, verb_name((enum verb)v));
            separator = ", ";
        }
    printf("%s\n", !some ? "" : verbs == ALL ? " [all verbs]" : "]");
    print_lines(row->help, markdown ? 2 : 6);
}

/* The verbs, and how the size of the problem is given. */
static void print_verbs(void)
{
    printf(
        "NX NY NZ have the same meaning as --nx, --ny, --nz, and SECONDS as --rt.\n"
        "Without a size the program reads the size and the seconds from the file\n"
        "hpgmp.dat, which has four lines: two lines of any text, a line with nx "
        "ny\n"
        "nz, a line with the seconds. Without this file the size is 104 104 "
        "104.\n\n"
        "Verbs:\n");
    for (int v = 0; v < VERBS; v++)
        printf("  %-8s %s\n", verb_name((enum verb)v), verb_help[v]);
    printf("\n"
           "  VERB --help    the flags of a verb\n"
           "  --help=all     all flags of all verbs\n"
           "  --version      version, compiler and compiler flags\n\n"
           "Examples:\n"
           "  %s solve --nx=32 --policy=double\n"
           "  mpirun -np 2 %s bench --nx=64 --rt=10\n",
           tree_program, tree_program);
}

/* The options of a verb below their headings; VERBS: all options, with their verbs in
 * brackets, as Markdown if asked for. */
static void print_options(enum verb verb, int markdown)
{
    const struct option *row;
    const char *heading = "";
    for (int k = 0; (row = option_at(k)); k++) {
        if (!*row->name)
            heading = row->help;
        if (!*row->name || (verb < VERBS && !(row->verbs >> verb & 1)))
            continue;
        if (*heading)
            printf(markdown ? "\n## %s\n\n" : "\n%s:\n", heading);
        heading = "";
        print_option(row, verb == VERBS, markdown);
    }
}

int help_print(enum verb verb, const char *topic)
{
    static const char *const conventions =
        "Default values are in parentheses, the verbs that have an option in\n"
        "brackets; without brackets these are bench, solve and kernels.\n";
    const int all = strcmp(topic, "all") == 0;
    if (strcmp(topic, "markdown") == 0) {
        printf("# Options\n\nWritten by `memwall-ref --help=markdown`.\n%s",
               conventions);
        print_options(VERBS, 1);
        return 1;
    }
    if (*topic && !all)
        return 0;
    printf("%s: HPG-MxP, the benchmark of mixed-precision GMRES with multigrid\n\n"
           "Usage: %s %s [NX NY NZ [SECONDS]] [--FLAG=VALUE ...]\n\n",
           tree_program, tree_program, verb < VERBS ? verb_name(verb) : "[VERB]");
    if (!all && verb == VERBS)
        print_verbs();
    else
        printf("%s\n", all ? conventions : verb_help[verb]);
    if (all || verb < VERBS)
        print_options(all ? VERBS : verb, 0);
    printf("\n%s", exit_statuses);
    return 1;
}
