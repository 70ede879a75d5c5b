/* common/solver/ilu.c - ILU(0) and approximate inverses of the factors. */
#include "ilu.h"
#include "error.h"
#include "halo.h"
#include "ilu_rows.h"
#include "memory.h"
#include <math.h>
#include <string.h>

/* Marks the columns of the entries begin .. end-1 of a row with 1 + e, or clears
 * the marks. */
static void mark_row(struct ilu_rows *F, size_t begin, size_t end, int on)
{
    for (size_t e = begin; e < end; e++)
        F->mark[F->col[e]] = on ? e + 1 : 0;
}

/* Subtracts `factor` times the entries begin .. end-1 from the marked row, in the
 * columns in which the marked row has entries. a[0] is the value of the entry
 * `first` of that row. */
static void subtract_row(const struct ilu_rows *F, double factor, size_t begin,
                         size_t end, size_t first, double *a)
{
    for (size_t e = begin; e < end; e++) {
        size_t marked = F->mark[F->col[e]];
        if (marked)
            a[marked - 1 - first] -= factor * F->val[e];
    }
}

/* Factors row i in place (Saad, algorithm 10.4), where only stored entries are not
 * zero:
 *
 *   for k < i with a_ik != 0:
 *       a_ik = a_ik / a_kk
 *       for j > k with a_ij != 0:  a_ij = a_ij - a_ik a_kj
 *
 * The row then contains L before its diagonal entry, and U from the diagonal entry
 * on. The rows k must be factored. Returns 0 if the pivot a_ii is zero or not
 * finite, else 1. */
static int factor_row(struct ilu_rows *F, int i)
{
    mark_row(F, F->begin[i], F->end[i], 1);
    for (size_t e = F->begin[i]; e < F->diagonal[i]; e++) {
        int k = F->col[e];
        double a_ik = F->val[e] /= F->val[F->diagonal[k]];
        subtract_row(F, a_ik, F->diagonal[k] + 1, F->end[k], 0, F->val);
    }
    mark_row(F, F->begin[i], F->end[i], 0);
    double pivot = F->val[F->diagonal[i]];
    return pivot != 0 && isfinite(pivot);
}

/* Row i of M_L: solves m L = e_i on the pattern of row i of L, from the diagonal
 * entry to the left. m[] has one number for each entry of the row, in the same
 * order. */
static void invert_lower(struct ilu_rows *F, int i, double *m)
{
    const size_t begin = F->begin[i], end = F->diagonal[i] + 1;
    mark_row(F, begin, end, 1);
    for (size_t e = begin; e < end; e++)
        m[e - begin] = e + 1 == end;
    for (size_t e = end;
         e-- > begin;) { /* m_k is final: subtract m_k times row k of L */
        int k = F->col[e];
        subtract_row(F, m[e - begin], F->begin[k], F->diagonal[k], begin, m);
    }
    mark_row(F, begin, end, 0);
}

/* Row i of M_U: solves m U = e_i on the pattern of row i of U, from the diagonal
 * entry to the right. */
static void invert_upper(struct ilu_rows *F, int i, double *m)
{
    const size_t begin = F->diagonal[i], end = F->end[i];
    mark_row(F, begin, end, 1);
    for (size_t e = begin; e < end; e++)
        m[e - begin] = e == begin;
    for (size_t e = begin; e < end; e++) { /* subtract m_k times row k of U */
        int k = F->col[e];
        m[e - begin] /= F->val[F->diagonal[k]];
        subtract_row(F, m[e - begin], F->diagonal[k] + 1, F->end[k], begin, m);
    }
    mark_row(F, begin, end, 0);
}

/* M_L (upper = 0) or M_U (upper = 1), with remote columns as before halo_build. */
static struct csr invert(struct ilu_rows *F, int upper)
{
    const int n = F->n;
    struct csr M = {
        .n = n, .columns = n, .ptr = NEW(size_t, (size_t)n + 1, "row pointers")};
    M.ptr[0] = 0;
    for (int i = 0; i < n; i++) {
        size_t begin = upper ? F->diagonal[i] : F->begin[i];
        size_t end = upper ? F->end[i] : F->diagonal[i] + 1;
        M.ptr[i + 1] = M.ptr[i] + (end - begin);
        for (size_t e = begin; e < end; e++)
            M.remotes += F->col[e] >= n;
    }
    M.col = NEW(int, M.ptr[n], "columns");
    M.val = NEW(double, M.ptr[n], "matrix values");
    M.remote = NEW(int64_t, (size_t)M.remotes, "remote columns");
    int remote = 0;
    for (int i = 0; i < n; i++) {
        if (upper)
            invert_upper(F, i, M.val + M.ptr[i]);
        else
            invert_lower(F, i, M.val + M.ptr[i]);
        const int *col = F->col + (upper ? F->diagonal[i] : F->begin[i]);
        for (size_t e = M.ptr[i]; e < M.ptr[i + 1]; e++, col++) {
            if (*col >= n)
                M.remote[remote] = ilu_rows_id(F, *col);
            M.col[e] = *col < n ? *col : -1 - remote++;
        }
    }
    return M;
}

static struct csr copy(const struct csr *A)
{
    const size_t rows = (size_t)A->n, nonzeros = A->ptr[A->n];
    struct csr B = {.n = A->n,
                    .columns = A->columns,
                    .ptr = NEW(size_t, rows + 1, "row pointers"),
                    .col = NEW(int, nonzeros, "columns"),
                    .val = NEW(double, nonzeros, "matrix values"),
                    .remote = NEW(int64_t, (size_t)A->remotes, "remote columns"),
                    .remotes = A->remotes};
    memcpy(B.ptr, A->ptr, (rows + 1) * sizeof *B.ptr);
    memcpy(B.col, A->col, nonzeros * sizeof *B.col);
    memcpy(B.val, A->val, nonzeros * sizeof *B.val);
    memcpy(B.remote, A->remote, (size_t)A->remotes * sizeof *B.remote);
    return B;
}

/* Factors the rows of this rank. Receives the rows of lower ranks before and those
 * of higher ranks after. Returns the global id of the first row with a bad pivot
 * over all ranks, INT64_MAX if there is none. Collective. */
static int64_t factor_rows(struct ilu_rows *F, const struct halo_plan *plan,
                           int rank)
{
    int64_t bad = INT64_MAX;
    int r = 0, higher = 0;
    for (; r < plan->receives && plan->receive_rank[r] < rank; r++)
        ilu_rows_receive(F, plan, r);
    for (int i = 0; i < F->n; i++)
        if (!factor_row(F, i) && bad == INT64_MAX)
            bad = F->first + i;
    while (higher < plan->sends && plan->send_rank[higher] < rank)
        higher++;
    for (int s = higher; s < plan->sends;
         s++) /* first to those that wait for the rows */
        ilu_rows_send(F, plan, s);
    for (int s = 0; s < higher; s++)
        ilu_rows_send(F, plan, s);
    for (; r < plan->receives; r++)
        ilu_rows_receive(F, plan, r);
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, &bad, 1, MPI_INT64_T, MPI_MIN, plan->comm));
    return bad;
}

int64_t ilu_inverses(const struct csr *A, const struct blocks *rows, int tag,
                     MPI_Comm comm, struct csr inverse[2])
{
    int rank;
    MPI_OK(MPI_Comm_rank(comm, &rank));
    struct csr B = copy(A);
    const struct partition owners = blocks_partition(rows);
    struct halo_plan plan = halo_build(&B, &owners, tag, comm);
    struct ilu_rows F = ilu_rows_create(&B, blocks_first(rows, rank));
    const int64_t bad = factor_rows(&F, &plan, rank);
    for (int upper = 0; upper < 2; upper++)
        inverse[upper] = bad == INT64_MAX ? invert(&F, upper) : (struct csr){0};
    ilu_rows_free(&F); /* frees B.col and B.val too */
    mem_free(B.ptr);
    mem_free(B.remote);
    halo_free(&plan);
    return bad == INT64_MAX ? -1 : bad;
}
