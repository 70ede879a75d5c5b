/* common/problem/order.h - the order in which Gauss-Seidel sweeps through the rows.
 *
 * natural: as generated, lexicographic. color: rows of one colour stand together and
 * share no entry, so that they can be swept at once. The colour that holds the most
 * coarse points is swept first, or, with --coarse=middle, half-way: docs/3 says why.
 */
#ifndef MEMWALL_ORDER_H
#define MEMWALL_ORDER_H
#include "csr.h"

enum row_order { ORDER_NATURAL, ORDER_COLOR };

/* Rows first[c] .. first[c+1]-1 have colour c. */
struct coloring {
    int count;
    int *first; /* [count+1] */
};

/* Jones-Plassmann-Luby colouring (jpl.c): color[i] of each row, and how many there are. */
int color_jpl(const struct csr *A, int *color);

/* The permutation by colour: stored row i is row order[i]. Rows of a colour stay in
 * their old order. coarse_row[0 .. coarse_n-1] name the coarse points (may be none).
 * Caller frees order and colors->first. */
int *order_by_color(const struct csr *A, const int *coarse_row, int coarse_n,
                    struct coloring *colors);
#endif
