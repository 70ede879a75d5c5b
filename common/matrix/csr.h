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
 */
#ifndef MEMWALL_CSR_H
#define MEMWALL_CSR_H
#include <stddef.h>
#include <stdint.h>

struct csr {
    int n, columns, halo; /* local rows, local columns, halo columns */
    size_t *ptr;          /* [n+1]; the number of entries may exceed 2^31 */
    int *col;             /* [ptr[n]] */
    double *val;          /* [ptr[n]] */
    int64_t *remote;      /* [remotes] global numbers; after halo_build [halo] */
    int remotes;
};

/* Generates a matrix with this many local rows and columns. `row` stores the entries of a
 * row, at most 27, and returns their number. It is called twice for each row, by several
 * threads. The caller owns the result. Lack of memory ends the job. */
struct csr_entry {
    int column; /* local column, -1: the unknown of another rank */
    int64_t id; /* global number of the unknown */
    double value;
};
struct csr csr_generate(int rows, int columns,
                        int (*row)(const void *data, int i,
                                   struct csr_entry *entry),
                        const void *data);

void csr_free(struct csr *A); /* frees the arrays and sets *A to zero */

/* Returns the square matrix whose row i is row order[i] of A, with the local columns
 * renumbered in the same way; `inverse` is the inverse of `order`. The entries of a
 * row remain in their order. Frees A: first its columns, then its values, so that
 * the values alone exist twice at the same time. */
struct csr csr_permute(struct csr A, const int *order, const int *inverse);

/* Returns the inverse of a permutation of 0 .. n-1; the caller frees it with
 * mem_free. */
int *permutation_invert(int n, const int *order);

/* Returns the diagonal of a square matrix as an array [A->n], which the caller
 * frees with mem_free. A missing entry is 0. If `needed` is not NULL, a missing or
 * zero entry ends the program with a message in which `needed` names the method
 * that divides by the diagonal. */
double *csr_diagonal(const struct csr *A, const char *needed);

/* Computes b_i = sum_j a_ij for each local row, the right-hand side of A x = b whose
 * solution has all entries equal to 1. b: [A->n]. */
void csr_row_sums(const struct csr *A, double *b);
#endif
