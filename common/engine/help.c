/* common/engine/help.c - the text of --help, from the tables of options. */
#include "machine.h"
#include "option.h"
#include "process.h"
#include "tree.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Prints the lines of a text, each indented by `indent` blanks. */
static void print_lines(const char *text, int indent)
{
    for (size_t length; *text; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        printf("%*s%.*s\n", indent, "", (int)length, text);
    }
}

/* Prints the options of a group with their default values in parentheses, and below each what
 * it does. */
static void print_group(const struct option_group *group)
{
    for (const struct option *row = group->table; row->name; row++) {
        printf("  --%s=%s", row->name, row->words);
        if (*row->standard)
            printf(" (%s)", row->standard);
        printf("\n");
        print_lines(row->help, 6);
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
                          const struct option_group *group)
{
    const char *separator = "";
    printf("\n%s [", group->heading);
    for (int v = 0; program->verbs[v]; v++)
        if (has_table(program->verbs[v], group->table)) {
            printf("%s%s", separator, program->verbs[v]->name);
            separator = ", ";
        }
    printf("%s]:\n", *separator ? "" : "all verbs");
}

/* All options of all verbs, each group once. */
static void print_all(const struct program *program)
{
    for (int v = 0; program->verbs[v]; v++)
        for (const struct option_group *g = program->verbs[v]->groups; g->heading;
             g++) {
            int before = 0;
            for (int u = 0; u < v; u++)
                before |= has_table(program->verbs[u], g->table);
            if (!before) {
                print_heading(program, g);
                print_group(g);
            }
        }
    for (const struct option_group *g = program->shared; g->heading; g++) {
        print_heading(program, g);
        print_group(g);
    }
}

static void print_verb(const struct program *program, const struct verb *verb)
{
    const struct option_group *of[2] = {verb->groups, program->shared};
    printf("%s\n", verb->help);
    for (int k = 0; k < 2; k++)
        for (const struct option_group *g = of[k]; g->heading; g++) {
            printf("\n%s:\n", g->heading);
            print_group(g);
        }
}

static void print_verbs(const struct program *program)
{
    for (int v = 0; program->verbs[v]; v++)
        if (program->verbs[v]->overview)
            printf("%s\n", program->verbs[v]->overview);
    printf("Verbs:\n");
    for (int v = 0; program->verbs[v]; v++)
        printf("  %-8s %s%s\n", program->verbs[v]->name, program->verbs[v]->help,
               v == 0 ? " (default)" : "");
    printf("\n"
           "  VERB --help    the flags of a verb\n"
           "  --help=all     all flags of all verbs\n"
           "  --version      version, compiler and compiler flags\n\n"
           "Examples:\n");
    for (int v = 0; program->verbs[v]; v++)
        printf("  %s %s %s\n", tree_program, program->verbs[v]->name,
               program->verbs[v]->example);
}

/* Prints the help on a topic (--help=TOPIC), after a verb or NULL:
 *   ""         the verb and its options; without a verb, all verbs
 *   all        all options
 * Returns 0 if there is no such topic, else 1. */
static int print_topic(const struct program *program, const struct verb *verb,
                       const char *topic)
{
    const int all = strcmp(topic, "all") == 0;
    if (*topic && !all)
        return 0;
    const char *numbers = (verb ? verb : program->verbs[0])->usage;
    printf("%s: %s\n\nUsage: %s %s %s[--FLAG=VALUE ...]\n\n", tree_program,
           program->title, tree_program, verb ? verb->name : "[VERB]",
           numbers ? numbers : "");
    if (all) {
        printf(
            "Default values are in parentheses, the verbs of a group of options in "
            "brackets.\n");
        print_all(program);
    } else if (verb) {
        print_verb(program, verb);
    } else {
        print_verbs(program);
    }
    printf("\n%s", program->statuses);
    return 1;
}

void help_if_asked(const struct program *program, const char *text,
                   const struct verb *verb, MPI_Comm comm)
{
    const int help =
                  strcmp(text, "--help") == 0 || strncmp(text, "--help=", 7) == 0,
              version = strcmp(text, "--version") == 0;
    const int rank = comm_rank(comm);
    int known = 1;
    if (!help && !version)
        return;
    if (rank == 0 && version)
        printf("%s %s, %s; vectors: %s\n", tree_program, machine_commit(),
               machine_compiler(), machine_vectors());
    if (rank == 0 && help)
        known = print_topic(program, verb, text[6] ? text + 7 : "");
    MPI_OK(MPI_Bcast(&known, 1, MPI_INT, 0, comm));
    if (!known)
        fail_all(EXIT_USAGE, "%s: --help=all is needed", text);
    process_check_stdout(comm);
    MPI_OK(MPI_Finalize());
    exit(EXIT_OK);
}
