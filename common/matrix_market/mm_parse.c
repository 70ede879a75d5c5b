/* common/matrix_market/mm_parse.c - parses the header and the entries of a file. */
#include "mm_parse.h"
#include <inttypes.h>
#include <strings.h>

#define BANNER                                                       \
    "%%%%MatrixMarket matrix coordinate|array real|integer|pattern " \
    "general|symmetric|skew-symmetric"

#define FAIL(m, ...) MM_FAIL(&(m)->text, __VA_ARGS__)

/* Splits the next line that is neither blank nor a comment. Returns the number of
 * words; 0 at the end of the file or after an error. A comment after the line of
 * sizes is an error. */
static int read_words(struct mm_file *m, char *word[MM_WORDS])
{
    while (mm_read_line(&m->text)) {
        if (mm_is_comment(&m->text) && m->header.line)
            return FAIL(
                m,
                "a comment among the entries: comments are allowed before the "
                "sizes, which are on line %" PRId64,
                m->header.line);
        int count = mm_is_comment(&m->text) ? 0 : mm_split(&m->text, word);
        if (count)
            return count;
    }
    return 0;
}

/* Returns the index of a word in the list name[], which ends with NULL; -1 and an
 * error if the word is not in the list. `names` is the list as text, for the
 * message. */
static int find_name(struct mm_file *m, const char *word, const char *const name[],
                     const char *names)
{
    for (int k = 0; name[k]; k++)
        if (strcasecmp(word, name[k]) == 0)
            return k;
    FAIL(m, "'%.40s' cannot be read: %s is needed", word, names);
    return -1;
}

/* Reads line 1. */
static int read_banner(struct mm_file *m)
{
    static const char *const object[] = {"matrix", NULL};
    static const char *const format[] = {"coordinate", "array", NULL};
    static const char *const field[] = {"real", "integer", "pattern", NULL};
    static const char *const symmetry[] = {"general", "symmetric", "skew-symmetric",
                                           NULL};
    char *word[MM_WORDS];
    if (!mm_read_line(&m->text))
        return mm_fail(&m->text.error, 1, "an empty file: " BANNER " is needed");
    int count = mm_split(&m->text, word);
    if (count == 0 || strcasecmp(word[0], "%%MatrixMarket") != 0 ||
        m->text.text[0] != '%')
        return FAIL(m, "'%.40s': " BANNER " is needed", count ? word[0] : "");
    if (count != 5)
        return FAIL(
            m, "%s than four words after %%%%MatrixMarket: " BANNER " is needed",
            count < 5 ? "fewer" : "more");
    int found[] = {
        find_name(m, word[1], object, "matrix"),
        find_name(m, word[2], format, "coordinate or array"),
        find_name(m, word[3], field, "real, integer or pattern"),
        find_name(m, word[4], symmetry, "general, symmetric or skew-symmetric")};
    if (*m->text.error.text)
        return 0;
    m->header.format = (enum mm_format)found[1];
    m->header.field = (enum mm_field)found[2];
    m->header.symmetry = (enum mm_symmetry)found[3];
    if (m->header.field == MM_PATTERN && m->header.format == MM_ARRAY)
        return FAIL(
            m,
            "an array of field pattern has no values: real or integer is needed");
    if (m->header.field == MM_PATTERN && m->header.symmetry == MM_SKEW)
        return FAIL(
            m, "a skew-symmetric pattern has no signs: real or integer is needed");
    return 1;
}

/* The number of values that an array of this symmetry stores; -1 if it exceeds
 * 2^63. */
static int64_t array_entries(const struct mm_header *h)
{
    if (h->rows > INT64_MAX / 2 / h->columns)
        return -1;
    int64_t all = h->rows * h->columns;
    return h->symmetry == MM_GENERAL     ? all
           : h->symmetry == MM_SYMMETRIC ? (all + h->rows) / 2
                                         : (all - h->rows) / 2;
}

/* Checks that the rest of the file can contain the declared entries. The end of
 * the last line may be missing. */
static int check_size(struct mm_file *m)
{
    struct mm_header *h = &m->header;
    int shortest = h->format == MM_ARRAY ? 2 : h->field == MM_PATTERN ? 4 : 6;
    off_t here = ftello(m->text.file);
    if (here < 0 || fseeko(m->text.file, 0, SEEK_END) != 0)
        return FAIL(m, "cannot be read twice: a plain file is needed");
    off_t bytes = ftello(m->text.file) - here;
    if (fseeko(m->text.file, here, SEEK_SET) != 0)
        return FAIL(m, "cannot be read twice: a plain file is needed");
    if (h->entries < 0 || h->entries > (bytes + 1) / shortest)
        return FAIL(m,
                    "more entries are declared than the %lld bytes that follow can "
                    "hold: a whole file and its true sizes are needed",
                    (long long)bytes);
    return 1;
}

/* Reads the line of sizes. */
static int read_sizes(struct mm_file *m)
{
    struct mm_header *h = &m->header;
    char *word[MM_WORDS];
    int count = read_words(m, word), needed = h->format == MM_ARRAY ? 2 : 3;
    const char *names = needed == 2 ? "rows columns" : "rows columns entries";
    if (*m->text.error.text)
        return 0;
    if (count == 0)
        return FAIL(m, "the file ends before its sizes: %s is needed", names);
    if (count != needed)
        return FAIL(m, "%d%s words in the line of sizes: %s is needed", count,
                    count == MM_WORDS ? " or more" : "", names);
    if (!mm_parse_whole(&m->text, word[0], &h->rows) ||
        !mm_parse_whole(&m->text, word[1], &h->columns) ||
        (needed == 3 && !mm_parse_whole(&m->text, word[2], &h->entries)))
        return 0;
    if (h->rows == 0 || h->columns == 0)
        return FAIL(m,
                    "%.40s rows and %.40s columns: at least one of each is needed",
                    word[0], word[1]);
    if (h->symmetry != MM_GENERAL && h->rows != h->columns)
        return FAIL(m,
                    "%.40s rows and %.40s columns: a symmetric or skew-symmetric "
                    "matrix needs as many of each",
                    word[0], word[1]);
    if (needed == 2)
        h->entries = array_entries(h);
    h->line = m->text.line;
    return check_size(m);
}

int mm_start(struct mm_file *m, FILE *file)
{
    *m = (struct mm_file){.text.file = file};
    if (fseeko(file, 0, SEEK_SET) != 0)
        return mm_fail(&m->text.error, 1,
                       "cannot be read twice: a plain file is needed");
    return read_banner(m) && read_sizes(m);
}

/* Converts an index from 1 .. most to 0 .. most-1. */
static int parse_index(struct mm_file *m, const char *what, const char *word,
                       int64_t most, int64_t *index)
{
    if (!mm_parse_whole(&m->text, word, index))
        return 0;
    if (*index < 1 || *index > most)
        return FAIL(m, "%s %.40s: 1 to %" PRId64 " is needed", what, word, most);
    --*index;
    return 1;
}

/* Coordinate format: reads the row and the column of an entry. */
static int parse_position(struct mm_file *m, char *word[], struct mm_entry *e)
{
    const struct mm_header *h = &m->header;
    if (!parse_index(m, "row", word[0], h->rows, &e->row) ||
        !parse_index(m, "column", word[1], h->columns, &e->column))
        return 0;
    if (h->symmetry != MM_GENERAL && e->row < e->column)
        return FAIL(m,
                    "row %.40s, column %.40s is above the diagonal: a symmetric or "
                    "skew-symmetric file needs the lower triangle alone",
                    word[0], word[1]);
    if (h->symmetry == MM_SKEW && e->row == e->column)
        return FAIL(
            m,
            "row %.40s, column %.40s is on the diagonal: a skew-symmetric file "
            "needs the part below it alone",
            word[0], word[1]);
    return 1;
}

/* Array format: moves to the next row of the column, or to the first row that the
 * next column stores. */
static void next_position(struct mm_file *m, struct mm_entry *e)
{
    if (m->entries_read == 0 || ++m->row == m->header.rows) {
        m->column += m->entries_read > 0;
        m->row = m->header.symmetry == MM_GENERAL     ? 0
                 : m->header.symmetry == MM_SYMMETRIC ? m->column
                                                      : m->column + 1;
    }
    e->row = m->row;
    e->column = m->column;
}

int mm_next(struct mm_file *m, struct mm_entry *e)
{
    const struct mm_header *h = &m->header;
    char *word[MM_WORDS];
    int count = *m->text.error.text ? 0 : read_words(m, word);
    if (count == 0)
        return *m->text.error.text || m->entries_read == h->entries
                   ? 0
                   : FAIL(m,
                          "the file ends after %" PRId64 " entries: the %" PRId64
                          " that line %" PRId64 " declares are needed",
                          m->entries_read, h->entries, h->line);
    if (m->entries_read == h->entries)
        return FAIL(m,
                    "an entry more than the %" PRId64 " that line %" PRId64
                    " declares: exactly these are needed",
                    h->entries, h->line);
    int needed = h->format == MM_ARRAY ? 1 : h->field == MM_PATTERN ? 2 : 3;
    if (count != needed)
        return FAIL(m, "%d%s words: %s is needed", count,
                    count == MM_WORDS ? " or more" : "",
                    needed == 1   ? "one value a line"
                    : needed == 2 ? "row column"
                                  : "row column value");
    if (h->format == MM_ARRAY)
        next_position(m, e);
    else if (!parse_position(m, word, e))
        return 0;
    e->value = 1;
    if (h->field != MM_PATTERN &&
        !mm_parse_value(&m->text, word[count - 1], h->field == MM_INTEGER,
                        &e->value))
        return 0;
    m->entries_read++;
    return 1;
}
