/* common/cbgmres/matrix_market.c - reads matrices and vectors (matrix_market.h). */
#include "matrix_market.h"
#include "error.h"
#include "memory.h"
#include "mix_bits.h"
#include "output.h"
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct reader {
    const char *path;
    MPI_Comm comm;
    FILE *file;
    char *text;    /* the current line, from getline */
    size_t length; /* of its memory */
    int64_t line;  /* number of this line, from 1 */
    int64_t rows, columns, entries;
    int is_matrix, pattern;
    int sign;        /* of the mirror image of an entry: 0 general, 1 symmetric, -1
                 skew-symmetric */
    uint64_t hash;   /* of the sizes and of the entries that were read */
    char fault[240]; /* the message after the path */
};

static void close_reader(struct reader *R)
{
    free(R->text);
    if (R->file)
        fclose(R->file);
}

/* Ends the run if the file has a fault on some rank, or differs between ranks. Collective:
 * every rank calls it once for each file, with R->fault and its line (0: the file cannot be
 * opened) or with NO_FAULT. The fault in the first line is printed. */
#define NO_FAULT LONG_MAX
static void agree(struct reader *R, long line)
{
    struct {
        long line;
        int rank;
    } first = {line, comm_rank(R->comm)};
    char rank[32] = "";
    uint64_t hash = R->hash;
    MPI_OK(MPI_Bcast(&hash, sizeof hash, MPI_BYTE, 0, R->comm));
    if (line == NO_FAULT && hash != R->hash) {
        first.line--;
        strcpy(R->fault, " is not the same file on all ranks");
    }
    MPI_OK(
        MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_LONG_INT, MPI_MINLOC, R->comm));
    if (first.line == NO_FAULT)
        return;
    MPI_OK(MPI_Bcast(R->fault, sizeof R->fault, MPI_CHAR, first.rank, R->comm));
    close_reader(R);
    if (first.rank > 0)
        sprintf(rank, " (rank %d)", first.rank);
    fail_all(EXIT_USAGE, "%s%s%s", R->path, R->fault, rank);
}

/* Ends the run with FILE:LINE: the text. */
__attribute__((noreturn, format(printf, 3, 4))) static void
refuse(struct reader *R, int64_t line, const char *format, ...)
{
    const int length = sprintf(R->fault, ":%" PRId64 ": ", line);
    va_list args;
    va_start(args, format);
    vsnprintf(R->fault + length, sizeof R->fault - (size_t)length, format, args);
    va_end(args);
    agree(R, line);
    __builtin_unreachable();
}
#define REFUSE(R, ...) refuse(R, (R)->line, __VA_ARGS__)

/* ---- Lines and numbers ---- */

/* What separates words. strchr also finds the 0 that ends a line. */
static const char SPACE[] = " \t\r\n";

/* Reads the next line that is neither a comment nor blank. Returns its first word, or NULL
 * at the end of the file. */
static char *next_line(struct reader *R)
{
    ssize_t count;
    while ((count = getline(&R->text, &R->length, R->file)) > 0) {
        char *text = R->text + strspn(R->text, SPACE);
        R->line++;
        if (*text == '%')
            continue;
        if (strlen(R->text) != (size_t)count)
            REFUSE(R, "a byte 0: plain text is needed");
        if (*text)
            return text;
    }
    if (!feof(R->file))
        die("%s: cannot be read: %s", R->path, strerror(errno));
    return NULL;
}

/* The number of characters of a word that a message shows. */
static int width(const char *word)
{
    const size_t length = strcspn(word, SPACE);
    return length < 40 ? (int)length : 40;
}

/* Reads a nonnegative integer, and advances *text past it. */
static int64_t read_whole(struct reader *R, char **text)
{
    char *word = *text + strspn(*text, SPACE);
    errno = 0;
    const long long value = strtoll(word, text, 10);
    if (*text == word || errno || value < 0 || !strchr(SPACE, **text))
        REFUSE(R, "'%.*s': a whole number from 0 to 2^63 - 1 is needed",
               width(word), word);
    return value;
}

/* Reads a finite decimal number, and advances *text past it. strtod also reads hexadecimal
 * numbers, "nan" and "inf", whose letters are not allowed, and returns 0 for a number that is
 * too small for f64. */
static double read_number(struct reader *R, char **text)
{
    char *word = *text + strspn(*text, SPACE);
    const size_t length = strspn(word, "+-0123456789.eE");
    errno = 0;
    const double value = strtod(word, text);
    if (length == 0 || *text != word + length || !strchr(SPACE, **text) ||
        !isfinite(value) || (value == 0 && errno))
        REFUSE(R, "'%.*s': a decimal number of f64 such as -1.5E3 is needed",
               width(word), word);
    return value;
}

static void end_line(struct reader *R, const char *text, const char *needed)
{
    if (text[strspn(text, SPACE)])
        REFUSE(R, "more words than %s", needed);
}

/* ---- The header ---- */

/* The index of a word in a list of three, or 3. */
static int find(const char *word, const char *const list[3])
{
    int k = 0;
    while (k < 3 && strcasecmp(word, list[k]) != 0)
        k++;
    return k;
}

/* Reads line 1. */
static void read_banner(struct reader *R)
{
    static const char *const fields[3] = {"real", "integer", "pattern"},
                             *const symmetries[3] = {"general", "symmetric",
                                                     "skew-symmetric"};
    const char *layout = R->is_matrix ? "coordinate" : "array";
    char word[6][32];
    R->line = 1;
    if (getline(&R->text, &R->length, R->file) < 0 || R->text[0] != '%' ||
        sscanf(R->text, "%31s %31s %31s %31s %31s %31s", word[0], word[1], word[2],
               word[3], word[4], word[5]) != 5 ||
        strcasecmp(word[0], "%%MatrixMarket") != 0 ||
        strcasecmp(word[1], "matrix") != 0)
        REFUSE(R,
               "a line such as %%%%MatrixMarket matrix %s real general is needed",
               layout);
    const int field = find(word[3], fields), symmetry = find(word[4], symmetries);
    R->pattern = field == 2;
    R->sign = symmetry == 2 ? -1 : symmetry;
    if (strcasecmp(word[2], layout) != 0)
        REFUSE(R, "'%s': %s is needed", word[2], layout);
    if (symmetry == 3 || (!R->is_matrix && symmetry > 0))
        REFUSE(R, "'%s': %s is needed", word[4],
               R->is_matrix ? "general, symmetric or skew-symmetric" : "general");
    if (field == 3 || (R->pattern && (!R->is_matrix || R->sign < 0)))
        REFUSE(R, "'%s': %s is needed", word[3],
               R->is_matrix && R->sign >= 0 ? "real, integer or pattern"
                                            : "real or integer");
}

/* For an entry, or for the sizes and the symmetry. */
static void add_to_hash(struct reader *R, int64_t row, int64_t column, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    R->hash = mix_bits(R->hash ^ (uint64_t)row);
    R->hash = mix_bits(R->hash ^ (uint64_t)column);
    R->hash = mix_bits(R->hash ^ bits);
}

/* Opens the file and reads its header. */
static struct reader open_reader(const char *path, int is_matrix, MPI_Comm comm)
{
    struct reader R = {
        .path = path, .comm = comm, .is_matrix = is_matrix, .fault = ": "};
    R.file = input_open(path, R.fault + 2, sizeof R.fault - 2);
    if (!R.file)
        agree(&R, 0);
    read_banner(&R);
    char *text = next_line(&R);
    if (!text)
        REFUSE(&R, "the file ends before its sizes");
    R.rows = read_whole(&R, &text);
    R.columns = read_whole(&R, &text);
    R.entries = is_matrix ? read_whole(&R, &text) : R.rows;
    end_line(&R, text, is_matrix ? "rows columns entries" : "rows columns");
    if (is_matrix && (R.rows != R.columns || R.rows < 1))
        REFUSE(&R,
               "%" PRId64 " rows and %" PRId64
               " columns: a square matrix is needed",
               R.rows, R.columns);
    if (R.entries > INT64_MAX / 4 || R.rows - R.entries > (R.sign ? R.entries : 0))
        REFUSE(&R,
               "%" PRId64 " rows for %" PRId64
               " entries: each row needs an entry, and a matrix at most 2^61",
               R.rows, R.entries);
    if (R.rows / comm_size(comm) >= INT_MAX)
        REFUSE(&R, "%" PRId64 " rows: more ranks are needed", R.rows);
    add_to_hash(&R, R.rows, R.entries, R.sign);
    return R;
}

struct mm_size matrix_market_size(const char *path, MPI_Comm comm)
{
    struct reader R = open_reader(path, 1, comm);
    agree(&R, NO_FAULT);
    close_reader(&R);
    return (struct mm_size){R.rows, R.sign ? 2 * R.entries : R.entries};
}

/* ---- The entries ---- */

struct entry {
    int64_t row, column; /* from 0 */
    int64_t line;        /* of the file */
    double value;
};

static struct entry read_entry(struct reader *R)
{
    struct entry e = {.value = 1};
    char *text = next_line(R);
    if (!text)
        REFUSE(R, "the file ends before its %" PRId64 " entries", R->entries);
    if (R->is_matrix) {
        e.row = read_whole(R, &text) - 1;
        e.column = read_whole(R, &text) - 1;
        if (e.row < 0 || e.row >= R->rows || e.column < 0 || e.column >= R->rows)
            REFUSE(R, "row and column from 1 to %" PRId64 " are needed", R->rows);
        if (R->sign && e.row < e.column + (R->sign < 0))
            REFUSE(R, "only the lower triangle is needed%s",
                   R->sign < 0 ? ", without the diagonal" : "");
    }
    if (!R->pattern)
        e.value = read_number(R, &text);
    end_line(R, text,
             !R->is_matrix ? "a value"
             : R->pattern  ? "row column"
                           : "row column value");
    e.line = R->line;
    add_to_hash(R, e.row, e.column, e.value);
    return e;
}

/* After the last entry. */
static void read_end(struct reader *R)
{
    if (next_line(R))
        REFUSE(R, "more than the %" PRId64 " entries that the sizes declare",
               R->entries);
    agree(R, NO_FAULT);
}

double *matrix_market_vector(const char *path, const struct blocks *rows,
                             MPI_Comm comm)
{
    struct reader R = open_reader(path, 0, comm);
    const int64_t first = blocks_first(rows, comm_rank(comm));
    const int n = blocks_rows(rows, comm_rank(comm));
    double *b = NEW(double, (size_t)n, "vector of a file");
    if (R.rows != rows->n || R.columns != 1)
        REFUSE(&R,
               "%" PRId64 " rows and %" PRId64 " columns: %" PRId64
               " rows and 1 column are needed",
               R.rows, R.columns, rows->n);
    for (int64_t i = 0; i < R.rows; i++) {
        const double value = read_entry(&R).value;
        if (i >= first && i < first + n)
            b[i - first] = value;
    }
    read_end(&R);
    close_reader(&R);
    return b;
}

/* The entries of the rows of this rank. */
struct list {
    int64_t first; /* the first row */
    int n;         /* number of rows */
    struct entry *entry;
    size_t count, most; /* number of entries, and for how many there is memory */
};

/* Appends an entry if its row is one of this rank. */
static void keep(struct list *L, struct entry e)
{
    if (e.row < L->first || e.row >= L->first + L->n)
        return;
    if (L->count == L->most) {
        struct entry *old = L->entry;
        L->most = 2 * L->most + 1024;
        L->entry = NEW(struct entry, L->most, "entries of a file");
        if (old)
            memcpy(L->entry, old, L->count * sizeof *old);
        mem_free(old);
    }
    L->entry[L->count++] = e;
}

/* Compares by row, then by column. */
static int compare(const void *a, const void *b)
{
    const struct entry *p = a, *q = b;
    return p->row != q->row ? (p->row > q->row) - (p->row < q->row)
                            : (p->column > q->column) - (p->column < q->column);
}

/* Sorts the entries. Two entries with the same position, on any rank, end the run. */
static void sort(struct list *L, struct reader *R, MPI_Comm comm)
{
    int64_t twice = INT64_MAX; /* line of an entry whose position is taken */
    if (L->count > 0)
        qsort(L->entry, L->count, sizeof *L->entry, compare);
    for (size_t k = 1; k < L->count; k++) {
        const struct entry *e = &L->entry[k];
        const int64_t line = e->line > e[-1].line ? e->line : e[-1].line;
        if (compare(e, e - 1) == 0 && line < twice)
            twice = line;
    }
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, &twice, 1, MPI_INT64_T, MPI_MIN, comm));
    if (twice != INT64_MAX)
        refuse(R, twice, "a second entry of its row and column: one is needed");
}

struct csr matrix_market_matrix(const char *path, MPI_Comm comm,
                                struct blocks *rows)
{
    struct reader R = open_reader(path, 1, comm);
    *rows = (struct blocks){R.rows, comm_size(comm)};
    const int n = blocks_rows(rows, comm_rank(comm));
    struct list L = {.first = blocks_first(rows, comm_rank(comm)), .n = n};
    for (int64_t k = 0; k < R.entries; k++) {
        const struct entry e = read_entry(&R);
        keep(&L, e);
        if (R.sign && e.row != e.column)
            keep(&L, (struct entry){e.column, e.row, e.line, R.sign * e.value});
    }
    read_end(&R);
    sort(&L, &R, comm);
    close_reader(&R);
    if (L.count > (size_t)(INT_MAX - n)) /* column indices are int */
        die("%s: %zu entries on a rank: more ranks are needed", path, L.count);
    struct csr A = {.n = n,
                    .columns = n,
                    .ptr = mem_zero((size_t)n + 1, sizeof *A.ptr, "row pointers"),
                    .col = NEW(int, L.count, "columns"),
                    .val = NEW(double, L.count, "matrix values"),
                    .remote = NEW(int64_t, L.count, "remote columns")};
    for (size_t k = 0; k < L.count; k++) {
        const struct entry *e = &L.entry[k];
        const int64_t column = e->column - L.first;
        A.ptr[e->row - L.first + 1]++;
        A.val[k] = e->value;
        A.col[k] = column >= 0 && column < n ? (int)column : -1 - A.remotes;
        if (A.col[k] < 0)
            A.remote[A.remotes++] = e->column;
    }
    for (int i = 0; i < n; i++)
        A.ptr[i + 1] += A.ptr[i];
    mem_free(L.entry);
    return A;
}
