/* common/engine/json.h - writes one JSON file.
 *
 * The functions write commas, indentation and escape sequences. At most 15 objects and
 * arrays are open at a time.
 */
#ifndef MEMWALL_JSON_H
#define MEMWALL_JSON_H
#include <stdio.h>

struct json {
    FILE *file;
    int depth;       /* number of open objects and arrays */
    int members[16]; /* members[d]: values written so far at depth d */
    char end[16];    /* end[d]: the bracket that closes what is open at depth d */
};

/* Opens an object or an array; json_end closes the one that was opened last. name:
 * its key; NULL for the outermost object and in arrays. */
void json_object(struct json *j, const char *name);
void json_array(struct json *j, const char *name);
void json_end(struct json *j);

/* Writes values. The format contains KEY=%CONVERSION, or %CONVERSION alone in arrays,
 * separated by single blanks. The conversions are %s, %d, %ld, %lld and %g. A number
 * that is NaN or Inf becomes null. Texts are in UTF-8; a byte that is no part of a character,
 * as in the name of a file from another system, becomes the character U+FFFD. */
void json_add(struct json *j, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Writes one value: true or false; words joined by blanks (NULL ends the array). */
void json_truth(struct json *j, const char *name, int value);
void json_words(struct json *j, const char *name, char *const words[]);
#endif
