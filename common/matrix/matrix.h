/* common/matrix/matrix.h - a sparse matrix, distributed by rows over the ranks.
 *
 *   y = A x:   x   | columns local entries | halo_n halo entries |
 *              y   | n local entries |
 *
 * The matrix of a multigrid level, a transfer operator between two levels (P, R), a
 * factor of an ILU preconditioner and the matrix of a file are all of this type. It
 * contains what every tree needs: sizes, the halo plan, the order of the rows. The
 * nonzeros are stored in `layout`, a type that each tree defines itself in its
 * files <layout.h> and layout.c.
 *
 * Values in several formats. A layout stores the values in one format or in
 * several, for example f64 for the outer iteration and f16 for the preconditioner.
 * formats[f] is the format of the values with which a vector in format f is
 * multiplied: f itself, unless the caller changes it. A copy of struct matrix with
 * other formats is a second view of the same matrix; only the original is freed.
 */
#ifndef MEMWALL_MATRIX_H
#define MEMWALL_MATRIX_H
#include "format.h"
#include "halo.h"
#include "order.h"
#include "row_scale.h"
#include "vector.h"
#include <stddef.h>
#include <stdint.h>

struct csr;
struct layout;
struct level;

/* A set of formats: bit f (1u << f) is set if it contains format f. */
typedef unsigned format_set;

struct matrix {
    const char *what;       /* in messages; NULL: "the matrix" */
    int level;              /* multigrid level, for the table of times; 0: finest */
    int n, columns, halo_n; /* local rows, local columns, halo columns */
    int square;             /* 1: rows and columns have the same unknowns */
    int sweeps;             /* 1: Gauss-Seidel needs the diagonal and an order */
    size_t nonzeros;        /* of the local rows */
    int64_t global_rows, global_nonzeros; /* of all ranks */
    MPI_Comm comm; /* the ranks over which the rows are distributed */
    struct halo_plan halo;
    struct coloring colors; /* of the rows in stored order; count = 0: natural */
    int *order;             /* [n] stored row i is row order[i] in natural order;
                               NULL: both orders are the same */
    double terms;           /* the size of the terms of A x: sqrt(s) in (11.6) */
    double *partial;        /* [tiles(n)] scratch for sums, in device memory */
    enum format formats[FORMATS]; /* see above */
    struct row_rounding
        rounding; /* of the values in i8 on all ranks; zero without */
    struct layout *layout;
};

/* Arguments of matrix_create besides the entries. */
struct matrix_config {
    const char *what; /* as in struct matrix */
    int level, square, sweeps;
    format_set need; /* the formats in which the values are stored */
};

/* Returns a matrix for products (spmv, residual), with the rows in the order of A
 * and without Gauss-Seidel. Entries of A in columns of other ranks are marked as
 * csr.h describes, and `columns` tells which ranks own these columns. `tag` is an
 * MPI tag that must differ between two successive calls. Frees A. Collective over
 * comm. The caller frees the result with matrix_free. */
struct matrix matrix_create(struct csr A, const struct matrix_config *config,
                            const struct partition *columns, int tag,
                            MPI_Comm comm);

/* The first step of matrix_create: sizes and halo plan. The columns of A are then local
 * rows and halo entries. The caller may reorder A before matrix_store. */
struct matrix matrix_begin(struct csr *A, const struct matrix_config *config,
                           const struct partition *columns, int tag, MPI_Comm comm);
void matrix_free(struct matrix *A);

/* The last step of set-up, after halo, order and sizes of A are set: creates the
 * layout and the scratch array, sets formats[f] to f, and computes `terms`. Ends the run if a
 * row does not fit into a format of `need` (row_range.h). Frees `entries`. matrix_create and
 * hierarchy_create call it. Collective over the ranks of A. */
void matrix_store(struct matrix *A, struct csr entries, format_set need);

/* ---- The layout: four functions in layout.c of each tree ---- */

/* Returns the layout of the entries, with the values in each format of `need`.
 * Reads the other members of A. Frees `entries`, whose rows are in the order of A. */
struct layout *layout_create(const struct matrix *A, struct csr entries,
                             format_set need);

/* Prepares restriction and prolongation by injection. It is called for each level
 * but the coarsest, when coarse_row[] of the level is final (level.h). */
void layout_link(struct level *level);
void layout_free(struct layout *layout);

/* Writes one line about the storage, for the report, to text[0 .. length-1]. */
void layout_describe(const struct matrix *A, char *text, size_t length);
#endif
