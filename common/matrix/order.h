/* common/matrix/order.h - the order in which Gauss-Seidel updates the rows.
 *
 *   natural   the order in which the matrix was generated (lexicographic in a grid)
 *   color     color by color. Two rows of one color have no common entry, that is
 *             a_ij = 0 for rows i and j of one color, so that they can be updated
 *             in parallel.
 *
 * In the order by color, the color with the most coarse grid points comes first,
 * or, with --coarse, in the middle or last; docs/03 explains why this matters.
 */
#ifndef MEMWALL_ORDER_H
#define MEMWALL_ORDER_H
#include "tree.h"

struct csr;

enum coloring_kind { COLORING_GREEDY, COLORING_JPL };
enum coarse_position { COARSE_FIRST, COARSE_MIDDLE, COARSE_LAST };

/* How the rows are colored and how the colors are ordered. The members are int,
 * because the parser of the command line stores into them through pointers to int. */
struct coloring_rule {
    int kind;   /* enum coloring_kind: the algorithm */
    int coarse; /* enum coarse_position: of the color with the most coarse points */
};

/* Rows first[c] .. first[c+1]-1 have color c. count = 0 means natural order. */
struct coloring {
    int count;
    int *first; /* [count+1], in host memory */
};

/* The local rows, in natural order, that are points of the next coarser level. */
struct coarse_points {
    const int *row; /* [count] */
    int count;
};

/* Returns the permutation that sorts the rows by color: row i of the new order is
 * row order[i] of A, where `order`, an array [A->n], is the result. Rows of one
 * color remain in their order. *colors is output. The pattern of the local columns of A
 * must be symmetric. If a row needs more than 64 colors, the program ends. `block` is a number of
 * rows that a thread colors one after the other; it affects only the run time, and one
 * grid plane is a good choice. The caller frees the result and colors->first with mem_free. */
int *order_by_color(const struct csr *A, const struct coarse_points *coarse,
                    struct coloring_rule rule, int block, struct coloring *colors);
#endif
