/* common/base/tree.h - the tree of this program: the folder with its kernels. */
#ifndef MEMWALL_TREE_H
#define MEMWALL_TREE_H

extern const char tree_name[];    /* "ref", "steps/colors" */
extern const char tree_program[]; /* "memwall-ref"; for steps/colors "memwall-" and steps-colors */

/* 1 if the tree takes spmv.c, or its loops over vectors, from ref. */
extern const int tree_reference_spmv, tree_reference_vectors;
#endif
