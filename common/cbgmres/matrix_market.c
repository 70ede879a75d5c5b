/* common/cbgmres/matrix_market.c - reads matrices and vectors
 * (matrix_market.h). */
#include "matrix_market.h"
#include "error.h"
#include "memory.h"
#include "output.h"
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    WORDS = 6,       /* of a line; all further words count as the sixth */
    PIECE = 1 << 20, /* entries of a message */
    TAG = 31
};

struct entry {
    int64_t row, column; /* from 0 */
    int64_t line;        /* of the file */
    double value;        /* 1 in a pattern */
};
_Static_assert(sizeof(struct entry) == MM_ENTRY_BYTES, "the memory of an entry");

struct reader {
    int is_matrix; /* 1: the file must contain a matrix, 0: a vector */
    FILE *file;    /* used on rank 0 only, as everything up to `word` */
    int rank;
    int64_t line;  /* number of lines read so far */
    char *text;    /* the current line, allocated by getline */
    size_t length; /* of that memory */
    char *word[WORDS];
    struct mm_header header;
    struct mm_error error;
    struct entry *entry; /* [count] */
    int64_t count;
};

/* Stores the message, unless an error is stored already. Returns 0. */
__attribute__((format(printf, 3, 4))) static int
fail_line(struct reader *R, int64_t line, const char *format, ...)
{
    if (*R->error.text)
        return 0;
    va_list args;
    va_start(args, format);
    vsnprintf(R->error.text, sizeof R->error.text, format, args);
    va_end(args);
    R->error.line = line;
    return 0;
}
#define FAIL(R, ...) fail_line(R, (R)->line, __VA_ARGS__)

/* ---- Lines, words and numbers ---- */

/* Before the sizes, comments are allowed, and blanks may precede their percent sign. */
static int is_comment(const struct reader *R)
{
    return R->line > 1 && !R->header.line && R->text[strspn(R->text, " \t")] == '%';
}

/* Reads the next line. Returns 0 at the end of the file or after an error. The characters
 * of a comment are not checked. */
static int read_line(struct reader *R)
{
    errno = 0;
    const ssize_t count = getline(&R->text, &R->length, R->file);
    R->line += count > 0;
    if (count < 0 && errno != 0)
        return FAIL(R, "cannot be read: %s", strerror(errno));
    if (count < 0 || is_comment(R))
        return count > 0;
    for (ssize_t k = 0; k < count && R->text[k] != '\n'; k++) {
        const unsigned char c = (unsigned char)R->text[k];
        if ((c < ' ' || c > '~') && c != '\t' && c != '\r')
            return FAIL(R, "byte 0x%02x: plain text is needed", (unsigned)c);
    }
    return 1;
}

/* Splits the current line into words. Returns their number, at most WORDS. */
static int split(struct reader *R)
{
    int count = 0;
    char *rest = NULL;
    for (char *w = strtok_r(R->text, " \t\r\n", &rest); w && count < WORDS;
         w = strtok_r(NULL, " \t\r\n", &rest))
        R->word[count++] = w;
    return count;
}

/* Splits the next line that is neither blank nor a comment. Returns the number of
 * words; 0 at the end of the file or after an error. */
static int read_words(struct reader *R)
{
    while (read_line(R)) {
        const int count = is_comment(R) ? 0 : split(R);
        if (count)
            return count;
    }
    return 0;
}

/* Converts a word to a whole number without sign. Returns 0 after an error. */
static int parse_whole(struct reader *R, const char *word, int64_t *value)
{
    errno = 0;
    *value = strtoll(word, NULL, 10);
    if (*word == '-' && word[1] && !word[1 + strspn(word + 1, "0123456789")])
        return FAIL(R, "%.40s is negative: a whole number without sign is needed",
                    word);
    if (word[strspn(word, "0123456789")] || errno == ERANGE)
        return FAIL(R, "'%.40s': a whole number below 2^63 is needed", word);
    return 1;
}

/* Converts a word to a number. Returns 0 after an error. strtod also reads
 * hexadecimal numbers, "nan" and "inf", whose letters are not allowed. */
static int parse_value(struct reader *R, const char *word, double *value)
{
    const int whole = R->header.field == MM_INTEGER;
    const char *allowed = whole ? "+-0123456789" : "+-0123456789.eE";
    char *end;
    errno = 0;
    *value = strtod(word, &end);
    if (*end || word[strspn(word, allowed)])
        return FAIL(R, "'%.40s': %s is needed", word,
                    whole ? "a whole number" : "a decimal number such as -1.5E3");
    if (whole && !(fabs(*value) < 0x1p53))
        return FAIL(R, "%.40s: a whole number below 2^53 is needed", word);
    if (!isfinite(*value))
        return FAIL(
            R, "%.40s: a number of at most 1.7976931348623157E308 is needed", word);
    if (*value == 0 && errno == ERANGE)
        return FAIL(R,
                    "%.40s: this number becomes 0 in f64; a magnitude of at least "
                    "4.94E-324 is needed",
                    word);
    return 1;
}

/* ---- The header ---- */

/* Reads line 1. */
static int read_banner(struct reader *R)
{
    static const struct choice {
        const char *list, *name[5];
    } of_matrix[4] = {{"matrix", {"matrix"}},
                      {"coordinate", {"coordinate"}},
                      {"real, integer or pattern",
                       {"real", "integer", "pattern", "unsigned-integer"}},
                      {"general, symmetric or skew-symmetric",
                       {"general", "symmetric", "skew-symmetric"}}},
      of_vector[4] = {{"matrix", {"matrix"}},
                      {"array", {"array"}},
                      {"real or integer", {"real", "integer"}},
                      {"general", {"general"}}};
    const struct choice *choice = R->is_matrix ? of_matrix : of_vector;
    const char *banner =
        R->is_matrix ? "coordinate real general" : "array real general";
    struct mm_header *h = &R->header;
    if (!read_line(R))
        return fail_line(
            R, 1, "an empty file: %%%%MatrixMarket matrix %s is needed", banner);
    const int indented = R->text[0] != '%', count = split(R);
    if (count != 5 || indented || strcasecmp(R->word[0], "%%MatrixMarket") != 0)
        return FAIL(
            R,
            "'%.40s' and %d more words: a line such as %%%%MatrixMarket matrix "
            "%s is needed",
            count ? R->word[0] : "", count ? count - 1 : 0, banner);
    int found[4] = {0};
    for (int c = 0; c < 4; c++) {
        const char *const *name = choice[c].name;
        while (name[found[c]] && strcasecmp(R->word[c + 1], name[found[c]]) != 0)
            found[c]++;
        if (!name[found[c]])
            return FAIL(R, "'%.40s' cannot be read: %s is needed", R->word[c + 1],
                        choice[c].list);
    }
    h->field = found[2] == 3 ? MM_INTEGER : (enum mm_field)found[2];
    h->symmetry = (enum mm_symmetry)found[3];
    if (h->field == MM_PATTERN && h->symmetry == MM_SKEW)
        return FAIL(R, "a skew-symmetric pattern has no signs: real or integer is "
                       "needed");
    return 1;
}

/* Checks that the rest of the file can contain the declared entries, so that a wrong
 * header never makes us allocate more memory than the file needs. The end of the last
 * line may be missing. */
static int check_size(struct reader *R)
{
    const struct mm_header *h = &R->header;
    const int shortest = !R->is_matrix ? 2 : h->field == MM_PATTERN ? 4 : 6;
    const off_t here = ftello(R->file);
    fseeko(R->file, 0, SEEK_END);
    const off_t bytes = ftello(R->file) - here;
    if (here < 0 || fseeko(R->file, here, SEEK_SET) != 0)
        return FAIL(R, "its size is not known: a plain file is needed");
    if (h->entries < 0 || h->entries > (bytes + 1) / shortest)
        return FAIL(R,
                    "more entries are declared than the %lld bytes that follow can "
                    "hold: a whole file and its true sizes are needed",
                    (long long)bytes);
    return 1;
}

/* Reads line 1 and the line of sizes. */
static int read_header(struct reader *R)
{
    struct mm_header *h = &R->header;
    if (!read_banner(R))
        return 0;
    const int count = read_words(R), needed = R->is_matrix ? 3 : 2;
    const char *names = needed == 2 ? "rows columns" : "rows columns entries";
    char **word = R->word;
    if (*R->error.text)
        return 0;
    if (count == 0)
        return FAIL(R, "the file ends before its sizes: %s is needed", names);
    if (count != needed)
        return FAIL(R, "%d%s words in the line of sizes: %s is needed", count,
                    count == WORDS ? " or more" : "", names);
    if (!parse_whole(R, word[0], &h->rows) ||
        !parse_whole(R, word[1], &h->columns) ||
        (needed == 3 && !parse_whole(R, word[2], &h->entries)))
        return 0;
    if (h->rows == 0 || h->columns == 0)
        return FAIL(R,
                    "%.40s rows and %.40s columns: at least one of each is needed",
                    word[0], word[1]);
    if (needed == 2)
        h->entries = h->rows > INT64_MAX / h->columns ? -1 : h->rows * h->columns;
    h->line = R->line;
    return check_size(R);
}

/* Checks that the matrix is square and has enough entries for one in every row. The
 * second check also bounds the number of rows by the size of the file. */
static int check_matrix(struct reader *R, int ranks)
{
    const struct mm_header *h = &R->header;
    if (h->rows != h->columns)
        return FAIL(R,
                    "%" PRId64 " rows and %" PRId64
                    " columns: a square matrix is needed",
                    h->rows, h->columns);
    if (h->rows - h->entries > (h->symmetry == MM_GENERAL ? 0 : h->entries))
        return FAIL(R,
                    "%" PRId64 " rows for %" PRId64
                    " entries: each row needs an entry, or the matrix is singular",
                    h->rows, h->entries);
    if ((h->rows - 1) / ranks >= INT_MAX)
        return FAIL(R,
                    "%" PRId64 " rows on %d ranks: fewer than 2^31 rows on each "
                    "rank are needed, use more ranks",
                    h->rows, ranks);
    return 1;
}

/* Checks that the file contains one vector of n entries. */
static int check_vector(struct reader *R, int64_t n)
{
    const struct mm_header *h = &R->header;
    if (h->rows == n && h->columns == 1)
        return 1;
    return FAIL(R,
                "%" PRId64 " rows and %" PRId64 " columns: %" PRId64
                " rows and 1 column are needed",
                h->rows, h->columns, n);
}

/* ---- The entries ---- */

/* Of a matrix: reads the row and the column of an entry. */
static int parse_position(struct reader *R, struct entry *e)
{
    const struct mm_header *h = &R->header;
    const int64_t most[2] = {h->rows, h->columns};
    const int skew = h->symmetry == MM_SKEW;
    int64_t index[2];
    for (int d = 0; d < 2; d++) {
        if (!parse_whole(R, R->word[d], &index[d]))
            return 0;
        if (index[d] < 1 || index[d] > most[d])
            return FAIL(R, "%s %.40s: 1 to %" PRId64 " is needed",
                        d == 0 ? "row" : "column", R->word[d], most[d]);
    }
    e->row = index[0] - 1;
    e->column = index[1] - 1;
    if (h->symmetry != MM_GENERAL && e->row < e->column + skew)
        return FAIL(
            R,
            "row %.40s, column %.40s is %s the diagonal: a %s file needs the "
            "part below it%s alone",
            R->word[0], R->word[1], e->row < e->column ? "above" : "on",
            skew ? "skew-symmetric" : "symmetric", skew ? "" : " and the diagonal");
    return 1;
}

/* Reads one entry. `e` is the previous one, or {-1, 0} before the first one. */
static int read_entry(struct reader *R, int64_t already, struct entry *e)
{
    const struct mm_header *h = &R->header;
    const int count = read_words(R);
    if (count == 0)
        return FAIL(R,
                    "the file ends after %" PRId64 " entries: the %" PRId64
                    " that line %" PRId64 " declares are needed",
                    already, h->entries, h->line);
    const int needed = !R->is_matrix ? 1 : h->field == MM_PATTERN ? 2 : 3;
    if (count != needed)
        return FAIL(R, "%d%s words: %s is needed", count,
                    count == WORDS ? " or more" : "",
                    needed == 1   ? "one value a line"
                    : needed == 2 ? "row column"
                                  : "row column value");
    if (R->is_matrix && !parse_position(R, e))
        return 0;
    e->row += !R->is_matrix;
    e->line = R->line;
    e->value = 1;
    return h->field == MM_PATTERN || parse_value(R, R->word[count - 1], &e->value);
}

/* By row, then by column, then by line. */
static int compare(const void *a, const void *b)
{
    const struct entry *p = a, *q = b;
    if (p->row != q->row)
        return p->row < q->row ? -1 : 1;
    if (p->column != q->column)
        return p->column < q->column ? -1 : 1;
    return (p->line > q->line) - (p->line < q->line);
}

/* Reads all entries and sorts them. An entry of a symmetric file below the diagonal is
 * also stored as its mirror image. */
static int read_entries(struct reader *R)
{
    const struct mm_header *h = &R->header;
    const int general = h->symmetry == MM_GENERAL;
    struct entry e = {.row = -1};
    int64_t sorted = 1;
    R->entry = NEW(struct entry, (size_t)h->entries * (general ? 1 : 2),
                   "entries of a file");
    for (int64_t k = 0; k < h->entries; k++) {
        if (!read_entry(R, k, &e))
            return 0;
        R->entry[R->count++] = e;
        if (!general && e.row != e.column)
            R->entry[R->count++] =
                (struct entry){e.column, e.row, e.line,
                               h->symmetry == MM_SKEW ? -e.value : e.value};
    }
    if (read_words(R) > 0)
        return FAIL(R,
                    "an entry more than the %" PRId64 " that line %" PRId64
                    " declares: exactly these are needed",
                    h->entries, h->line);
    while (sorted < R->count &&
           compare(&R->entry[sorted - 1], &R->entry[sorted]) < 0)
        sorted++;
    if (sorted < R->count)
        qsort(R->entry, (size_t)R->count, sizeof *R->entry, compare);
    return !*R->error.text;
}

/* Checks that each row of a matrix has an entry, and no column twice. */
static int check_rows(struct reader *R)
{
    for (int64_t k = 0, row = -1; k <= R->count; k++) {
        const struct entry *e = &R->entry[k], *before = e - 1;
        const int64_t next = k < R->count ? e->row : R->header.rows;
        if (next > row + 1)
            return fail_line(R, R->header.line,
                             "row %" PRId64 " has no entry: each row needs one, or "
                             "the matrix is singular",
                             row + 2);
        if (next == row && e->column == before->column) {
            const int mirrored =
                R->header.symmetry != MM_GENERAL && row < e->column;
            return fail_line(R, e->line,
                             "row %" PRId64 ", column %" PRId64
                             " was given on line %" PRId64
                             ": one entry for each row and column is needed",
                             1 + (mirrored ? e->column : row),
                             1 + (mirrored ? row : e->column), before->line);
        }
        row = next;
    }
    return 1;
}

/* ---- Distribution over the ranks ---- */

/* The number of the entries from `begin` on that belong to the rows of a rank. */
static int64_t entries_of(const struct reader *R, const struct blocks *rows,
                          int rank, int64_t begin)
{
    int64_t end = begin;
    while (end < R->count && R->entry[end].row < blocks_first(rows, rank + 1))
        end++;
    return end - begin;
}

/* The bytes of the next message if so many entries remain. */
static int piece_bytes(int64_t rest)
{
    return (int)(rest < PIECE ? rest : PIECE) * (int)sizeof(struct entry);
}

/* Sends every rank the entries of its rows. R->entry and R->count are then those of
 * this rank. */
static void distribute(struct reader *R, const struct blocks *rows, MPI_Comm comm)
{
    if (R->rank > 0) {
        MPI_OK(
            MPI_Recv(&R->count, 1, MPI_INT64_T, 0, TAG, comm, MPI_STATUS_IGNORE));
        R->entry = NEW(struct entry, (size_t)R->count, "entries of a file");
        for (int64_t k = 0; k < R->count; k += PIECE)
            MPI_OK(MPI_Recv(R->entry + k, piece_bytes(R->count - k), MPI_BYTE, 0,
                            TAG, comm, MPI_STATUS_IGNORE));
        return;
    }
    const int64_t own = entries_of(R, rows, 0, 0);
    int64_t begin = own;
    for (int to = 1; to < rows->ranks; to++) {
        const int64_t count = entries_of(R, rows, to, begin);
        MPI_OK(MPI_Send(&count, 1, MPI_INT64_T, to, TAG, comm));
        for (int64_t k = 0; k < count; k += PIECE)
            MPI_OK(MPI_Send(R->entry + begin + k, piece_bytes(count - k), MPI_BYTE,
                            to, TAG, comm));
        begin += count;
    }
    R->count = own;
}

/* Gives every rank the header and the error of rank 0. Returns 0 after an error. */
static int share_header(struct reader *R, MPI_Comm comm)
{
    MPI_OK(MPI_Bcast(&R->header, (int)sizeof R->header, MPI_BYTE, 0, comm));
    MPI_OK(MPI_Bcast(&R->error, (int)sizeof R->error, MPI_BYTE, 0, comm));
    return !*R->error.text;
}

static struct reader new_reader(FILE *file, int is_matrix, MPI_Comm comm)
{
    struct reader R = {.file = file, .is_matrix = is_matrix};
    if (file)
        rewind(file);
    R.rank = comm_rank(comm);
    return R;
}

static void free_reader(struct reader *R)
{
    mem_free(R->entry);
    free(R->text);
}

/* The matrix of the sorted entries of this rank, which are consumed: local columns are
 * stored by their local index, remote columns by -1 - k, where remote[k] is the global
 * id. */
static struct csr build_matrix(const struct reader *R, int64_t first, int n)
{
    if (R->count > INT_MAX - n) /* an int counts rows and remote entries */
        die("a rank has %" PRId64 " entries: fewer than 2^31 are needed, use more "
            "ranks",
            R->count);
    struct csr A = {.n = n,
                    .columns = n,
                    .ptr = mem_zero((size_t)n + 1, sizeof *A.ptr, "row pointers"),
                    .col = NEW(int, (size_t)R->count, "columns"),
                    .val = NEW(double, (size_t)R->count, "matrix values")};
    for (int64_t k = 0; k < R->count; k++) {
        const int64_t local = R->entry[k].column - first;
        A.ptr[R->entry[k].row - first + 1]++;
        A.val[k] = R->entry[k].value;
        A.col[k] = local >= 0 && local < n ? (int)local : -1 - A.remotes++;
    }
    for (int i = 0; i < n; i++)
        A.ptr[i + 1] += A.ptr[i];
    A.remote = NEW(int64_t, (size_t)A.remotes, "remote columns");
    for (int64_t k = 0; k < R->count; k++)
        if (A.col[k] < 0)
            A.remote[-1 - A.col[k]] = R->entry[k].column;
    return A;
}

struct mm_error mm_matrix(FILE *file, MPI_Comm comm, struct blocks *rows,
                          struct csr *A)
{
    struct reader R = new_reader(file, 1, comm);
    *A = (struct csr){0};
    rows->ranks = comm_size(comm);
    if (R.rank == 0 && read_header(&R) && check_matrix(&R, rows->ranks) &&
        read_entries(&R))
        check_rows(&R);
    if (share_header(&R, comm)) {
        rows->n = R.header.rows;
        distribute(&R, rows, comm);
        *A =
            build_matrix(&R, blocks_first(rows, R.rank), blocks_rows(rows, R.rank));
    }
    free_reader(&R);
    return R.error;
}

struct mm_error mm_vector(FILE *file, const struct blocks *rows, MPI_Comm comm,
                          double **b)
{
    struct reader R = new_reader(file, 0, comm);
    *b = NULL;
    if (R.rank == 0 && read_header(&R) && check_vector(&R, rows->n))
        read_entries(&R);
    if (share_header(&R, comm)) {
        distribute(&R, rows, comm);
        *b = NEW(double, (size_t)R.count, "vector of a file");
        for (int64_t k = 0; k < R.count; k++)
            (*b)[k] = R.entry[k].value;
    }
    free_reader(&R);
    return R.error;
}

/* ---- Files by name ---- */

/* Opens the file on rank 0; the other ranks get NULL. A file that cannot be opened
 * ends the run. */
static FILE *open_file(const char *path, MPI_Comm comm)
{
    char fault[240] = "";
    FILE *file = NULL;
    const int rank = comm_rank(comm);
    if (rank == 0)
        file = input_open(path, fault, sizeof fault);
    MPI_OK(MPI_Bcast(fault, sizeof fault, MPI_CHAR, 0, comm));
    if (*fault)
        fail_all(EXIT_USAGE, "%s: %s; a Matrix Market file is needed", path, fault);
    return file;
}

/* Closes the file, and ends the run if there was an error. */
static void close_file(FILE *file, const char *path, struct mm_error error)
{
    if (file)
        fclose(file);
    if (*error.text)
        fail_all(EXIT_USAGE, "%s:%" PRId64 ": %s", path, error.line, error.text);
}

struct mm_header matrix_market_size(const char *path, MPI_Comm comm)
{
    FILE *file = open_file(path, comm);
    struct reader R = new_reader(file, 1, comm);
    const int ranks = comm_size(comm);
    if (R.rank == 0 && read_header(&R))
        check_matrix(&R, ranks);
    share_header(&R, comm);
    free_reader(&R);
    close_file(file, path, R.error);
    return R.header;
}

struct csr matrix_market_matrix(const char *path, MPI_Comm comm,
                                struct blocks *rows)
{
    struct csr A;
    FILE *file = open_file(path, comm);
    close_file(file, path, mm_matrix(file, comm, rows, &A));
    return A;
}

double *matrix_market_vector(const char *path, const struct blocks *rows,
                             MPI_Comm comm)
{
    double *b;
    FILE *file = open_file(path, comm);
    close_file(file, path, mm_vector(file, rows, comm, &b));
    return b;
}
