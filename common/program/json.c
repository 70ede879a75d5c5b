/* common/program/json.c - writes one JSON document. */
#include "json.h"
#include <math.h>

static void quote(FILE *file, const char *text)
{
    fputc('"', file);
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            fprintf(file, "\\%c", c);
        else if (c < 0x20)
            fprintf(file, "\\u%04x", c);
        else
            fputc(c, file);
    }
    fputc('"', file);
}

/* Writes the comma, line break, indentation and name that precede a value. */
static void member(struct json *j, const char *name)
{
    if (j->depth > 0)
        fprintf(j->file, "%s\n%*s", j->members[j->depth]++ ? "," : "", 2 * j->depth,
                "");
    if (name) {
        quote(j->file, name);
        fputs(": ", j->file);
    }
}

static void open_with(struct json *j, const char *name, char bracket)
{
    member(j, name);
    fputc(bracket, j->file);
    j->members[++j->depth] = 0;
}

static void close_with(struct json *j, char bracket)
{
    int empty = j->members[j->depth--] == 0;
    if (!empty)
        fprintf(j->file, "\n%*s", 2 * j->depth, "");
    fputc(bracket, j->file);
    if (j->depth == 0)
        fputc('\n', j->file);
}

void json_object(struct json *j, const char *name)
{
    open_with(j, name, '{');
}

void json_array(struct json *j, const char *name)
{
    open_with(j, name, '[');
}

void json_end_object(struct json *j)
{
    close_with(j, '}');
}

void json_end_array(struct json *j)
{
    close_with(j, ']');
}

void json_text(struct json *j, const char *name, const char *value)
{
    member(j, name);
    quote(j->file, value);
}

void json_number(struct json *j, const char *name, double value)
{
    member(j, name);
    if (isfinite(value))
        fprintf(j->file, "%.15g", value);
    else
        fputs("null", j->file);
}

void json_integer(struct json *j, const char *name, long long value)
{
    member(j, name);
    fprintf(j->file, "%lld", value);
}

void json_truth(struct json *j, const char *name, int value)
{
    member(j, name);
    fputs(value ? "true" : "false", j->file);
}
