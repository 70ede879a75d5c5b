/* common/base/tree.c - what the Makefile knows of the tree, which it compiles this file for, and
 * what the tree declares. */
#include "tree.h"
#include <defaults.h>
#include <stddef.h>

const char tree_name[] = TREE;
const char tree_program[] = PROGRAM;
const int tree_reference_spmv = REFERENCE_SPMV;
const int tree_reference_vectors = REFERENCE_VECTORS;

const enum row_order tree_default_order = DEFAULT_ORDER;
const char *const tree_extension = EXTENSION;
const int tree_is_colors_only = COLORS_ONLY;
