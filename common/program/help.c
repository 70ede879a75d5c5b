/* common/program/help.c - prints the text of --help, and docs/reference/options.md. */
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
 * cursor is at `column`. Returns the column after the text. */
static int print_words(const char *text, int indent, int column)
{
    while (*text) {
        int length = (int)strcspn(text, " ");
        if (column > indent && column + 1 + length > WIDTH) {
            printf("\n%*s", indent, "");
            column = indent;
        }
        column += printf(column > 0 ? " %.*s" : "%.*s", length, text);
        text += length + (text[length] == ' ');
    }
    return column;
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

static void print_option(const struct option *row, int with_verbs)
{
    char left[96], text[1024];
    int length = snprintf(left, sizeof left, "  --%s=%s", row->name, row->words);
    describe(row, with_verbs, text);
    if (length > COLUMN)
        printf("%s\n%*s", left, COLUMN, "");
    else
        printf("%-*s", COLUMN, left);
    print_words(text, COLUMN, COLUMN);
    putchar('\n');
}

static void print_usage(const char *verb)
{
    printf("%s: HPG-MxP, the benchmark of mixed-precision GMRES with multigrid\n\n"
           "Usage: %s %s [NX NY NZ [SECONDS]] [--FLAG=VALUE ...]\n\n",
           tree_program, tree_program, verb);
}

/* The verbs, and how the size of the problem is given; with `all` each option. */
static void print_verbs(int all)
{
    const struct option *row;
    print_usage("[VERB]");
    printf(
        "NX NY NZ have the same meaning as --nx, --ny, --nz, and SECONDS as --rt.\n"
        "Without a size the program reads the size and the seconds from the file\n"
        "hpgmp.dat, which has four lines: two lines of any text, a line with nx ny "
        "nz,\n"
        "a line with the seconds. Without this file the size is 104 104 104.\n\n"
        "Verbs:\n");
    for (int v = 0; v < VERBS; v++) {
        printf("  %-9s", verb_name((enum verb)v));
        print_words(verb_help[v], 11, 11);
        putchar('\n');
    }
    if (all)
        printf(
            "\nFlags (--flag=value or --flag value). Default values are in "
            "parentheses.\n"
            "A flag applies to the verbs in brackets. Without brackets it applies "
            "to bench,\nsolve and kernels.\n");
    for (int k = 0; all && (row = option_at(k)); k++)
        if (*row->name)
            print_option(row, 1);
        else
            printf("\n%s:\n", row->help);
    printf("\n  %-*s the most important flags of a verb\n"
           "  %-*s all flags of all verbs\n"
           "  %-*s version, compiler and compiler flags\n"
           "  %-*s largest usable number of ranks up to N, for job scripts\n\n",
           COLUMN - 2, "VERB --help", COLUMN - 2, "--help=all", COLUMN - 2,
           "--version", COLUMN - 2, "--usable-ranks=N");
    print_words(exit_statuses, 0, 0);
    printf("\n\nExamples:\n"
           "  %s solve --nx=32 --policy=double\n"
           "  mpirun -np 2 %s bench --nx=64 --rt=10\n",
           tree_program, tree_program);
}

/* The flags of one verb: those below its own heading with explanations, the others by
 * name. */
static void print_verb(enum verb verb)
{
    const struct option *row;
    char heading[32];
    int own = 0, column = 1;
    snprintf(heading, sizeof heading, "Verb %s", verb_name(verb));
    print_usage(verb_name(verb));
    printf(" ");
    print_words(verb_help[verb], 2, 1);
    printf("\n\n");
    for (int others = 0; others < 2; others++) {
        if (others)
            printf("\nOther flags; %s --help=all explains them:\n ", tree_program);
        for (int k = 0; (row = option_at(k)); k++) {
            char name[96];
            if (!*row->name)
                own = strcmp(row->help, heading) == 0;
            else if (row->verbs >> verb & 1 && own && !others)
                print_option(row, 0);
            else if (row->verbs >> verb & 1 && !own && others) {
                snprintf(name, sizeof name, "--%s=%s", row->name, row->words);
                column = print_words(name, 1, column);
            }
        }
    }
    printf("\n\n");
    print_words(exit_statuses, 0, 0);
    printf("\n");
}

static void print_markdown(void)
{
    const struct option *row;
    char text[1024];
    printf(
        "# Options\n\nWritten by `memwall-ref --help=markdown`. Default values are "
        "in "
        "parentheses, the verbs that have an option in brackets; without brackets "
        "these are bench, solve and kernels.\n");
    for (int k = 0; (row = option_at(k)); k++) {
        describe(row, 1, text);
        if (*row->name)
            printf("- `--%s=%s` %s\n", row->name, row->words, text);
        else
            printf("\n## %s\n\n", row->help);
    }
}

int help_print(enum verb verb, const char *topic)
{
    const int all = strcmp(topic, "all") == 0;
    if (strcmp(topic, "markdown") == 0)
        print_markdown();
    else if (*topic && !all)
        return 0;
    else if (verb < VERBS && !all)
        print_verb(verb);
    else
        print_verbs(all);
    return 1;
}
