/* common/matrix/tree_options.h - selects between implementations in a tree.
 *
 * opt implements some steps in several ways, so that the gain of each one can be
 * measured (docs/10). The options are an argument of set-up (matrix_create,
 * hierarchy_create) and are stored in the matrix that it returns; there is no
 * global state. ref uses only `coloring` and `coarse`. The file defaults.h of a
 * tree contains its defaults.
 */
#ifndef MEMWALL_TREE_OPTIONS_H
#define MEMWALL_TREE_OPTIONS_H

enum layout_kind { LAYOUT_ELL, LAYOUT_SELL, LAYOUT_IMPLICIT };
enum coloring_kind { COLORING_GREEDY, COLORING_JPL };
enum coarse_position { COARSE_FIRST, COARSE_MIDDLE, COARSE_LAST };
enum value_storage { VALUES_PLAIN, VALUES_CODED };
enum cgs2_passes { CGS2_4_PASSES, CGS2_3_PASSES };

/* All members are int, because the parser of the command line stores into them
 * through pointers to int. For a switch, 1 is on and 0 is off. */
struct tree_options {
    int layout; /* enum layout_kind: storage of the matrix (docs/04, 05) */
    int values; /* enum value_storage: numbers, or codes of few values (docs/19) */
    int symmetric;  /* on: of a symmetric matrix only D and L are stored (docs/25) */
    int coloring;   /* enum coloring_kind: how the rows are colored (docs/03) */
    int coarse;     /* enum coarse_position: color of the coarse points (docs/03) */
    int fuse;       /* on: restriction computes only the residual that it needs */
    int zero_guess; /* on: sweeps with zero initial guess read half of A */
    int sweep_spmv; /* on: the product after a sweep reads half of A (docs/18) */
    int cgs2;       /* enum cgs2_passes: passes over the basis (docs/07) */
    int overlap;    /* on: interior rows are computed during the halo exchange */
    int graphs;     /* on: a GPU launches the colors of a sweep as one graph */
    int team_rows;  /* a GPU sweeps levels of at most so many rows in one launch */
};

/* Returns the defaults of the tree of this program. */
struct tree_options tree_options_default(void);
#endif
