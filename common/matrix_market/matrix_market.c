/* common/matrix_market/matrix_market.c - matrices and vectors from Matrix Market files. */
#include "matrix_market.h"
#include "error.h"
#include "memory.h"
#include "mm_deal.h"
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* An entry on its way into a row. */
struct place {
    int64_t column;
    double value;
};

static int64_t least(int64_t value, MPI_Comm comm)
{
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT64_T, MPI_MIN, comm));
    return value;
}

/* Square, and with entries enough that none of its rows must be empty: so the number of
 * rows, too, is bounded by the size of the file. */
static int check_shape(struct mm_deal *d)
{
    const struct mm_header *h = &d->header;
    if (h->rows != h->columns)
        return mm_fail(&d->error, h->line,
                       "%" PRId64 " rows and %" PRId64 " columns: a square matrix is "
                       "needed",
                       h->rows, h->columns);
    if (h->rows - h->entries > (h->symmetry == MM_GENERAL ? 0 : h->entries))
        return mm_fail(&d->error, h->line,
                       "%" PRId64 " rows for %" PRId64 " entries: each row needs an "
                       "entry, or the matrix is singular",
                       h->rows, h->entries);
    if ((h->rows - 1) / d->rows.ranks >= INT_MAX)
        return mm_fail(&d->error, h->line,
                       "%" PRId64 " rows on %d ranks: fewer than 2^31 rows a rank are "
                       "needed, take more ranks",
                       h->rows, d->rows.ranks);
    return 1;
}

/* First pass: row pointers, the number of remote entries. */
static int count_rows(struct mm_deal *d, struct csr *A)
{
    struct mm_entry mine[2];
    int64_t remotes = 0, empty = INT64_MAX;
    A->n = A->columns = d->n;
    A->ptr = mem_zero((size_t)d->n + 1, sizeof *A->ptr, "row pointers");
    while (mm_deal_chunk(d))
        for (int k = 0; k < d->count; k++)
            for (int m = mm_deal_unfold(d, &d->chunk[k], mine); m-- > 0;) {
                A->ptr[mine[m].row - d->first + 1]++;
                remotes += !mm_deal_mine(d, mine[m].column);
            }
    if (*d->error.text)
        return 0;
    for (int i = 0; i < A->n; i++) {
        if (A->ptr[i + 1] == 0 && empty == INT64_MAX)
            empty = d->first + i;
        A->ptr[i + 1] += A->ptr[i];
    }
    if ((empty = least(empty, d->comm)) < INT64_MAX)
        return mm_fail(&d->error, d->header.line,
                       "row %" PRId64 " has no entry: each row needs one, or the matrix "
                       "is singular",
                       empty + 1);
    if (least(INT_MAX - d->n - remotes, d->comm) < 0)
        return mm_fail(&d->error, d->header.line,
                       "a rank has 2^31 or more rows and columns of other ranks: take "
                       "more ranks");
    A->remotes = (int)remotes;
    return 1;
}

static int fail_changed(struct mm_deal *d)
{
    return mm_fail(&d->error, d->header.line,
                   "the file was changed while it was read: one at rest is needed");
}

/* Second pass: the entries of each row, in the order of the file. */
static int fill_rows(struct mm_deal *d, const struct csr *A, struct place *entry)
{
    struct mm_entry mine[2];
    size_t *end = NEW(size_t, (size_t)A->n, "ends of rows");
    int same = 1, started = mm_deal_start(d);
    memcpy(end, A->ptr, (size_t)A->n * sizeof *end);
    while (started && mm_deal_chunk(d))
        for (int k = 0; k < d->count; k++)
            for (int m = mm_deal_unfold(d, &d->chunk[k], mine); m-- > 0;) {
                int64_t i = mine[m].row - d->first;
                if (end[i] < A->ptr[i + 1])
                    entry[end[i]++] = (struct place){mine[m].column, mine[m].value};
                else
                    same = 0;
            }
    for (int i = 0; i < A->n; i++)
        same &= end[i] == A->ptr[i + 1];
    mem_free(end);
    if (!*d->error.text && !least(same, d->comm))
        fail_changed(d);
    return !*d->error.text;
}

static int by_column(const void *a, const void *b)
{
    const struct place *p = a, *q = b;
    return (p->column > q->column) - (p->column < q->column);
}

/* Third pass, for the message alone: the lines on which an entry of the file stands. */
static int report_duplicate(struct mm_deal *d, int64_t row, int64_t column)
{
    struct mm_entry e;
    int64_t line = 0;
    if (mm_deal_start(d) && d->rank == 0)
        while (mm_next(&d->file, &e)) {
            if (e.row != row || e.column != column)
                continue;
            if (line)
                mm_fail(&d->error, d->file.text.line,
                        "row %" PRId64 ", column %" PRId64 " was given on line %" PRId64
                        ": one entry for each place is needed",
                        row + 1, column + 1, line);
            line = d->file.text.line;
        }
    MPI_OK(MPI_Bcast(&d->error, (int)sizeof d->error, MPI_BYTE, 0, d->comm));
    return fail_changed(d);
}

/* Each row by columns, and no column twice. */
static int sort_rows(struct mm_deal *d, const struct csr *A, struct place *entry)
{
    int64_t row = INT64_MAX, column = INT64_MAX;
    for (int i = 0; i < A->n; i++) {
        size_t first = A->ptr[i], end = A->ptr[i + 1], ascending = first + 1;
        while (ascending < end && entry[ascending - 1].column < entry[ascending].column)
            ascending++;
        if (ascending < end)
            qsort(entry + first, end - first, sizeof *entry, by_column);
        for (size_t e = first + 1; e < end && row == INT64_MAX; e++)
            if (entry[e].column == entry[e - 1].column) {
                row = d->first + i;
                column = entry[e].column;
            }
    }
    int64_t lowest = least(row, d->comm);
    if (lowest == INT64_MAX)
        return 1;
    column = least(row == lowest ? column : INT64_MAX, d->comm);
    return d->header.symmetry != MM_GENERAL && lowest < column
               ? report_duplicate(d, column, lowest)
               : report_duplicate(d, lowest, column);
}

static void name_columns(const struct mm_deal *d, const struct place *entry,
                         struct csr *A)
{
    int k = 0;
    for (size_t e = 0; e < A->ptr[A->n]; e++) {
        A->val[e] = entry[e].value;
        if (mm_deal_mine(d, entry[e].column)) {
            A->col[e] = (int)(entry[e].column - d->first);
        } else {
            A->remote[k] = entry[e].column;
            A->col[e] = -1 - k++;
        }
    }
}

struct mm_error mm_matrix(FILE *file, MPI_Comm comm, struct blocks *rows, struct csr *A)
{
    struct mm_deal *d = mm_deal_create(file, comm);
    struct place *entry = NULL;
    *A = (struct csr){0};
    int good = mm_deal_start(d) && check_shape(d);
    if (good) {
        mm_deal_rows(d, d->header.rows);
        good = count_rows(d, A);
    }
    if (good) {
        entry = NEW(struct place, A->ptr[A->n], "entries");
        good = fill_rows(d, A, entry) && sort_rows(d, A, entry);
    }
    if (good) {
        A->col = NEW(int, A->ptr[A->n], "columns");
        A->val = NEW(double, A->ptr[A->n], "matrix values");
        A->remote = NEW(int64_t, (size_t)A->remotes, "remote columns");
        name_columns(d, entry, A);
    } else {
        csr_free(A);
    }
    struct mm_error error = d->error;
    *rows = d->rows;
    mem_free(entry);
    mem_free(d);
    return error;
}

static int check_vector(struct mm_deal *d, int64_t n)
{
    const struct mm_header *h = &d->header;
    if (h->format == MM_ARRAY && h->symmetry == MM_GENERAL && h->rows == n &&
        h->columns == 1)
        return 1;
    return mm_fail(&d->error, h->line,
                   "%" PRId64 " x %" PRId64 ", %s, %s: an array of %" PRId64
                   " x 1, general, is needed",
                   h->rows, h->columns, h->format == MM_ARRAY ? "array" : "coordinate",
                   h->symmetry == MM_GENERAL ? "general" : "not general", n);
}

struct mm_error mm_vector(FILE *file, const struct blocks *rows, MPI_Comm comm, double *b)
{
    struct mm_deal *d = mm_deal_create(file, comm);
    mm_deal_rows(d, rows->n);
    if (mm_deal_start(d) && check_vector(d, rows->n))
        while (mm_deal_chunk(d))
            for (int k = 0; k < d->count; k++)
                if (mm_deal_mine(d, d->chunk[k].row))
                    b[d->chunk[k].row - d->first] = d->chunk[k].value;
    struct mm_error error = d->error;
    mem_free(d);
    return error;
}

/* On rank 0 the file; a file that cannot be opened ends the run. */
static FILE *open_file(const char *path, MPI_Comm comm)
{
    int rank, fault = 0;
    FILE *file = NULL;
    MPI_OK(MPI_Comm_rank(comm, &rank));
    if (rank == 0) {
        file = fopen(path, "r");
        fault = file ? 0 : errno;
    }
    MPI_OK(MPI_Bcast(&fault, 1, MPI_INT, 0, comm));
    if (fault)
        fail_all(EXIT_USAGE, "%s: cannot be opened: %s; a Matrix Market file is needed",
                 path, strerror(fault));
    return file;
}

static void close_file(FILE *file, const char *path, const struct mm_error *error)
{
    if (file)
        fclose(file);
    if (*error->text)
        fail_all(EXIT_USAGE, "%s:%" PRId64 ": %s", path, error->line, error->text);
}

struct csr matrix_market_matrix(const char *path, MPI_Comm comm, struct blocks *rows)
{
    struct csr A;
    FILE *file = open_file(path, comm);
    struct mm_error error = mm_matrix(file, comm, rows, &A);
    close_file(file, path, &error);
    return A;
}

void matrix_market_vector(const char *path, const struct blocks *rows, MPI_Comm comm,
                          double *b)
{
    FILE *file = open_file(path, comm);
    struct mm_error error = mm_vector(file, rows, comm, b);
    close_file(file, path, &error);
}
