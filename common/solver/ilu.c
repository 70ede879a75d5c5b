/* common/solver/ilu.c - factors the matrix in place of a copy, then inverts row by row. */
#include "ilu.h"
#include "error.h"
#include "halo.h"
#include "memory.h"
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/*   rows 0 .. n-1: this rank's; n .. n+halo-1: those of the halo columns, as they arrive
 *   row i: entries begin[i] .. end[i]-1, columns ascending by global id
 *   its diagonal entry stands at diagonal[i], what is before it belongs to L
 * Entries of far rows in columns that no row of this rank has are left out. */
struct rows {
    int n, halo;
    int64_t first;
    const int64_t *far; /* [halo] global ids, ascending */
    size_t *begin, *diagonal, *end;
    size_t filled, room;
    int *col;
    double *val;
    size_t *mark; /* [n+halo] of the row in work: 1 + the entry in that column, else 0 */
};

static int64_t id_of(const struct rows *R, int column)
{
    return column < R->n ? R->first + column : R->far[column - R->n];
}

static int by_id(const void *a, const void *b)
{
    int64_t p = *(const int64_t *)a, q = *(const int64_t *)b;
    return (p > q) - (p < q);
}

/* The column here of a global id, -1 when there is none. */
static int column_of(const struct rows *R, int64_t id)
{
    if (id >= R->first && id < R->first + R->n)
        return (int)(id - R->first);
    const int64_t *at =
        R->halo ? bsearch(&id, R->far, (size_t)R->halo, sizeof id, by_id) : NULL;
    return at ? R->n + (int)(at - R->far) : -1;
}

static struct rows rows_create(const struct csr *A, int64_t first)
{
    size_t all = (size_t)A->n + (size_t)A->halo;
    struct rows R = {.n = A->n,
                     .halo = A->halo,
                     .first = first,
                     .far = A->remote,
                     .begin = NEW(size_t, all, "rows of the factors"),
                     .diagonal = NEW(size_t, all, "rows of the factors"),
                     .end = NEW(size_t, all, "rows of the factors"),
                     .filled = A->ptr[A->n],
                     .room = A->ptr[A->n],
                     .col = A->col,
                     .val = A->val,
                     .mark = mem_zero(all, sizeof(size_t), "columns of a row")};
    for (int i = 0; i < A->n; i++) {
        R.begin[i] = R.diagonal[i] = A->ptr[i];
        R.end[i] = A->ptr[i + 1];
        while (R.col[R.diagonal[i]] != i)
            R.diagonal[i]++;
    }
    return R;
}

static void rows_free(struct rows *R)
{
    void *const all[] = {R->begin, R->diagonal, R->end, R->col, R->val, R->mark};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        mem_free(all[k]);
}

static void *wider(void *old, size_t filled, size_t room, size_t size)
{
    void *copy = mem_alloc(room, size, "rows of the factors");
    memcpy(copy, old, filled * size);
    mem_free(old);
    return copy;
}

static void make_room(struct rows *R, size_t more)
{
    if (R->filled + more <= R->room)
        return;
    R->room = 2 * R->room + more;
    R->col = wider(R->col, R->filled, R->room, sizeof *R->col);
    R->val = wider(R->val, R->filled, R->room, sizeof *R->val);
}

enum { TAG_COUNTS = 11, TAG_IDS, TAG_VALUES };

/* The rows that neighbour s asks for: how many entries each has, their ids and values. */
static void send_rows(const struct rows *R, const struct halo_plan *plan, int s)
{
    const int from = plan->send_first[s], rows = plan->send_first[s + 1] - from;
    const int to = plan->send_rank[s];
    int *count = NEW(int, (size_t)rows, "rows to send");
    size_t entries = 0, k = 0;
    for (int r = 0; r < rows; r++) {
        int i = plan->send_row[from + r];
        count[r] = (int)(R->end[i] - R->begin[i]);
        entries += (size_t)count[r];
    }
    if (entries > INT_MAX)
        die("%zu entries for rank %d in the set-up of ILU: take more ranks", entries, to);
    int64_t *id = NEW(int64_t, entries, "rows to send");
    double *val = NEW(double, entries, "rows to send");
    for (int r = 0; r < rows; r++) {
        int i = plan->send_row[from + r];
        for (size_t e = R->begin[i]; e < R->end[i]; e++, k++) {
            id[k] = id_of(R, R->col[e]);
            val[k] = R->val[e];
        }
    }
    MPI_OK(MPI_Send(count, rows, MPI_INT, to, TAG_COUNTS, plan->comm));
    MPI_OK(MPI_Send(id, (int)entries, MPI_INT64_T, to, TAG_IDS, plan->comm));
    MPI_OK(MPI_Send(val, (int)entries, MPI_DOUBLE, to, TAG_VALUES, plan->comm));
    mem_free(count);
    mem_free(id);
    mem_free(val);
}

/* What neighbour r sends, behind the rows that are there. */
static void receive_rows(struct rows *R, const struct halo_plan *plan, int r)
{
    const int h = plan->receive_first[r], rows = plan->receive_first[r + 1] - h;
    const int from = plan->receive_rank[r];
    int *count = NEW(int, (size_t)rows, "rows received");
    size_t entries = 0, k = 0;
    MPI_OK(
        MPI_Recv(count, rows, MPI_INT, from, TAG_COUNTS, plan->comm, MPI_STATUS_IGNORE));
    for (int i = 0; i < rows; i++)
        entries += (size_t)count[i];
    int64_t *id = NEW(int64_t, entries, "rows received");
    double *val = NEW(double, entries, "rows received");
    MPI_OK(MPI_Recv(id, (int)entries, MPI_INT64_T, from, TAG_IDS, plan->comm,
                    MPI_STATUS_IGNORE));
    MPI_OK(MPI_Recv(val, (int)entries, MPI_DOUBLE, from, TAG_VALUES, plan->comm,
                    MPI_STATUS_IGNORE));
    make_room(R, entries);
    for (int i = R->n + h; i < R->n + h + rows; i++) {
        R->begin[i] = R->filled;
        for (int left = count[i - R->n - h]; left > 0; left--, k++) {
            int column = column_of(R, id[k]);
            if (column < 0)
                continue;
            if (column == i)
                R->diagonal[i] = R->filled;
            R->col[R->filled] = column;
            R->val[R->filled++] = val[k];
        }
        R->end[i] = R->filled;
    }
    mem_free(count);
    mem_free(id);
    mem_free(val);
}

static void mark_row(struct rows *R, size_t begin, size_t end, int on)
{
    for (size_t e = begin; e < end; e++)
        R->mark[R->col[e]] = on ? e + 1 : 0;
}

/* Row i of L and U; false when its pivot is of no use. */
static int factor_row(struct rows *R, int i)
{
    mark_row(R, R->begin[i], R->end[i], 1);
    for (size_t e = R->begin[i]; e < R->diagonal[i]; e++) { /* for k < i, a_ik there:  */
        int k = R->col[e];
        double l = R->val[e] /= R->val[R->diagonal[k]]; /*   a_ik = a_ik / a_kk        */
        for (size_t f = R->diagonal[k] + 1; f < R->end[k]; f++) {
            size_t at = R->mark[R->col[f]]; /*               for j > k, a_ij there:    */
            if (at)
                R->val[at - 1] -= l * R->val[f]; /*              a_ij -= a_ik a_kj     */
        }
    }
    mark_row(R, R->begin[i], R->end[i], 0);
    double pivot = R->val[R->diagonal[i]];
    return pivot != 0 && isfinite(pivot);
}

/* Row i of M_L: m L = e_i on the pattern of L's row, m[] in its entries' order. */
static void invert_lower(struct rows *R, int i, double *m)
{
    const size_t begin = R->begin[i], end = R->diagonal[i] + 1;
    mark_row(R, begin, end, 1);
    for (size_t e = begin; e < end; e++)
        m[e - begin] = e + 1 == end;
    for (size_t e = end;
         e-- > begin;) { /* m_k is final; its row of L goes to the right */
        int k = R->col[e];
        for (size_t f = R->begin[k]; f < R->diagonal[k]; f++) {
            size_t at = R->mark[R->col[f]];
            if (at)
                m[at - 1 - begin] -= m[e - begin] * R->val[f];
        }
    }
    mark_row(R, begin, end, 0);
}

/* Row i of M_U: m U = e_i on the pattern of U's row. */
static void invert_upper(struct rows *R, int i, double *m)
{
    const size_t begin = R->diagonal[i], end = R->end[i];
    mark_row(R, begin, end, 1);
    for (size_t e = begin; e < end; e++)
        m[e - begin] = e == begin;
    for (size_t e = begin; e < end; e++) {
        int k = R->col[e];
        m[e - begin] /= R->val[R->diagonal[k]];
        for (size_t f = R->diagonal[k] + 1; f < R->end[k]; f++) {
            size_t at = R->mark[R->col[f]];
            if (at)
                m[at - 1 - begin] -= m[e - begin] * R->val[f];
        }
    }
    mark_row(R, begin, end, 0);
}

/* M_L (upper = 0) or M_U as a matrix of its own. */
static struct csr invert(struct rows *R, int upper)
{
    const int n = R->n;
    struct csr M = {
        .n = n, .columns = n, .ptr = NEW(size_t, (size_t)n + 1, "row pointers")};
    M.ptr[0] = 0;
    for (int i = 0; i < n; i++) {
        size_t begin = upper ? R->diagonal[i] : R->begin[i],
               end = upper ? R->end[i] : R->diagonal[i] + 1;
        M.ptr[i + 1] = M.ptr[i] + (end - begin);
        for (size_t e = begin; e < end; e++)
            M.remotes += R->col[e] >= n;
    }
    M.col = NEW(int, M.ptr[n], "columns");
    M.val = NEW(double, M.ptr[n], "matrix values");
    M.remote = NEW(int64_t, (size_t)M.remotes, "remote columns");
    for (int i = 0, far = 0; i < n; i++) {
        if (upper)
            invert_upper(R, i, M.val + M.ptr[i]);
        else
            invert_lower(R, i, M.val + M.ptr[i]);
        const int *col = R->col + (upper ? R->diagonal[i] : R->begin[i]);
        for (size_t e = M.ptr[i]; e < M.ptr[i + 1]; e++, col++) {
            if (*col >= n)
                M.remote[far] = id_of(R, *col);
            M.col[e] = *col < n ? *col : -1 - far++;
        }
    }
    return M;
}

/* The matrix again, to be overwritten. */
static struct csr copy_of(const struct csr *A)
{
    size_t nonzeros = A->ptr[A->n];
    struct csr B = {.n = A->n,
                    .columns = A->columns,
                    .ptr = NEW(size_t, (size_t)A->n + 1, "row pointers"),
                    .col = NEW(int, nonzeros, "columns"),
                    .val = NEW(double, nonzeros, "matrix values"),
                    .remote = NEW(int64_t, (size_t)A->remotes, "remote columns"),
                    .remotes = A->remotes};
    memcpy(B.ptr, A->ptr, ((size_t)A->n + 1) * sizeof *B.ptr);
    memcpy(B.col, A->col, nonzeros * sizeof *B.col);
    memcpy(B.val, A->val, nonzeros * sizeof *B.val);
    memcpy(B.remote, A->remote, (size_t)A->remotes * sizeof *B.remote);
    return B;
}

int64_t ilu_inverses(const struct csr *A, const struct blocks *blocks, int tag,
                     MPI_Comm comm, struct csr factor[2])
{
    int rank;
    MPI_OK(MPI_Comm_rank(comm, &rank));
    struct csr F = copy_of(A);
    struct halo_plan plan = halo_build(&F, comm, tag, blocks, blocks_owner, blocks_local);
    struct rows R = rows_create(&F, blocks_first(blocks, rank));

    int64_t bad = INT64_MAX;
    int r = 0, s = 0;
    for (; r < plan.receives && plan.receive_rank[r] < rank; r++)
        receive_rows(&R, &plan, r);
    for (int i = 0; i < R.n; i++)
        if (!factor_row(&R, i) && bad == INT64_MAX)
            bad = R.first + i;
    while (s < plan.sends && plan.send_rank[s] < rank)
        s++;
    for (int t = s; t < plan.sends; t++) /* up first: those ranks wait for it */
        send_rows(&R, &plan, t);
    for (int t = 0; t < s; t++)
        send_rows(&R, &plan, t);
    for (; r < plan.receives; r++)
        receive_rows(&R, &plan, r);
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, &bad, 1, MPI_INT64_T, MPI_MIN, comm));

    for (int upper = 0; upper < 2; upper++)
        factor[upper] = bad == INT64_MAX ? invert(&R, upper) : (struct csr){0};
    rows_free(&R); /* the copy's columns and values among it */
    mem_free(F.ptr);
    mem_free(F.remote);
    halo_free(&plan);
    return bad == INT64_MAX ? -1 : bad;
}
