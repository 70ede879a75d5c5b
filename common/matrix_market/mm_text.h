/* common/matrix_market/mm_text.h - lines, words and numbers of a text; the first mistake.
 *
 * Nothing is allocated and nothing ends the run: a function that finds a mistake
 * records its line and what is needed in t->error and returns false (0).
 */
#ifndef MEMWALL_MM_TEXT_H
#define MEMWALL_MM_TEXT_H
#include <stdint.h>
#include <stdio.h>

enum { MM_LINE = 1024, MM_MESSAGE = 240, MM_WORDS = 6 };

struct mm_error {
    int64_t line;          /* of the file */
    char text[MM_MESSAGE]; /* what was found, what is needed; empty: no mistake */
};

struct mm_text {
    FILE *file;
    int64_t line; /* lines read so far */
    struct mm_error error;
    char text[MM_LINE + 1]; /* of the line being read */
};

/* Records the mistake unless there is one already. Returns false. */
int mm_fail(struct mm_error *error, int64_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
#define MM_FAIL(t, ...) mm_fail(&(t)->error, (t)->line, __VA_ARGS__)

/* The next line without its end, which is LF or CRLF. False at the end of the file. */
int mm_read_line(struct mm_text *t);

/* A line, from the second one on, that begins with %. */
int mm_is_comment(const struct mm_text *t);

/* Cuts the line into words; how many, MM_WORDS meaning that many or more. */
int mm_split(struct mm_text *t, char *word[MM_WORDS]);

/* A whole number without sign, below 2^63. */
int mm_parse_whole(struct mm_text *t, const char *word, int64_t *value);

/* A decimal number that a double can hold: finite, and below 2^53 if it must be whole.
 * Exponents are written with E (NIST), not with Fortran's D. */
int mm_parse_value(struct mm_text *t, const char *word, int must_be_whole, double *value);
#endif
