/* common/engine/option.c - reads the command line by tables of options (option.h). */
#include "option.h"
#include "tree.h"
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Words ---- */

/* The k-th word of a|b|c; "" if there is none. The text is valid until the fifth next
 * call. */
static const char *word(const char *words, int k)
{
    static char text[5][64];
    static int turn;
    for (; k > 0 && *words; k--)
        words += strcspn(words, "|") + (strchr(words, '|') != NULL);
    turn = (turn + 1) % 5;
    snprintf(text[turn], sizeof text[turn], "%.*s",
             k < 0 ? 0 : (int)strcspn(words, "|"), words);
    return text[turn];
}

/* The number of a word of a|b|c, or -1. */
static int word_find(const char *words, const char *text)
{
    for (int k = 0; *word(words, k); k++)
        if (strcmp(word(words, k), text) == 0)
            return k;
    return -1;
}

/* ---- Rows and groups ---- */

/* The number of the row whose name is the first `length` characters of `name`, or -1. */
static int row_find(const struct option *table, const char *name, size_t length)
{
    for (int k = 0; table[k].name && length > 0; k++)
        if (strlen(table[k].name) == length &&
            strncmp(table[k].name, name, length) == 0)
            return k;
    return -1;
}

/* The group of the verb, or of all verbs, with this option, and its row; or NULL. */
static struct option_group *group_find(const struct program *program,
                                       const struct verb *verb, const char *name,
                                       size_t length, int *row)
{
    struct option_group *of[2] = {verb->groups, program->shared};
    for (int k = 0; k < 2; k++)
        for (struct option_group *g = of[k]; g->heading; g++)
            if ((*row = row_find(g->table, name, length)) >= 0)
                return g;
    return NULL;
}

const char *option_choice(const struct option *table, const char *name, int value)
{
    return word(table[row_find(table, name, strlen(name))].words, value);
}

int option_given(const struct option_group *group, const char *name)
{
    return group->given >> row_find(group->table, name, strlen(name)) & 1;
}

/* ---- Values ---- */

/* The number that `text` contains. One that is not allowed ends the run. */
static double number(const struct option *row, const char *text, const char *from)
{
    char *end;
    errno = 0;
    const double value = strtod(text, &end);
    const int whole =
        row->kind != WHOLE || (value == floor(value) && !strpbrk(text, ".eExX"));
    if (end == text || *end || errno == ERANGE || isspace((unsigned char)*text) ||
        !(value >= row->least && value <= row->most) || !whole)
        fail_all(EXIT_USAGE, "%s--%s=%s: %s from %.15g to %.15g is needed", from,
                 row->name, text,
                 row->kind == WHOLE ? "a whole number" : "a number", row->least,
                 row->most);
    return value;
}

void option_set(const struct option *row, void *values, const char *text,
                const char *from)
{
    void *member = (char *)values + row->offset;
    if (row->kind == WHOLE) {
        *(int *)member = (int)number(row, text, from);
    } else if (row->kind == NUMBER) {
        *(double *)member = number(row, text, from);
    } else if (row->kind == WORD) {
        if ((*(int *)member = word_find(row->words, text)) < 0)
            fail_all(EXIT_USAGE, "%s--%s=%s: one of %s is needed", from, row->name,
                     text, row->words);
    } else {
        if (!*text || strlen(text) >= TEXT_LENGTH)
            fail_all(EXIT_USAGE,
                     "%s--%s=%.200s: %zu characters, and 1 to %d are needed", from,
                     row->name, text, strlen(text), TEXT_LENGTH - 1);
        strcpy(member, text);
    }
}

static void set_defaults(struct option_group *groups)
{
    for (struct option_group *g = groups; g->heading; g++)
        for (const struct option *row = g->table; row->name; row++)
            if (*row->standard)
                option_set(row, g->values, row->standard, "");
}

/* ---- The command line ---- */

void option_append(char *list, size_t size, const char *separator, const char *name)
{
    const size_t used = strlen(list);
    snprintf(list + used, size - used, "%s%s", used ? separator : "", name);
}

/* The number with this position among those without a flag. */
static void read_number(struct verb *verb, int position, const char *text)
{
    const struct option *table = verb->numbers.table;
    char names[TEXT_LENGTH] = "";
    int most = 0;
    if (!table)
        fail_all(EXIT_USAGE, "%s: %s allows only flags, no numbers (see --help)",
                 text, verb->name);
    for (; table[most].name; most++)
        option_append(names, sizeof names, " ", table[most].name);
    if (position >= most)
        fail_all(EXIT_USAGE, "%s: at most %d numbers are allowed: %s", text, most,
                 names);
    option_set(&table[position], verb->numbers.values, text, "");
    if (!verb->number)
        verb->number = text;
}

/* Reads --NAME=VALUE, or --NAME with the value `next`. Returns the number of arguments
 * that it has read. */
static int read_option(const struct program *program, const struct verb *verb,
                       const char *text, const char *next)
{
    const size_t length = strcspn(text + 2, "=");
    const int joined = text[2 + length] == '=';
    const char *value = joined                                ? text + 3 + length
                        : next && strncmp(next, "--", 2) != 0 ? next
                                                              : NULL;
    int k = -1;
    struct option_group *group =
        text[1] == '-' ? group_find(program, verb, text + 2, length, &k) : NULL;
    for (int v = 0; !group && text[1] == '-' && program->verbs[v]; v++)
        if (group_find(program, program->verbs[v], text + 2, length, &k))
            fail_all(EXIT_USAGE,
                     "--%.*s: the verb %s does not have this flag, %s has it (see "
                     "--help)",
                     (int)length, text + 2, verb->name, program->verbs[v]->name);
    if (!group)
        fail_all(EXIT_USAGE, "%s: unknown flag (%s %s --help lists the flags)",
                 text, tree_program, verb->name);
    const struct option *row = &group->table[k];
    if (!value)
        fail_all(EXIT_USAGE, "--%s: a value is needed: --%s=%s", row->name,
                 row->name, row->words);
    option_set(row, group->values, value, "");
    group->given |= UINT64_C(1) << k;
    return joined ? 1 : 2;
}

/* The verb of this name, or NULL. */
static struct verb *verb_find(const struct program *program, const char *name)
{
    int v = 0;
    while (program->verbs[v] && strcmp(program->verbs[v]->name, name) != 0)
        v++;
    return program->verbs[v];
}

struct verb *options_read(const struct program *program, int argc, char **argv,
                          MPI_Comm comm)
{
    const int named = argc > 1 && isalpha((unsigned char)*argv[1]);
    struct verb *verb = named ? verb_find(program, argv[1]) : program->verbs[0];
    char names[TEXT_LENGTH] = "";
    for (int v = 0; program->verbs[v]; v++)
        option_append(names, sizeof names, ", ", program->verbs[v]->name);
    if (!verb)
        fail_all(EXIT_USAGE, "%s: unknown verb; one of %s is needed (see --help)",
                 argv[1], names);
    set_defaults(program->shared);
    set_defaults(verb->groups);
    for (int a = 1 + named, numbers = 0; a < argc;) {
        const char *text = argv[a];
        help_if_asked(program, text, named ? verb : NULL, comm);
        if (*text == '-' && (text[1] == '-' || isalpha((unsigned char)text[1])))
            a +=
                read_option(program, verb, text, a + 1 < argc ? argv[a + 1] : NULL);
        else
            read_number(verb, numbers++, argv[a++]);
    }
    return verb;
}
