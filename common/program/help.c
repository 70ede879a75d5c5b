/* common/program/help.c - prints the text of --help, and docs/reference/options.md, from the
 * table of options. */
#include "option.h"
#include "tree.h"
#include <stdio.h>
#include <string.h>

enum { COLUMN = 26, WIDTH = 84 }; /* first column of explanations; line length */

static const char *const exit_statuses =
    "Exit status: 0 the result is valid, 1 it is not valid (the last line of bench "
    "is VALID, or INVALID: and the reason), 2 wrong input, 3 out of memory or a "
    "system error.";

static const char *const verb_help[VERBS] = {
    "run the HPG-MxP benchmark: validation, timed phases, rating (the default "
    "verb)",
    "solve one system: the benchmark's problem, a model problem or a file "
    "(--input)",
    "solve Poisson's equation with half-precision multigrid in iterative "
    "refinement",
    "time every kernel and compare it with the measured memory bandwidth"};

/* Prints text in lines of at most WIDTH characters, which begin at `indent`. The
 * cursor is there. */
static void print_words(const char *text, int indent)
{
    for (int column = indent; *text;) {
        int length = (int)strcspn(text, " ");
        if (column > indent && column + 1 + length > WIDTH) {
            printf("\n%*s", indent, "");
            column = indent;
        }
        column += printf(column > 0 ? " %.*s" : "%.*s", length, text);
        text += length + (text[length] == ' ');
    }
    printf("\n");
}

/* Writes the help of an option, its default value in parentheses and, if asked for, its
 * verbs in brackets unless they are MOST. */
static void describe(const struct option *row, int with_verbs, char text[1024])
{
    const char *standard = option_default(row), *separator = " [";
    const int verbs = row->verbs & ALL;
    int n = snprintf(text, 1024, *standard ? "%s (%s)" : "%s", row->help, standard);
    if (!with_verbs || verbs == MOST)
        return;
    for (int v = 0; v < VERBS && verbs != ALL; v++)
        if (verbs >> v & 1) {
            n += snprintf(text + n, 1024 - (size_t)n, "%s%s", separator,
                          verb_name((enum verb)v));
            separator = ", ";
        }
    snprintf(text + n, 1024 - (size_t)n, verbs == ALL ? " [all verbs]" : "]");
}

static void print_option(const struct option *row, const char *text)
{
    char left[96];
    int length = snprintf(left, sizeof left, "  --%s=%s", row->name, row->words);
    if (length > COLUMN)
        printf("%s\n%*s", left, COLUMN, "");
    else
        printf("%-*s", COLUMN, left);
    print_words(text, COLUMN);
}

/* The verbs, and how the size of the problem is given. */
static void print_verbs(void)
{
    printf(
        "NX NY NZ have the same meaning as --nx, --ny, --nz, and SECONDS as --rt.\n"
        "Without a size the program reads the size and the seconds from the file\n"
        "hpgmp.dat, which has four lines: two lines of any text, a line with nx ny "
        "nz,\n"
        "a line with the seconds. Without this file the size is 104 104 104.\n\n"
        "Verbs:\n");
    for (int v = 0; v < VERBS; v++) {
        printf("  %-9s", verb_name((enum verb)v));
        print_words(verb_help[v], 11);
    }
    printf("\n  %-*s the flags of a verb\n"
           "  %-*s all flags of all verbs\n"
           "  %-*s version, compiler and compiler flags\n\n"
           "Examples:\n"
           "  %s solve --nx=32 --policy=double\n"
           "  mpirun -np 2 %s bench --nx=64 --rt=10\n",
           COLUMN - 2, "VERB --help", COLUMN - 2, "--help=all", COLUMN - 2,
           "--version", tree_program, tree_program);
}

/* The options of a verb below their headings; VERBS: all options, with their verbs in
 * brackets, as Markdown if asked for. */
static void print_options(enum verb verb, int markdown)
{
    const struct option *row;
    const char *heading = "";
    char text[1024];
    for (int k = 0; (row = option_at(k)); k++) {
        if (!*row->name)
            heading = row->help;
        if (!*row->name || (verb < VERBS && !(row->verbs >> verb & 1)))
            continue;
        if (*heading && markdown) {
            printf("\n## %s\n\n", heading);
        } else if (*heading) {
            snprintf(text, sizeof text, "%s:", heading);
            printf("\n");
            print_words(text, 0);
        }
        heading = "";
        describe(row, verb == VERBS, text);
        if (markdown)
            printf("- `--%s=%s` %s\n", row->name, row->words, text);
        else
            print_option(row, text);
    }
}

int help_print(enum verb verb, const char *topic)
{
    static const char *const conventions =
        "Default values are in parentheses, the verbs that have an option in "
        "brackets; "
        "without brackets these are bench, solve and kernels.";
    const int all = strcmp(topic, "all") == 0;
    if (strcmp(topic, "markdown") == 0) {
        printf("# Options\n\nWritten by `memwall-ref --help=markdown`. %s\n",
               conventions);
        print_options(VERBS, 1);
        return 1;
    }
    if (*topic && !all)
        return 0;
    printf("%s: HPG-MxP, the benchmark of mixed-precision GMRES with multigrid\n\n"
           "Usage: %s %s [NX NY NZ [SECONDS]] [--FLAG=VALUE ...]\n\n",
           tree_program, tree_program, verb < VERBS ? verb_name(verb) : "[VERB]");
    if (!all && verb == VERBS) {
        print_verbs();
    } else {
        print_words(all ? conventions : verb_help[verb], 0);
        print_options(all ? VERBS : verb, 0);
    }
    printf("\n");
    print_words(exit_statuses, 0);
    return 1;
}
