/* common/solver/ilu_rows.c - stores, sends and receives the rows that ILU(0)
 * factors. */
#include "ilu_rows.h"
#include "error.h"
#include "memory.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

int64_t ilu_rows_id(const struct ilu_rows *F, int column)
{
    return column < F->n ? F->first + column : F->halo_id[column - F->n];
}

static int by_id(const void *a, const void *b)
{
    int64_t p = *(const int64_t *)a, q = *(const int64_t *)b;
    return (p > q) - (p < q);
}

/* The local column with this global id; -1 if there is none. */
static int column_of(const struct ilu_rows *F, int64_t id)
{
    if (id >= F->first && id < F->first + F->n)
        return (int)(id - F->first);
    const int64_t *found =
        F->halo ? bsearch(&id, F->halo_id, (size_t)F->halo, sizeof id, by_id)
                : NULL;
    return found ? F->n + (int)(found - F->halo_id) : -1;
}

struct ilu_rows ilu_rows_create(const struct csr *A, int64_t first)
{
    size_t rows = (size_t)A->n + (size_t)A->halo;
    struct ilu_rows F = {.n = A->n,
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
                         .mark =
                             mem_zero(rows, sizeof(size_t), "columns of a row")};
    for (int i = 0; i < A->n; i++) {
        F.begin[i] = F.diagonal[i] = A->ptr[i];
        F.end[i] = A->ptr[i + 1];
        while (F.col[F.diagonal[i]] != i)
            F.diagonal[i]++;
    }
    return F;
}

void ilu_rows_free(struct ilu_rows *F)
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
static void reserve(struct ilu_rows *F, size_t more)
{
    if (F->filled + more <= F->capacity)
        return;
    F->capacity = 2 * F->capacity + more;
    F->col = enlarge(F->col, F->filled, F->capacity, sizeof *F->col);
    F->val = enlarge(F->val, F->filled, F->capacity, sizeof *F->val);
}

enum { TAG_COUNTS = 11, TAG_IDS, TAG_VALUES };

/* Three messages: the number of entries of each row, their global column ids, their
 * values. */
void ilu_rows_send(const struct ilu_rows *F, const struct halo_plan *plan, int s)
{
    const int from = plan->send_first[s], rows = plan->send_first[s + 1] - from;
    const int to = plan->send_rank[s];
    int *count = NEW(int, (size_t)rows, "rows to send");
    size_t entries = 0, k = 0;
    for (int r = 0; r < rows; r++) {
        int i = plan->send_row[from + r];
        count[r] = (int)(F->end[i] - F->begin[i]);
        entries += (size_t)count[r];
    }
    if (entries > INT_MAX)
        die("the set-up of ILU sends %zu entries to rank %d: fewer than 2^31 are "
            "possible, use more ranks",
            entries, to);
    int64_t *id = NEW(int64_t, entries, "rows to send");
    double *val = NEW(double, entries, "rows to send");
    for (int r = 0; r < rows; r++) {
        int i = plan->send_row[from + r];
        for (size_t e = F->begin[i]; e < F->end[i]; e++, k++) {
            id[k] = ilu_rows_id(F, F->col[e]);
            val[k] = F->val[e];
        }
    }
    MPI_OK(MPI_Send(count, rows, MPI_INT, to, TAG_COUNTS, plan->comm));
    MPI_OK(MPI_Send(id, (int)entries, MPI_INT64_T, to, TAG_IDS, plan->comm));
    MPI_OK(MPI_Send(val, (int)entries, MPI_DOUBLE, to, TAG_VALUES, plan->comm));
    mem_free(count);
    mem_free(id);
    mem_free(val);
}

void ilu_rows_receive(struct ilu_rows *F, const struct halo_plan *plan, int r)
{
    const int h = plan->receive_first[r], rows = plan->receive_first[r + 1] - h;
    const int from = plan->receive_rank[r];
    int *count = NEW(int, (size_t)rows, "rows received");
    size_t entries = 0, k = 0;
    MPI_OK(MPI_Recv(count, rows, MPI_INT, from, TAG_COUNTS, plan->comm,
                    MPI_STATUS_IGNORE));
    for (int i = 0; i < rows; i++)
        entries += (size_t)count[i];
    int64_t *id = NEW(int64_t, entries, "rows received");
    double *val = NEW(double, entries, "rows received");
    MPI_OK(MPI_Recv(id, (int)entries, MPI_INT64_T, from, TAG_IDS, plan->comm,
                    MPI_STATUS_IGNORE));
    MPI_OK(MPI_Recv(val, (int)entries, MPI_DOUBLE, from, TAG_VALUES, plan->comm,
                    MPI_STATUS_IGNORE));
    reserve(F, entries);
    for (int i = F->n + h; i < F->n + h + rows; i++) {
        F->begin[i] = F->filled;
        for (int e = 0; e < count[i - F->n - h]; e++, k++) {
            int column = column_of(F, id[k]);
            if (column < 0)
                continue; /* no row of this rank has an entry in this column */
            if (column == i)
                F->diagonal[i] = F->filled;
            F->col[F->filled] = column;
            F->val[F->filled++] = val[k];
        }
        F->end[i] = F->filled;
    }
    mem_free(count);
    mem_free(id);
    mem_free(val);
}
