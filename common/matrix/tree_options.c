/* common/matrix/tree_options.c - the default options of the compiled tree. */
#include "tree_options.h"
#include <defaults.h>

struct tree_options tree_options_default(void)
{
    return (struct tree_options)DEFAULT_OPTIONS;
}
