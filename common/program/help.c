/* common/program/help.c - prints the text of --help. */
#include "flags.h"
#include "tree.h"
#include <stdio.h>
#include <string.h>

enum { COLUMN = 26, WIDTH = 84 }; /* first column of explanations; line length */

static const char *const exit_statuses =
    "Exit status: 0 the result is valid, 1 it is not valid (the last line of bench "
    "is VALID, or INVALID: and the reason), 2 wrong input, 3 out of memory or a "
    "system error.";

static const char *help_verb(enum verb verb)
{
    static const char *const text[VERBS] = {
        "run the HPG-MxP benchmark: validation, timed phases, rating (the default "
        "verb)",
        "solve one system: the benchmark's problem, a model problem or a file "
        "(--input)",
        "solve Poisson's equation with half-precision multigrid in iterative "
        "refinement",
        "time every kernel and compare it with the measured memory bandwidth"};
    return text[verb];
}

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

static void help_default(const struct options *defaults, const struct flag *f,
                         char *text, size_t size)
{
    const void *member = (const char *)defaults + f->offset;
    const int whole =
        f->kind == WHOLE_NUMBER || f->kind == CHOICE ? *(const int *)member : 0;
    *text = '\0';
    if (f->kind == CHOICE && whole >= 0)
        snprintf(text, size, " (%s)", option_choice(f->name, whole));
    else if (f->kind == WHOLE_NUMBER && whole > 0)
        snprintf(text, size, " (%d)", whole);
    else if (f->kind == REAL_NUMBER && *(const double *)member > 0)
        snprintf(text, size, " (%.4g)", *(const double *)member);
    else if (f->kind == TEXT && *(const char *)member)
        snprintf(text, size, " (%s)", (const char *)member);
}

/* Appends the verbs of a flag in brackets; nothing if they are FLAG_VERBS. */
static void append_verbs(const struct flag *f, char *text, size_t size)
{
    const int all_verbs = (1 << VERBS) - 1;
    const char *separator = " [";
    if (f->verbs == FLAG_VERBS)
        return;
    for (int v = 0; v < VERBS && f->verbs != all_verbs; v++)
        if (f->verbs >> v & 1) {
            size_t used = strlen(text);
            snprintf(text + used, size - used, "%s%s", separator,
                     verb_name((enum verb)v));
            separator = ", ";
        }
    strncat(text, f->verbs == all_verbs ? " [all verbs]" : "]",
            size - strlen(text) - 1);
}

static void print_flag(const struct options *defaults, const struct flag *f,
                       int with_verbs)
{
    char left[96], value[TEXT_LENGTH + 4], text[1024];
    int length = snprintf(left, sizeof left, "  --%s=%s", f->name, f->words);
    help_default(defaults, f, value, sizeof value);
    snprintf(text, sizeof text, "%s%s", f->help, value);
    if (with_verbs)
        append_verbs(f, text, sizeof text);
    if (length > COLUMN)
        printf("%s\n%*s", left, COLUMN, "");
    else
        printf("%-*s", COLUMN, left);
    print_words(text, COLUMN, COLUMN);
    putchar('\n');
}

static void print_usage(const char *verb)
{
    printf("%s: HPG-MxP, the benchmark of mixed-precision GMRES with "
           "multigrid\n\n"
           "Usage: %s %s [NX NY NZ [SECONDS]] [--FLAG=VALUE ...]\n\n",
           tree_program, tree_program, verb);
}

static void print_end(void)
{
    putchar('\n');
    print_words(exit_statuses, 0, 0);
    printf("\n\nExamples:\n"
           "  %s solve --nx=32 --policy=double\n"
           "  mpirun -np 2 %s bench --nx=64 --rt=10\n",
           tree_program, tree_program);
}

/* The verbs, and how the size of the problem is given. */
static void print_verbs(void)
{
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
        print_words(help_verb((enum verb)v), 11, 11);
        putchar('\n');
    }
}

/* Prints help on help. */
static void print_more(void)
{
    printf("\n  %-*s the most important flags of a verb\n"
           "  %-*s all flags of all verbs\n"
           "  %-*s version, compiler and compiler flags\n",
           COLUMN - 2, "VERB --help", COLUMN - 2, "--help=all", COLUMN - 2,
           "--version");
}

static void print_all(void)
{
    const struct options defaults = options_default();
    print_verbs();
    printf("\nFlags (--flag=value or --flag value). Default values are in "
           "parentheses.\n"
           "A flag applies to the verbs in brackets. Without brackets it applies "
           "to bench,\n"
           "solve and kernels.\n");
    const struct flag *f;
    for (int k = 0; (f = flag_at(k)); k++)
        if (!*f->name)
            printf("\n%s:\n", f->help);
        else
            print_flag(&defaults, f, 1);
    print_more();
    print_end();
}

/* The flags of one verb: those that only this verb and at most one other has with
 * explanations, the others by name. */
static void print_verb(enum verb verb)
{
    const struct options defaults = options_default();
    const struct flag *f;
    char heading[32];
    snprintf(heading, sizeof heading, "Verb %s", verb_name(verb));
    print_usage(verb_name(verb));
    printf(" ");
    print_words(help_verb(verb), 2, 1);
    printf("\n\n");
    int own = 0;
    for (int k = 0; (f = flag_at(k)); k++)
        if (!*f->name)
            own = strcmp(f->help, heading) == 0;
        else if (own && f->verbs >> verb & 1)
            print_flag(&defaults, f, 0);
    printf("\nOther flags; %s --help=all explains them:\n ", tree_program);
    int column = 1;
    for (int k = 0; (f = flag_at(k)); k++) {
        if (!*f->name)
            own = strcmp(f->help, heading) == 0;
        else if (!own && f->verbs >> verb & 1) {
            char name[96];
            snprintf(name, sizeof name, "--%s=%s", f->name, f->words);
            column = print_words(name, 1, column);
        }
    }
    printf("\n\n");
    print_words(exit_statuses, 0, 0);
    printf("\n");
}

int help_print(enum verb verb, const char *topic)
{
    if (strcmp(topic, "all") == 0) {
        print_all();
    } else if (*topic) {
        return 0;
    } else if (verb < VERBS) {
        print_verb(verb);
    } else {
        print_verbs();
        print_more();
        print_end();
    }
    return 1;
}
