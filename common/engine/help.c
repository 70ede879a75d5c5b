/* common/engine/help.c - prints the text of --help, and docs/reference/options.md, from the
 * tables of options. */
#include "option.h"
#include "tree.h"
#include <stdio.h>
#include <string.h>

/* Prints the lines of a text, each after so many blanks. */
static void print_lines(const char *text, int indent)
{
    for (size_t length; *text; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        printf("%*s%.*s\n", indent, "", (int)length, text);
    }
}

/* Prints the options of a group with their default values in parentheses, and below each what
 * it does. */
static void print_group(const struct option_group *group, int markdown)
{
    for (const struct option *row = group->table; row->name; row++) {
        printf(markdown ? "- `--%s=%s`" : "  --%s=%s", row->name, row->words);
        if (*row->standard)
            printf(" (%s)", row->standard);
        printf("\n");
        print_lines(row->help, markdown ? 2 : 6);
    }
}

static int has_table(const struct verb *verb, const struct option *table)
{
    for (const struct option_group *g = verb->groups; g->heading; g++)
        if (g->table == table)
            return 1;
    return 0;
}

/* Prints the heading of a group, and the verbs that have it. */
static void print_heading(const struct program *program,
                          const struct option_group *group, int markdown)
{
    const char *separator = "";
    printf(markdown ? "\n## %s [" : "\n%s [", group->heading);
    for (int v = 0; program->verbs[v]; v++)
        if (has_table(program->verbs[v], group->table)) {
            printf("%s%s", separator, program->verbs[v]->name);
            separator = ", ";
        }
    printf("%s%s", *separator ? "" : "all verbs", markdown ? "]\n\n" : "]:\n");
}

/* All options of all verbs, each group once. */
static void print_all(const struct program *program, int markdown)
{
    for (int v = 0; program->verbs[v]; v++)
        for (const struct option_group *g = program->verbs[v]->groups; g->heading;
             g++) {
            int before = 0;
            for (int u = 0; u < v; u++)
                before |= has_table(program->verbs[u], g->table);
            if (!before) {
                print_heading(program, g, markdown);
                print_group(g, markdown);
            }
        }
    for (const struct option_group *g = program->shared; g->heading; g++) {
        print_heading(program, g, markdown);
        print_group(g, markdown);
    }
}

static void print_verb(const struct program *program, const struct verb *verb)
{
    const struct option_group *of[2] = {verb->groups, program->shared};
    printf("%s\n", verb->help);
    for (int k = 0; k < 2; k++)
        for (const struct option_group *g = of[k]; g->heading; g++) {
            printf("\n%s:\n", g->heading);
            print_group(g, 0);
        }
}

static void print_verbs(const struct program *program)
{
    printf("%s\nVerbs:\n", program->overview);
    for (int v = 0; program->verbs[v]; v++)
        printf("  %-8s %s\n", program->verbs[v]->name, program->verbs[v]->help);
    printf("\n"
           "  VERB --help    the flags of a verb\n"
           "  --help=all     all flags of all verbs\n"
           "  --version      version, compiler and compiler flags\n\n"
           "Examples:\n%s",
           program->examples);
}

int help_print(const struct program *program, const struct verb *verb,
               const char *topic)
{
    static const char *const conventions =
        "Default values are in parentheses, and the verbs that have a group of "
        "options\n"
        "are in brackets.\n";
    const int all = strcmp(topic, "all") == 0;
    if (strcmp(topic, "markdown") == 0) {
        printf("# Options\n\nWritten by `memwall-ref --help=markdown`.\n%s",
               conventions);
        print_all(program, 1);
        return 1;
    }
    if (*topic && !all)
        return 0;
    printf("%s: %s\n\nUsage: %s %s %s[--FLAG=VALUE ...]\n\n", tree_program,
           program->title, tree_program, verb ? verb->name : "[VERB]",
           verb && !verb->numbers.table ? "" : program->numbers);
    if (all) {
        printf("%s", conventions);
        print_all(program, 0);
    } else if (verb) {
        print_verb(program, verb);
    } else {
        print_verbs(program);
    }
    printf("\n%s", program->statuses);
    return 1;
}
