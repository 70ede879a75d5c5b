/* common/base/tree.c - what the Makefile knows of the tree, which it compiles this file for. */
#include "tree.h"

const char tree_name[] = TREE;
const char tree_program[] = PROGRAM;
const int tree_reference_spmv = REFERENCE_SPMV;
const int tree_reference_vectors = REFERENCE_VECTORS;
