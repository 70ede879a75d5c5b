/* tests/judge/problem.h - the hierarchies and matrices on which a tree is judged.
 *
 * Every matrix exists twice: as a struct matrix, which the tree stores in its layout,
 * and as a private copy in f64, which the tree never sees and from which the judge
 * recomputes the rows of its results. Everything follows from the seed.
 *
 * There is one rank.
 */
#ifndef JUDGE_PROBLEM_H
#define JUDGE_PROBLEM_H
#include "csr.h"
#include "level.h"
#include "seeded.h"

/* The matrix of each level.
 *   stencil     the 27-point matrix of the benchmark: 26 and -1
 *   varying     the same pattern, random values, nonsymmetric
 *   permuted    part of this pattern, random values, the rows in random order
 *   irregular   a random graph with rows of very different lengths */
enum problem_kind {
    PROBLEM_STENCIL,
    PROBLEM_VARYING,
    PROBLEM_PERMUTED,
    PROBLEM_IRREGULAR,
    PROBLEM_KINDS
};
const char *problem_name(enum problem_kind kind);

/* The private copy of a matrix, in the stored order of the rows. */
struct judged_matrix {
    struct matrix *A; /* the matrix that the tree knows */
    struct csr copy;
    int *coarse_row; /* as in struct level, in host memory */
};

struct problem {
    struct hierarchy *h;
    struct matrix R, P; /* a restriction and a prolongation of level 0 */
    struct judged_matrix judged[MAX_LEVELS + 2]; /* the levels, R and P */
};

/* What problem_create needs. box: grid points, each divisible by 2^(levels-1). */
struct problem_setup {
    enum problem_kind kind;
    int box[3], levels;
    enum row_order order;
    format_set need; /* formats in which each matrix is stored */
    uint64_t seed;
};

/* Creates a problem; frees it. The result is at a fixed address until it is freed. */
struct problem *problem_create(const struct problem_setup *setup);
void problem_free(struct problem *p);

/* The private copy of A; NULL if A belongs to no problem that exists. */
const struct judged_matrix *problem_find(const struct matrix *A);
#endif
