/* common/solver/ilu_rows.h - the matrix rows that ILU(0) factors on a rank.
 *
 *   rows 0 .. n-1             the rows of this rank
 *   rows n .. n+halo-1        the rows of the halo columns, received from their
 *                             owners
 *   entries of row i          e = begin[i] .. end[i]-1, value val[e] in column
 *                             col[e], ascending by global id
 *   diagonal entry of row i   e = diagonal[i]; the entries before it belong to L
 *
 * Columns are local: 0 .. n-1 are the rows of this rank, n .. n+halo-1 the halo
 * columns. Entries of a received row in other columns are not stored, because no
 * row of this rank has an entry there.
 */
#ifndef MEMWALL_ILU_ROWS_H
#define MEMWALL_ILU_ROWS_H
#include "csr.h"
#include "halo.h"

struct ilu_rows {
    int n, halo;
    int64_t first;          /* global id of row 0 */
    const int64_t *halo_id; /* [halo] global ids of the halo columns, ascending */
    size_t *begin, *diagonal, *end; /* [n + halo] */
    size_t filled, capacity;        /* entries stored; length of col[] and val[] */
    int *col;
    double *val;
    size_t
        *mark; /* [n + halo] 1 + entry of the marked row in this column, else 0 */
};

/* The rows of A after halo_build; `first` is the global id of row 0. Every row
 * must contain its diagonal entry. A->col and A->val become part of the result,
 * A->remote is referred to. Lack of memory ends the job. The caller calls
 * ilu_rows_free. */
struct ilu_rows ilu_rows_create(const struct csr *A, int64_t first);
void ilu_rows_free(struct ilu_rows *F);

/* The global id of a local column. */
int64_t ilu_rows_id(const struct ilu_rows *F, int column);

/* Sends the rows of this rank that neighbor s of the plan needs, or receives the
 * rows of the halo columns from neighbor r. Blocking; the two calls match on the
 * two ranks. */
void ilu_rows_send(const struct ilu_rows *F, const struct halo_plan *plan, int s);
void ilu_rows_receive(struct ilu_rows *F, const struct halo_plan *plan, int r);
#endif
