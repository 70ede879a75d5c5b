/* common/matrix_market/mm_parse.h - parses a Matrix Market file, entry by entry,
 * on one rank.
 *
 *   %%MatrixMarket matrix FORMAT FIELD SYMMETRY   line 1, in upper or lower case
 *   % comment                                     any number of lines
 *   rows columns entries                          coordinate format; array: rows
 *                                                 columns
 *   row column value                              coordinate format; pattern: no
 *                                                 value
 *   value                                         array format, column by column
 *
 * Source: R. Boisvert, R. Pozo, K. Remington, "The Matrix Market exchange formats:
 * initial design", NISTIR 5935, 1996. Its rules: - Indices count from 1. - Blank
 * lines are allowed after line 1. - A line has at most 1024 characters (here only
 * if it is not a comment). - Numbers are decimal, with exponents by E and not by
 * Fortran's D. - A pattern is in coordinate format and not skew-symmetric. - A
 * symmetric file contains the lower triangle; a skew-symmetric file contains the
 * lower
 *   triangle without the diagonal.
 * Here a line may also end in CRLF, and a number that f64 cannot represent
 * (overflow, underflow to 0, whole numbers from 2^53 on) is an error.
 *
 * No function allocates memory or ends the run. An error is stored as a struct
 * mm_error.
 */
#ifndef MEMWALL_MM_PARSE_H
#define MEMWALL_MM_PARSE_H
#include "mm_text.h"

enum mm_format { MM_COORDINATE, MM_ARRAY };
enum mm_field { MM_REAL, MM_INTEGER, MM_PATTERN };
enum mm_symmetry { MM_GENERAL, MM_SYMMETRIC, MM_SKEW };

struct mm_header {
    enum mm_format format;
    enum mm_field field;
    enum mm_symmetry symmetry;
    int64_t rows, columns;
    int64_t entries; /* number of entries that the file stores */
    int64_t line;    /* number of the line with the sizes; 0 before it was read */
};

struct mm_entry {
    int64_t row, column; /* from 0 */
    double value;        /* 1 in a pattern */
};

struct mm_file {
    struct mm_text text;
    struct mm_header header;
    int64_t entries_read;
    int64_t row, column; /* array format: position of the last entry */
};

/* Reads the header from the start of the file. The file must be one that can be
 * read twice (no pipe). Returns 0 after an error, which is then in m->text.error,
 * else 1. A header that declares more entries than the rest of the file can
 * contain is an error. */
int mm_start(struct mm_file *m, FILE *file);

/* Reads the next entry. Returns 0 after the last entry or an error, else 1. */
int mm_next(struct mm_file *m, struct mm_entry *e);
#endif
