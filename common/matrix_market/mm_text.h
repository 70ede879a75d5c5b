/* common/matrix_market/mm_text.h - reads lines, words and numbers of a text file.
 *
 * No function allocates memory or ends the run. A function that finds an error in
 * the text stores the line number and a message in t->error and returns 0.
 */
#ifndef MEMWALL_MM_TEXT_H
#define MEMWALL_MM_TEXT_H
#include <stdint.h>
#include <stdio.h>

enum { MM_LINE = 1024, MM_MESSAGE = 240, MM_WORDS = 6 };

struct mm_error {
    int64_t line;          /* number of the line in the file, from 1 */
    char text[MM_MESSAGE]; /* "what was found: what is needed"; empty: no error */
};

struct mm_text {
    FILE *file;
    int64_t line; /* number of lines read so far */
    struct mm_error error;
    char text[MM_LINE + 1]; /* the current line */
};

/* Stores the message, unless an error is stored already. Returns 0. */
int mm_fail(struct mm_error *error, int64_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
#define MM_FAIL(t, ...) mm_fail(&(t)->error, (t)->line, __VA_ARGS__)

/* Reads the next line, without its end (LF or CRLF). Returns 0 at the end of the
 * file or after an error, else 1. */
int mm_read_line(struct mm_text *t);

/* 1 if the current line begins with % and is not the first line, else 0. */
int mm_is_comment(const struct mm_text *t);

/* Splits the current line into words, in place. Returns their number; MM_WORDS
 * means that many or more. */
int mm_split(struct mm_text *t, char *word[MM_WORDS]);

/* Converts a word to a whole number without sign, below 2^63. Returns 0 after an
 * error. */
int mm_parse_whole(struct mm_text *t, const char *word, int64_t *value);

/* Converts a word to a decimal number that is finite in f64 and, if it must be
 * whole, below 2^53. An exponent begins with E or e (NIST), not with Fortran's D.
 * Returns 0 after an error. */
int mm_parse_value(struct mm_text *t, const char *word, int must_be_whole,
                   double *value);
#endif
