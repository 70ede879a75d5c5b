/* common/program/help.c - prints the text of --help. */
#include "help.h"
#include "flags.h"
#include <stdio.h>
#include <string.h>

enum { COLUMN = 26, WIDTH = 84 }; /* first column of explanations; line length */

static const char *const verb_helps[VERBS] = {
    "run the HPG-MxP benchmark: validation, timed phases, rating (the default "
    "verb)",
    "solve one system: the benchmark's problem, a model problem or a file "
    "(--input)",
    "solve Poisson's equation with half-precision multigrid in iterative "
    "refinement",
    "time every kernel and compare it with the measured memory bandwidth"};

/* Prints text in lines of at most WIDTH characters. The first line begins at
 * COLUMN, where the cursor already is. */
static void print_wrapped(const char *text)
{
    for (int column = COLUMN; *text;) {
        int length = (int)strcspn(text, " ");
        if (column + 1 + length > WIDTH) {
            printf("\n%*s", COLUMN, "");
            column = COLUMN;
        }
        column += printf(" %.*s", length, text);
        text += length + (text[length] == ' ');
    }
    putchar('\n');
}

/* The default value of a flag as " (value)"; "" if it depends on other options. */
static void default_text(const struct options *o, const struct flag *f, char *text,
                         size_t size)
{
    const void *member = (const char *)o + f->offset;
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

static void print_flag(const struct options *o, const struct flag *f)
{
    char left[96], value[TEXT_LENGTH + 4], text[1024];
    int length = snprintf(left, sizeof left, "  --%s=%s", f->name, f->words);
    default_text(o, f, value, sizeof value);
    snprintf(text, sizeof text, "%s%s", f->help, value);
    append_verbs(f, text, sizeof text);
    if (length > COLUMN)
        printf("%s\n%*s", left, COLUMN, "");
    else
        printf("%-*s", COLUMN, left);
    print_wrapped(text);
}

void help_print(void)
{
    const struct options defaults = options_default();
    printf(
        "memwall-%s: HPG-MxP, the benchmark of mixed-precision GMRES with "
        "multigrid\n\n"
        "Usage: memwall-%s [VERB] [NX NY NZ [SECONDS]] [--FLAG=VALUE ...]\n\n"
        "NX NY NZ have the same meaning as --nx, --ny, --nz, and SECONDS as --rt.\n"
        "Without a size the program reads the size and the seconds from the file\n"
        "hpgmp.dat, which has four lines: two lines of any text, a line with nx ny "
        "nz,\n"
        "a line with the seconds. Without this file the size is 104 104 104.\n\n"
        "Verbs:\n",
        TREE, TREE);
    for (int v = 0; v < VERBS; v++)
        printf("  %-9s %s\n", verb_name((enum verb)v), verb_helps[v]);
    printf("\nFlags (--flag=value or --flag value). Default values are in "
           "parentheses.\n"
           "A flag applies to the verbs in brackets. Without brackets it applies "
           "to bench,\n"
           "solve and kernels.\n");
    const struct flag *f;
    for (int k = 0; (f = flag_at(k)); k++)
        if (!*f->name)
            printf("\n%s:\n", f->help);
        else if (f->verbs)
            print_flag(&defaults, f);
    printf(
        "\n  %-*s this text\n  %-*s version, compiler and compiler flags\n\n"
        "Exit status: 0 the result is valid, 1 it is not valid (the last line of "
        "bench is\nVALID, or INVALID: and the reason), 2 wrong input, 3 out of "
        "memory or a system error.\n\n"
        "Examples:\n"
        "  memwall-%s solve --nx=32 --policy=double\n"
        "  mpirun -np 2 memwall-%s bench --nx=64 --rt=10\n",
        COLUMN - 2, "--help", COLUMN - 2, "--version", TREE, TREE);
}
