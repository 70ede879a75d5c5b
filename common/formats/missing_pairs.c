/* common/formats/missing_pairs.c - a list of pairs, and the message about them
 * (missing_pairs.h). */
#include "missing_pairs.h"
#include "error.h"
#include "tree.h"
#include <stdio.h>
#include <string.h>

static void append(struct missing_pairs *list, int compiled, enum format real,
                   enum format store)
{
    char pair[16];
    snprintf(pair, sizeof pair, "%s_%s", format_name(real), format_name(store));
    const size_t used = strlen(list->text);
    if (!compiled && !strstr(list->text, pair))
        snprintf(list->text + used, sizeof list->text - used, "%s%s",
                 used ? " " : "", pair);
}

void missing_matrix_pair(struct missing_pairs *list, enum format real,
                         enum format store)
{
    append(list, format_matrix_pair(real, store), real, store);
}

void missing_vector_pair(struct missing_pairs *list, enum format real,
                         enum format store)
{
    append(list, format_vector_pair(real, store), real, store);
}

void missing_pairs_check(const struct missing_pairs *list, const char *name)
{
    if (*list->text)
        fail_all(
            EXIT_USAGE,
            "%s: this program has no kernels for the formats %s; build it with "
            "make TREE=%s FORMATS=\"%s\", or with FORMATS=all",
            name, list->text, tree_name, list->text);
}
