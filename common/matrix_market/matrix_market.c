/* common/matrix_market/matrix_market.c - reads matrices and vectors in two
 * passes. */
#include "matrix_market.h"
#include "error.h"
#include "memory.h"
#include "mm_broadcast.h"
#include "output.h"
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* An entry of a row, before the row is sorted. */
struct cell {
    int64_t column;
    double value;
};

/* The minimum over all ranks. */
static int64_t least(int64_t value, MPI_Comm comm)
{
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT64_T, MPI_MIN, comm));
    return value;
}

/* Checks that the matrix is square and has enough entries for one in every row. The
 * second check also bounds the number of rows by the size of the file. */
static int check_shape(struct mm_broadcast *B)
{
    const struct mm_header *h = &B->header;
    if (h->rows != h->columns)
        return mm_fail(&B->error, h->line,
                       "%" PRId64 " rows and %" PRId64
                       " columns: a square matrix is "
                       "needed",
                       h->rows, h->columns);
    if (h->rows - h->entries > (h->symmetry == MM_GENERAL ? 0 : h->entries))
        return mm_fail(&B->error, h->line,
                       "%" PRId64 " rows for %" PRId64
                       " entries: each row needs an "
                       "entry, or the matrix is singular",
                       h->rows, h->entries);
    if ((h->rows - 1) / B->rows.ranks >= INT_MAX)
        return mm_fail(&B->error, h->line,
                       "%" PRId64
                       " rows on %d ranks: fewer than 2^31 rows on each rank "
                       "are needed, use more ranks",
                       h->rows, B->rows.ranks);
    return 1;
}

/* First pass: computes the row pointers and the number of remote entries. Returns 0
 * after an error. */
static int count_rows(struct mm_broadcast *B, struct csr *A)
{
    struct mm_entry mine[2];
    int64_t remotes = 0, empty = INT64_MAX;
    A->n = A->columns = B->n;
    A->ptr = mem_zero((size_t)B->n + 1, sizeof *A->ptr, "row pointers");
    while (mm_broadcast_chunk(B))
        for (int k = 0; k < B->count; k++)
            for (int m = mm_broadcast_expand(B, &B->chunk[k], mine); m-- > 0;) {
                A->ptr[mine[m].row - B->first + 1]++;
                remotes += !mm_broadcast_is_mine(B, mine[m].column);
            }
    if (*B->error.text)
        return 0;
    for (int i = 0; i < A->n; i++) {
        if (A->ptr[i + 1] == 0 && empty == INT64_MAX)
            empty = B->first + i;
        A->ptr[i + 1] += A->ptr[i];
    }
    if ((empty = least(empty, B->comm)) < INT64_MAX)
        return mm_fail(&B->error, B->header.line,
                       "row %" PRId64
                       " has no entry: each row needs one, or the matrix "
                       "is singular",
                       empty + 1);
    if (least(INT_MAX - B->n - remotes, B->comm) < 0)
        return mm_fail(&B->error, B->header.line,
                       "a rank has 2^31 or more rows and remote entries: fewer are "
                       "needed, use more ranks");
    A->remotes = (int)remotes;
    return 1;
}

/* Stores the error that the passes read different files, unless an error is
 * stored. */
static int fail_changed(struct mm_broadcast *B)
{
    return mm_fail(
        &B->error, B->header.line,
        "the file was changed while it was read: a file that does not change "
        "is needed");
}

/* Second pass: stores the entries of each row in the order of the file. Returns 0
 * after an error. */
static int fill_rows(struct mm_broadcast *B, const struct csr *A,
                     struct cell *entry)
{
    struct mm_entry mine[2];
    size_t *end = NEW(size_t, (size_t)A->n, "ends of rows");
    int same = 1, started = mm_broadcast_start(B);
    memcpy(end, A->ptr, (size_t)A->n * sizeof *end);
    while (started && mm_broadcast_chunk(B))
        for (int k = 0; k < B->count; k++)
            for (int m = mm_broadcast_expand(B, &B->chunk[k], mine); m-- > 0;) {
                int64_t i = mine[m].row - B->first;
                if (end[i] < A->ptr[i + 1])
                    entry[end[i]++] = (struct cell){mine[m].column, mine[m].value};
                else
                    same = 0;
            }
    for (int i = 0; i < A->n; i++)
        same &= end[i] == A->ptr[i + 1];
    mem_free(end);
    if (!*B->error.text && !least(same, B->comm))
        fail_changed(B);
    return !*B->error.text;
}

static int by_column(const void *a, const void *b)
{
    const struct cell *p = a, *q = b;
    return (p->column > q->column) - (p->column < q->column);
}

/* Third pass, only for the error message: finds the two lines that contain this
 * entry. If they are no longer in the file, the file has changed. */
static int report_duplicate(struct mm_broadcast *B, int64_t row, int64_t column)
{
    struct mm_entry e;
    int64_t line = 0;
    if (mm_broadcast_start(B) && B->rank == 0)
        while (mm_next(&B->file, &e)) {
            if (e.row != row || e.column != column)
                continue;
            if (line)
                mm_fail(&B->error, B->file.text.line,
                        "row %" PRId64 ", column %" PRId64
                        " was given on line %" PRId64
                        ": one entry for each row and column is needed",
                        row + 1, column + 1, line);
            line = B->file.text.line;
        }
    MPI_OK(MPI_Bcast(&B->error, (int)sizeof B->error, MPI_BYTE, 0, B->comm));
    return fail_changed(B);
}

/* Sorts the entries of each row by column. Returns 0 and stores an error if a row
 * contains a column twice. */
static int sort_rows(struct mm_broadcast *B, const struct csr *A,
                     struct cell *entry)
{
    int64_t row = INT64_MAX, column = INT64_MAX;
    for (int i = 0; i < A->n; i++) {
        size_t first = A->ptr[i], end = A->ptr[i + 1], ascending = first + 1;
        while (ascending < end &&
               entry[ascending - 1].column < entry[ascending].column)
            ascending++;
        if (ascending < end)
            qsort(entry + first, end - first, sizeof *entry, by_column);
        for (size_t e = first + 1; e < end && row == INT64_MAX; e++)
            if (entry[e].column == entry[e - 1].column) {
                row = B->first + i;
                column = entry[e].column;
            }
    }
    int64_t lowest = least(row, B->comm);
    if (lowest == INT64_MAX)
        return 1;
    column = least(row == lowest ? column : INT64_MAX, B->comm);
    return B->header.symmetry != MM_GENERAL && lowest < column
               ? report_duplicate(B, column, lowest)
               : report_duplicate(B, lowest, column);
}

/* Copies values and columns to A: local columns by their local index, remote
 * columns by -1 - k, where remote[k] is the global id. */
static void store_columns(const struct mm_broadcast *B, const struct cell *entry,
                          struct csr *A)
{
    int k = 0;
    for (size_t e = 0; e < A->ptr[A->n]; e++) {
        A->val[e] = entry[e].value;
        if (mm_broadcast_is_mine(B, entry[e].column)) {
            A->col[e] = (int)(entry[e].column - B->first);
        } else {
            A->remote[k] = entry[e].column;
            A->col[e] = -1 - k++;
        }
    }
}

struct mm_error mm_matrix(FILE *file, MPI_Comm comm, struct blocks *rows,
                          struct csr *A)
{
    struct mm_broadcast *B = mm_broadcast_create(file, comm);
    struct cell *entry = NULL;
    *A = (struct csr){0};
    int good = mm_broadcast_start(B) && check_shape(B);
    if (good) {
        mm_broadcast_rows(B, B->header.rows);
        good = count_rows(B, A);
    }
    if (good) {
        entry = NEW(struct cell, A->ptr[A->n], "entries");
        good = fill_rows(B, A, entry) && sort_rows(B, A, entry);
    }
    if (good) {
        A->col = NEW(int, A->ptr[A->n], "columns");
        A->val = NEW(double, A->ptr[A->n], "matrix values");
        A->remote = NEW(int64_t, (size_t)A->remotes, "remote columns");
        store_columns(B, entry, A);
    } else {
        csr_free(A);
    }
    struct mm_error error = B->error;
    *rows = B->rows;
    mem_free(entry);
    mem_free(B);
    return error;
}

/* Checks that the file contains an array of n x 1 or, if `several`, of n rows. */
static int check_vector(struct mm_broadcast *B, int64_t n, int several)
{
    const struct mm_header *h = &B->header;
    if (h->format == MM_ARRAY && h->symmetry == MM_GENERAL && h->rows == n &&
        (h->columns == 1 || (several && h->columns > 0 && h->columns < INT_MAX)))
        return 1;
    return mm_fail(&B->error, h->line,
                   "%" PRId64 " x %" PRId64 ", %s, %s: an array of %" PRId64
                   " x 1%s, general, is needed",
                   h->rows, h->columns,
                   h->format == MM_ARRAY ? "array" : "coordinate",
                   h->symmetry == MM_GENERAL ? "general" : "not general", n,
                   several ? " or more columns" : "");
}

/* Stores the entries of this rank in b, [columns][B->n]. */
static void read_columns(struct mm_broadcast *B, double *b)
{
    while (mm_broadcast_chunk(B))
        for (int k = 0; k < B->count; k++) {
            const struct mm_entry *e = &B->chunk[k];
            if (mm_broadcast_is_mine(B, e->row))
                b[e->column * B->n + e->row - B->first] = e->value;
        }
}

struct mm_error mm_vector(FILE *file, const struct blocks *rows, MPI_Comm comm,
                          double *b)
{
    struct mm_broadcast *B = mm_broadcast_create(file, comm);
    mm_broadcast_rows(B, rows->n);
    if (mm_broadcast_start(B) && check_vector(B, rows->n, 0))
        read_columns(B, b);
    struct mm_error error = B->error;
    mem_free(B);
    return error;
}

struct mm_error mm_vectors(FILE *file, const struct blocks *rows, MPI_Comm comm,
                           int *columns, double **b)
{
    struct mm_broadcast *B = mm_broadcast_create(file, comm);
    mm_broadcast_rows(B, rows->n);
    *columns = 0;
    *b = NULL;
    if (mm_broadcast_start(B) && check_vector(B, rows->n, 1)) {
        *columns = (int)B->header.columns;
        *b = NEW(double, (size_t)B->n *(size_t)*columns, "vectors of a file");
        read_columns(B, *b);
    }
    struct mm_error error = B->error;
    mem_free(B);
    return error;
}

/* Opens the file on rank 0; the other ranks get NULL. A file that cannot be opened
 * ends the run. */
static FILE *open_file(const char *path, MPI_Comm comm)
{
    int rank;
    char fault[MM_MESSAGE] = "";
    FILE *file = NULL;
    MPI_OK(MPI_Comm_rank(comm, &rank));
    if (rank == 0)
        file = input_open(path, fault, sizeof fault);
    MPI_OK(MPI_Bcast(fault, MM_MESSAGE, MPI_CHAR, 0, comm));
    if (*fault)
        fail_all(EXIT_USAGE, "%s: %s; a Matrix Market file is needed", path, fault);
    return file;
}

/* Closes the file, and ends the run if there was an error. */
static void close_file(FILE *file, const char *path, const struct mm_error *error)
{
    if (file)
        fclose(file);
    if (*error->text)
        fail_all(EXIT_USAGE, "%s:%" PRId64 ": %s", path, error->line, error->text);
}

struct mm_header matrix_market_size(const char *path, MPI_Comm comm)
{
    FILE *file = open_file(path, comm);
    struct mm_broadcast *B = mm_broadcast_create(file, comm);
    if (mm_broadcast_start(B))
        check_shape(B);
    const struct mm_header header = B->header;
    struct mm_error error = B->error;
    mem_free(B);
    close_file(file, path, &error);
    return header;
}

struct csr matrix_market_matrix(const char *path, MPI_Comm comm,
                                struct blocks *rows)
{
    struct csr A;
    FILE *file = open_file(path, comm);
    struct mm_error error = mm_matrix(file, comm, rows, &A);
    close_file(file, path, &error);
    return A;
}

void matrix_market_vector(const char *path, const struct blocks *rows,
                          MPI_Comm comm, double *b)
{
    FILE *file = open_file(path, comm);
    struct mm_error error = mm_vector(file, rows, comm, b);
    close_file(file, path, &error);
}

int matrix_market_vectors(const char *path, const struct blocks *rows,
                          MPI_Comm comm, double **b)
{
    int columns;
    FILE *file = open_file(path, comm);
    struct mm_error error = mm_vectors(file, rows, comm, &columns, b);
    close_file(file, path, &error);
    return columns;
}
