/* common/base/tree.h - the tree of this program: the folder with its kernels. */
#ifndef MEMWALL_TREE_H
#define MEMWALL_TREE_H

/* "ref" and "memwall-ref"; "steps/colors" and "memwall-steps-colors". */
extern const char tree_name[], tree_program[];

/* 1 if the tree takes spmv.c, or its loops over vectors, from ref. */
extern const int tree_reference_spmv, tree_reference_vectors;

/* ---- What the tree declares in its defaults.h ---- */

/* The order of the rows without the flag --order (DEFAULT_ORDER). order.h explains both. */
enum row_order { ORDER_NATURAL, ORDER_COLOR };
extern const enum row_order tree_default_order;

/* The assumption of the tree that the rules of the benchmark do not clearly allow, as
 * a phrase for reports, or NULL if there is none (EXTENSION). */
extern const char *const tree_extension;

/* 1 if the sweeps of the tree need the rows in the order of their colors
 * (COLORS_ONLY). */
extern const int tree_is_colors_only;
#endif
