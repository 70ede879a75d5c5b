/* common/solver/ilu.c - ILU(0) and approximate inverses of the factors. */
#include "ilu.h"
#include "error.h"
#include "halo.h"
#include "memory.h"
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The rows that ILU(0) factors on a rank:
 *
 *   rows 0 .. n-1             the rows of this rank
 *   rows n .. n+halo-1        the rows of the halo columns, received from their owners
 *   entries of row i          e = begin[i] .. end[i]-1, value val[e] in column col[e],
 *                             ascending by global id
 *   diagonal entry of row i   e = diagonal[i]; the entries before it belong to L
 *
 * Columns are local: 0 .. n-1 are the rows of this rank, n .. n+halo-1 the halo
 * columns. Entries of a received row in other columns are not stored, because no
 * row of this rank has an entry there. */
struct rows {
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

/* ---- Storing, sending and receiving rows ---- */

/* The global id of a local column. */
static int64_t id_of(const struct rows *F, int column)
{
    return column < F->n ? F->first + column : F->halo_id[column - F->n];
}

static int by_id(const void *a, const void *b)
{
    int64_t p = *(const int64_t *)a, q = *(const int64_t *)b;
    return (p > q) - (p < q);
}

/* The local column with this global id; -1 if there is none. */
static int column_of(const struct rows *F, int64_t id)
{
    if (id >= F->first && id < F->first + F->n)
        return (int)(id - F->first);
    const int64_t *found =
        F->halo ? bsearch(&id, F->halo_id, (size_t)F->halo, sizeof id, by_id)
                : NULL;
    return found ? F->n + (int)(found - F->halo_id) : -1;
}

/* The rows of A after halo_build; `first` is the global id of row 0. A->col and A->val
 * become part of the result, A->remote is referred to. */
static struct rows rows_create(const struct csr *A, int64_t first)
{
    size_t rows = (size_t)A->n + (size_t)A->halo;
    struct rows F = {.n = A->n,
                     .halo = A->halo,
                     .first = first,
                     .halo_id = A->remote,
                     .begin = NEW(size_t, rows, "rows of the factors"),
                     .diagonal = NEW(size_t, rows, "rows of the factors"),
                     .end = NEW(size_t, rows, "rows of the factors"),
                     .filled = A->ptr[A->n],
                     .capacity = A->ptr[A->n],
                     .col = A->col,
                     .val = A->val,
                     .mark = mem_zero(rows, sizeof(size_t), "columns of a row")};
    for (int i = 0; i < A->n; i++) {
        F.begin[i] = F.diagonal[i] = A->ptr[i];
        F.end[i] = A->ptr[i + 1];
        while (F.col[F.diagonal[i]] != i)
            F.diagonal[i]++;
    }
    return F;
}

static void rows_free(struct rows *F)
{
    void *const all[] = {F->begin, F->diagonal, F->end, F->col, F->val, F->mark};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        mem_free(all[k]);
}

/* Copies the first `filled` elements of an array into a larger array. */
static void *enlarge(void *old, size_t filled, size_t capacity, size_t size)
{
    void *copy = mem_alloc(capacity, size, "rows of the factors");
    memcpy(copy, old, filled * size);
    mem_free(old);
    return copy;
}

/* Ensures that `more` further entries can be stored. */
static void reserve(struct rows *F, size_t more)
{
    if (F->filled + more <= F->capacity)
        return;
    F->capacity = 2 * F->capacity + more;
    F->col = enlarge(F->col, F->filled, F->capacity, sizeof *F->col);
    F->val = enlarge(F->val, F->filled, F->capacity, sizeof *F->val);
}

enum { TAG_COUNTS = 11, TAG_ENTRIES };

/* An entry of a row in a message. */
struct entry {
    int64_t id; /* global id of the column */
    double value;
};

/* Sends the rows of this rank that neighbor s of the plan needs, in two messages: the
 * number of entries of each row, and the entries. */
static void send_rows(const struct rows *F, const struct halo_plan *plan, int s)
{
    const int from = plan->send_first[s], rows = plan->send_first[s + 1] - from;
    const int to = plan->send_rank[s], *row = plan->send_row + from;
    int *count = NEW(int, (size_t)rows, "rows to send");
    size_t entries = 0, k = 0;
    for (int r = 0; r < rows; r++) {
        count[r] = (int)(F->end[row[r]] - F->begin[row[r]]);
        entries += (size_t)count[r];
    }
    if (entries > INT_MAX / sizeof(struct entry))
        die("the set-up of ILU sends %zu entries to rank %d: fewer than 2^27 are "
            "possible, use more ranks",
            entries, to);
    struct entry *entry = NEW(struct entry, entries, "rows to send");
    for (int r = 0; r < rows; r++)
        for (size_t e = F->begin[row[r]]; e < F->end[row[r]]; e++)
            entry[k++] = (struct entry){id_of(F, F->col[e]), F->val[e]};
    MPI_OK(MPI_Send(count, rows, MPI_INT, to, TAG_COUNTS, plan->comm));
    MPI_OK(MPI_Send(entry, (int)(entries * sizeof *entry), MPI_BYTE, to,
                    TAG_ENTRIES, plan->comm));
    mem_free(count);
    mem_free(entry);
}

/* Receives the rows of the halo columns from neighbor r. */
static void receive_rows(struct rows *F, const struct halo_plan *plan, int r)
{
    const int h = plan->receive_first[r], rows = plan->receive_first[r + 1] - h;
    const int from = plan->receive_rank[r];
    int *count = NEW(int, (size_t)rows, "rows received");
    size_t entries = 0, k = 0;
    MPI_OK(MPI_Recv(count, rows, MPI_INT, from, TAG_COUNTS, plan->comm,
                    MPI_STATUS_IGNORE));
    for (int i = 0; i < rows; i++)
        entries += (size_t)count[i];
    struct entry *entry = NEW(struct entry, entries, "rows received");
    MPI_OK(MPI_Recv(entry, (int)(entries * sizeof *entry), MPI_BYTE, from,
                    TAG_ENTRIES, plan->comm, MPI_STATUS_IGNORE));
    reserve(F, entries);
    for (int i = F->n + h; i < F->n + h + rows; i++) {
        F->begin[i] = F->filled;
        for (int e = 0; e < count[i - F->n - h]; e++, k++) {
            int column = column_of(F, entry[k].id);
            if (column < 0)
                continue; /* no row of this rank has an entry in this column */
            if (column == i)
                F->diagonal[i] = F->filled;
            F->col[F->filled] = column;
            F->val[F->filled++] = entry[k].value;
        }
        F->end[i] = F->filled;
    }
    mem_free(count);
    mem_free(entry);
}

/* ---- Factors and their inverses ---- */

/* Marks the columns of the entries begin .. end-1 of a row with 1 + e, or clears
 * the marks. */
static void mark_row(struct rows *F, size_t begin, size_t end, int on)
{
    for (size_t e = begin; e < end; e++)
        F->mark[F->col[e]] = on ? e + 1 : 0;
}

/* Subtracts `factor` times the entries begin .. end-1 from the marked row, in the
 * columns in which the marked row has entries. a[0] is the value of the entry
 * `first` of that row. */
static void subtract_row(const struct rows *F, double factor, size_t begin,
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
static int factor_row(struct rows *F, int i)
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

/* Row i of M_L or M_U, the entries begin .. end-1: solves m L = e_i on their pattern from
 * the diagonal entry to the left, or m U = e_i from there to the right. m[] has one number
 * for each entry. */
static void invert_row(struct rows *F, int i, int upper, size_t begin, size_t end,
                       double *m)
{
    mark_row(F, begin, end, 1);
    for (size_t e = begin; e < end; e++)
        m[e - begin] = e == F->diagonal[i];
    for (size_t done = 0; done < end - begin; done++) {
        const size_t j = upper ? done : end - begin - 1 - done;
        const int k = F->col[begin + j]; /* subtract m_k times row k of L or U */
        const size_t diagonal = F->diagonal[k];
        if (upper)
            m[j] /= F->val[diagonal];
        subtract_row(F, m[j], upper ? diagonal + 1 : F->begin[k],
                     upper ? F->end[k] : diagonal, begin, m);
    }
    mark_row(F, begin, end, 0);
}

/* M_L (upper = 0) or M_U (upper = 1), with remote columns as before halo_build. */
static struct csr invert(struct rows *F, int upper)
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
        const size_t first = upper ? F->diagonal[i] : F->begin[i];
        const int *col = F->col + first;
        invert_row(F, i, upper, first, first + M.ptr[i + 1] - M.ptr[i],
                   M.val + M.ptr[i]);
        for (size_t e = M.ptr[i]; e < M.ptr[i + 1]; e++, col++) {
            if (*col >= n)
                M.remote[remote] = id_of(F, *col);
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
static int64_t factor_rows(struct rows *F, const struct halo_plan *plan, int rank)
{
    int64_t bad = INT64_MAX;
    int r = 0, higher = 0;
    for (; r < plan->receives && plan->receive_rank[r] < rank; r++)
        receive_rows(F, plan, r);
    for (int i = 0; i < F->n; i++)
        if (!factor_row(F, i) && bad == INT64_MAX)
            bad = F->first + i;
    while (higher < plan->sends && plan->send_rank[higher] < rank)
        higher++;
    for (int s = higher; s < plan->sends;
         s++) /* first to those that wait for rows */
        send_rows(F, plan, s);
    for (int s = 0; s < higher; s++)
        send_rows(F, plan, s);
    for (; r < plan->receives; r++)
        receive_rows(F, plan, r);
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, &bad, 1, MPI_INT64_T, MPI_MIN, plan->comm));
    return bad;
}

int64_t ilu_inverses(const struct csr *A, const struct blocks *rows, int tag,
                     MPI_Comm comm, struct csr inverse[2])
{
    const int rank = comm_rank(comm);
    struct csr B = copy(A);
    const struct partition owners = blocks_partition(rows);
    struct halo_plan plan = halo_build(&B, &owners, tag, comm);
    struct rows F = rows_create(&B, blocks_first(rows, rank));
    const int64_t bad = factor_rows(&F, &plan, rank);
    for (int upper = 0; upper < 2; upper++)
        inverse[upper] = bad == INT64_MAX ? invert(&F, upper) : (struct csr){0};
    rows_free(&F); /* frees B.col and B.val too */
    mem_free(B.ptr);
    mem_free(B.remote);
    halo_free(&plan);
    return bad == INT64_MAX ? -1 : bad;
}
