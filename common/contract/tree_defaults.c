/* common/contract/tree_defaults.c - reads defaults.h of the tree of this program
 * (tree_defaults.h). */
#include "tree_defaults.h"
#include <defaults.h>
#include <stddef.h>

enum row_order tree_default_order(void)
{
    return DEFAULT_ORDER;
}

const char *tree_extension(void)
{
    return EXTENSION;
}

int tree_is_colors_only(void)
{
    return COLORS_ONLY;
}
