/* common/matrix/csr.h - a sparse matrix in CSR format, on one rank.
 *
 *   row i          entries e = ptr[i] .. ptr[i+1]-1, with the value val[e] in
 *                  column col[e]
 *
 *   columns   | 0 .. columns-1: local | columns .. columns+halo-1: halo |
 *
 * Local columns belong to unknowns of this rank (in a square matrix they are its
 * rows). Halo columns belong to unknowns of other ranks; remote[h] is the global
 * number of the unknown of halo column columns + h.
 *
 * Generators and file readers create matrices without halo columns: there, an entry
 * for the unknown of another rank has col[e] = -1 - k, and remote[k] is the global
 * number of this unknown. halo_build (halo.h) numbers the halo columns and replaces
 * these values.
 *
 * Two departures from this format keep set-up from storing a matrix twice. The
 * functions csr_row and csr_column below read all matrices; csr_permute returns a
 * matrix without these departures.
 *
 *   repeated   Nearly all rows of a stencil matrix have the same values at the same
 *   row        distance from their diagonal. Such a row is stored once, behind the
 *              others: entries e = ptr[n] .. ptr[n]+repeated-1, with the value
 *              val[e] in column i + col[e] of each row i that has no entries of its
 *              own (ptr[i] = ptr[i+1]).
 *   order      If `order` is not NULL, row i is stored as row order[i], and the
 *              local column j of an entry is stored as order[j], so that
 *              inverse[stored column] = j.
 */
#ifndef MEMWALL_CSR_H
#define MEMWALL_CSR_H
#include <stddef.h>
#include <stdint.h>

struct csr {
    int n, columns, halo; /* local rows, local columns, halo columns */
    size_t *ptr;          /* [n+1]; the number of entries may exceed 2^31 */
    int *col;             /* [ptr[n] + repeated] */
    double *val;          /* [ptr[n] + repeated] */
    int repeated;         /* entries of the repeated row; 0: there is none */
    int64_t *remote;      /* [remotes] global numbers; after halo_build [halo] */
    int remotes;
    const int *order, *inverse; /* [n] see above; they belong to somebody else */
};

/* A row: the value val[k] in the stored column col[k] + shift, k = 0 .. count-1. */
struct stored_row {
    int count, shift;
    const int *col;
    const double *val;
};

/* The row that is stored as row i. */
static inline struct stored_row csr_stored_row(const struct csr *A, int i)
{
    const int own = (int)(A->ptr[i + 1] - A->ptr[i]);
    const size_t first = own > 0 ? A->ptr[i] : A->ptr[A->n];
    const struct stored_row row = {own > 0 ? own : A->repeated, own > 0 ? 0 : i,
                                   A->col + first, A->val + first};
    return row;
}

/* Row i, which may be stored in another order. */
static inline struct stored_row csr_row(const struct csr *A, int i)
{
    return csr_stored_row(A, A->order ? A->order[i] : i);
}

/* The column of entry k of a row of A. */
static inline int csr_column(const struct csr *A, const struct stored_row *row,
                             int k)
{
    const int j = row->col[k] + row->shift;
    return A->inverse && j < A->columns ? A->inverse[j] : j;
}

void csr_free(struct csr *A); /* frees the arrays and sets *A to zero */

/* The number of entries of all rows. */
size_t csr_nonzeros(const struct csr *A);

/* Returns the bytes of the arrays ptr, col and val (mem_cost). */
size_t csr_cost(size_t n, size_t nonzeros);

/* Returns the square matrix whose row i is row order[i] of A, with the local columns
 * renumbered in the same way, and stores all its rows in their order. The entries of
 * a row remain in their order. Frees A. A->order is NULL or `order`. If `order` is
 * NULL, no row is renumbered, and the result is A itself if A stores all its rows. */
struct csr csr_permute(struct csr A, const int *order);

/* Returns the inverse of a permutation of 0 .. n-1; the caller frees it with
 * mem_free. */
int *permutation_invert(int n, const int *order);

/* Returns the diagonal of a square matrix as an array [A->n], which the caller
 * frees with mem_free. A missing entry is 0. If `needed` is not NULL, a missing or
 * zero entry ends the program with a message in which `needed` names the method
 * that divides by the diagonal. */
double *csr_diagonal(const struct csr *A, const char *needed);

/* Computes b_i = sum_j a_ij for each local row: the right-hand side of A x = b
 * whose solution has all entries equal to 1. b is an array [A->n]. */
void csr_row_sums(const struct csr *A, double *b);
#endif
