/* tests/checker/problem.h - the hierarchies and matrices on which a tree is checked.
 *
 * Every matrix exists twice: as a struct matrix, which the tree stores in its layout,
 * and as a private copy in f64, which the tree never sees and from which the rows of its
 * results are recomputed. The private copy has the numbers of the unknowns of other ranks as
 * the generator wrote them, and does not depend on the halo plan. Everything follows from
 * the seed.
 */
#ifndef CHECKER_PROBLEM_H
#define CHECKER_PROBLEM_H
#include "csr.h"
#include "hierarchy.h"
#include "seeded.h"

/* The matrix of each level. The first four have boxes of grid points on each level, and
 * the others one level whose every third row is a coarse row. Their entries are small integers times a
 * power of two, which are exact in every format.
 *   stencil      the 27-point matrix of the benchmark: 26 and -1
 *   varying      the same pattern, random values, nonsymmetric
 *   permuted     part of this pattern, random values, the rows in random order
 *   irregular    a random graph with rows of very different lengths
 *   diagonal     no entries beside the diagonal, except for columns of another rank
 *   two colors   no row has entries both in earlier and in later columns; two empty colors
 *   chain        a nonsymmetric pattern in natural order
 *   long rows    two colors, every eleventh row has 37 entries */
enum problem_kind {
    PROBLEM_STENCIL,
    PROBLEM_VARYING,
    PROBLEM_PERMUTED,
    PROBLEM_IRREGULAR,
    PROBLEM_DIAGONAL,
    PROBLEM_TWO_COLORS,
    PROBLEM_CHAIN,
    PROBLEM_LONG_ROWS,
    PROBLEM_KINDS
};
const char *problem_name(enum problem_kind kind);

/* The private copy of a matrix, in the stored order of the rows. */
struct checked_matrix {
    struct matrix *A; /* the matrix that the tree knows */
    struct csr copy;  /* column copy.columns + k is the unknown of entry remote[k] below */
    int first, total; /* unknowns of the columns: of the ranks before this one, of all */
    int *remote;      /* [copy.remotes] unknowns of other ranks, in 0 .. total-1 */
    int *coarse_row;  /* as in struct level, in host memory */
    const int *order; /* column j is unknown first + order[j]; NULL: first + j */
};

/* Square or rectangular matrices besides the levels' matrices: a restriction, a
 * prolongation, and a square matrix without an entry on some diagonals. Some of their rows are
 * empty, and one is full. */
enum { RESTRICTION, PROLONGATION, SCATTERED, PRODUCTS };

struct problem {
    struct hierarchy *h;
    struct matrix product[PRODUCTS];
    struct checked_matrix checked[MAX_LEVELS + PRODUCTS]; /* the levels, product[] */
};

/* What problem_create needs. box: grid points of a rank, each divisible by
 * 2^(levels-1), or arbitrary factors whose product is the number of rows. */
struct problem_config {
    enum problem_kind kind;
    int box[3], levels;
    enum row_order order;
    format_set need; /* formats in which each matrix is stored */
    uint64_t seed;
};

/* Creates a problem; frees it. The result is at a fixed address until it is freed.
 * Collective. */
struct problem *problem_create(const struct problem_config *config);
void problem_free(struct problem *p);

/* The private copy of A; NULL if A belongs to no problem that exists. */
const struct checked_matrix *problem_find(const struct matrix *A);
#endif
