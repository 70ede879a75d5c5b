/* common/program/json.h - writes one JSON document.
 *
 * The functions write commas, indentation and escape sequences. An array or object
 * of depth at most 15 is opened and closed by a pair of calls.
 */
#ifndef MEMWALL_JSON_H
#define MEMWALL_JSON_H
#include <stdio.h>

struct json {
    FILE *file;
    int depth;       /* number of open objects and arrays */
    int members[16]; /* members[d]: values written so far at depth d */
};

/* Each function writes one value. name: its key; NULL for the document and in
 * arrays. A number that is NaN or Inf becomes null. Bytes that are not UTF-8 become
 * U+FFFD. words: joined by blanks; NULL at the end. */
void json_object(struct json *j, const char *name);
void json_array(struct json *j, const char *name);
void json_end_object(struct json *j);
void json_end_array(struct json *j);
void json_text(struct json *j, const char *name, const char *value);
void json_words(struct json *j, const char *name, char *const words[]);
void json_number(struct json *j, const char *name, double value);
void json_integer(struct json *j, const char *name, long long value);
void json_truth(struct json *j, const char *name, int value);
#endif
