/* common/problem/csr.h - a sparse matrix by rows, as the generator and file readers make it.
 *
 *   row i holds the entries e = ptr[i] .. ptr[i+1]-1: value val[e] in column col[e]
 *   columns 0 .. columns-1 are this rank's (of a square matrix they are its rows),
 *   columns .. columns+halo-1 are halo columns: values of other ranks, in the order in
 *   which the halo exchange delivers them; remote[h] is the global id of the h-th
 *
 * Between the generator and halo_build a column of another rank is written as
 * col[e] = -1 - k, where remote[k] is its global id.
 */
#ifndef MEMWALL_CSR_H
#define MEMWALL_CSR_H
#include <stddef.h>
#include <stdint.h>

struct csr {
    int n, columns, halo;
    size_t *ptr; /* [n+1]: nonzeros may pass 2^31 */
    int *col;
    double *val;
    int64_t *remote; /* [remotes]; after halo_build [halo] */
    int remotes;
};

void csr_free(struct csr *A);

/* Row i of the result is row order[i] of A; local columns are renamed alike. A NULL
 * order changes nothing. A is consumed. The entries keep their order within a row. */
struct csr csr_permute(struct csr A, const int *order);

/* The inverse of a permutation of 0 .. n-1. */
int *permutation_invert(int n, const int *order);

/* The diagonal of a square matrix. With `needed` (by a method that divides by it, named
 * for the message) a row where it is missing or zero ends the job. */
double *csr_diagonal(const struct csr *A, const char *needed);

/* sum_j a_ij for each local row: the right-hand side whose solution is all ones. */
void csr_row_sums(const struct csr *A, double *b);
#endif
