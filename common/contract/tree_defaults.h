/* common/contract/tree_defaults.h - what the tree of this program declares in its defaults.h. */
#ifndef MEMWALL_TREE_DEFAULTS_H
#define MEMWALL_TREE_DEFAULTS_H
#include "order.h"

/* The order of the rows without the flag --order (DEFAULT_ORDER). */
enum row_order tree_default_order(void);

/* The assumption of the tree that the rules of the benchmark do not clearly allow, as
 * a phrase for reports, or NULL if there is none (EXTENSION). */
const char *tree_extension(void);

/* 1 if the sweeps of the tree need the rows in the order of their colors
 * (COLORS_ONLY). */
int tree_is_colors_only(void);
#endif
