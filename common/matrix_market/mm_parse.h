/* common/matrix_market/mm_parse.h - the text of a file, entry by entry, on one process.
 *
 *   %%MatrixMarket matrix FORMAT FIELD SYMMETRY   line 1, in any case of letters
 *   % comment                                     any number of lines
 *   rows columns entries                          coordinate; array: rows columns
 *   row column value                              coordinate; pattern: no value
 *   value                                         array, column by column
 *
 * The rules are NIST's (R. Boisvert, R. Pozo, K. Remington, "The Matrix Market exchange
 * formats: initial design", NISTIR 5935, 1996): indices from 1, blank lines anywhere
 * after line 1, lines of at most 1024 characters (comments may be longer here), decimal
 * numbers with exponents by E and not by Fortran's D, pattern in coordinate only and
 * never skew-symmetric; symmetric files hold the lower triangle, skew-symmetric ones
 * without the diagonal. CRLF ends a line as LF does. Stricter than NIST: numbers that a
 * double cannot hold (overflow, whole numbers from 2^53 on) are mistakes.
 *
 * Nothing is allocated and nothing ends the run: a mistake is a struct mm_error.
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
    int64_t entries; /* that the file stores */
    int64_t line;    /* where the sizes stand */
};

struct mm_entry {
    int64_t row, column; /* from 0 */
    double value;        /* 1 in a pattern */
};

struct mm_file {
    struct mm_text text;
    struct mm_header header;
    int64_t taken;       /* entries read so far */
    int64_t row, column; /* array: of the last of them */
};

/* Reads the header from the start of the file, which must be one that can be read
 * twice. False after a mistake, which is then in m->text.error. An accepted header
 * declares no more entries than the bytes that follow could hold. */
int mm_start(struct mm_file *m, FILE *file);

/* The next entry; false after the last one or a mistake. */
int mm_next(struct mm_file *m, struct mm_entry *e);
#endif
