/* common/program/json.h - writes one JSON document, commas and quotes looked after. */
#ifndef MEMWALL_JSON_H
#define MEMWALL_JSON_H
#include <stdio.h>

struct json {
    FILE *file;
    int depth, members[16]; /* open objects and arrays; members written in each */
};

/* name is NULL for the document itself and inside arrays. */
void json_object(struct json *j, const char *name);
void json_array(struct json *j, const char *name);
void json_end_object(struct json *j);
void json_end_array(struct json *j);
void json_text(struct json *j, const char *name, const char *value);
void json_number(struct json *j, const char *name, double value); /* NaN, Inf: null */
void json_integer(struct json *j, const char *name, long long value);
void json_truth(struct json *j, const char *name, int value);
#endif
