/* common/matrix_market/mm_text.c - reads lines, words and numbers of a text
 * file. */
#include "mm_text.h"
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

int mm_fail(struct mm_error *error, int64_t line, const char *format, ...)
{
    if (*error->text)
        return 0;
    va_list args;
    va_start(args, format);
    vsnprintf(error->text, MM_MESSAGE, format, args);
    va_end(args);
    error->line = line;
    return 0;
}

int mm_is_comment(const struct mm_text *t)
{
    return t->line > 1 && t->text[0] == '%';
}

/* A comment may have any length and any characters; only its beginning is
 * stored. */
int mm_read_line(struct mm_text *t)
{
    int c, length = 0;
    t->text[0] = '\0';
    t->line++;
    while ((c = getc_unlocked(t->file)) != EOF && c != '\n') {
        if (!mm_is_comment(t)) {
            if ((c < ' ' || c > '~') && c != '\t' && c != '\r')
                return MM_FAIL(t, "byte 0x%02x: plain text is needed", (unsigned)c);
            if (length == MM_LINE)
                return MM_FAIL(
                    t, "a line of more than %d characters: no more are allowed",
                    MM_LINE);
        }
        if (length < MM_LINE)
            t->text[length++] = (char)c;
    }
    t->text[length] = '\0';
    if (ferror(t->file))
        return MM_FAIL(t, "cannot be read: %s", strerror(errno));
    if (c == EOF && length == 0)
        t->line--;
    return c != EOF || length > 0;
}

int mm_split(struct mm_text *t, char *word[MM_WORDS])
{
    int count = 0;
    char *rest = NULL;
    for (char *w = strtok_r(t->text, " \t\r", &rest); w && count < MM_WORDS;
         w = strtok_r(NULL, " \t\r", &rest))
        word[count++] = w;
    return count;
}

int mm_parse_whole(struct mm_text *t, const char *word, int64_t *value)
{
    *value = 0;
    for (const char *c = word; *c; c++) {
        int digit = *c - '0';
        if (digit < 0 || digit > 9 || *value > (INT64_MAX - digit) / 10)
            return MM_FAIL(t, "'%.40s': a whole number below 2^63 is needed", word);
        *value = 10 * *value + digit;
    }
    return 1;
}

static const char *skip_digits(const char *c)
{
    while (isdigit((unsigned char)*c))
        c++;
    return c;
}

/* 1 if the word is [sign] digits [. digits] [E [sign] digits], where one of the
 * first two groups of digits may be empty; if it must be whole, [sign] digits. */
static int is_decimal(const char *word, int must_be_whole)
{
    const char *c = word + (*word == '+' || *word == '-'), *end = skip_digits(c);
    int any = end > c;
    if (must_be_whole)
        return any && !*end;
    if (*end == '.') {
        c = end + 1;
        end = skip_digits(c);
        any |= end > c;
    }
    if (any && (*end == 'e' || *end == 'E')) {
        c = end + (end[1] == '+' || end[1] == '-' ? 2 : 1);
        end = skip_digits(c);
        any = end > c;
    }
    return any && !*end;
}

/* 1 if the decimal number is written as 0: all digits before its exponent are 0. */
static int is_zero(const char *word)
{
    const char c = word[strcspn(word, "123456789eE")];
    return c < '1' || c > '9';
}

int mm_parse_value(struct mm_text *t, const char *word, int must_be_whole,
                   double *value)
{
    if (!is_decimal(word, must_be_whole))
        return MM_FAIL(t, "'%.40s': %s is needed", word,
                       must_be_whole ? "a whole number"
                                     : "a decimal number such as -1.5E3");
    *value = strtod(word, NULL);
    if (must_be_whole && !(fabs(*value) < 0x1p53))
        return MM_FAIL(t, "%.40s: a whole number below 2^53 is needed", word);
    if (!isfinite(*value))
        return MM_FAIL(
            t, "%.40s: a number of at most 1.7976931348623157E308 is needed", word);
    if (*value == 0 && !is_zero(word))
        return MM_FAIL(t,
                       "%.40s: this number becomes 0 in f64; a magnitude of at "
                       "least 4.94E-324 is needed",
                       word);
    return 1;
}
