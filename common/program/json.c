/* common/program/json.c - writes one JSON document. */
#include "json.h"
#include <math.h>

/* Returns the number of bytes of the UTF-8 character at the beginning of the text,
 * or 0 if there is none (RFC 3629: no overlong forms, no surrogates, at most
 * U+10FFFF). */
static int character_length(const unsigned char *text)
{
    static const unsigned least[5] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char first = *text;
    if (first < 0x80)
        return 1;
    const int length = first < 0xC0   ? 0
                       : first < 0xE0 ? 2
                       : first < 0xF0 ? 3
                       : first < 0xF8 ? 4
                                      : 0;
    unsigned code = length ? first & (0x7Fu >> length) : 0;
    for (int k = 1; k < length; k++) {
        if ((text[k] & 0xC0) != 0x80)
            return 0;
        code = code << 6 | (text[k] & 0x3Fu);
    }
    const int surrogate = code >= 0xD800 && code < 0xE000;
    return code >= least[length] && code <= 0x10FFFF && !surrogate ? length : 0;
}

/* Writes the characters of a string, with escape sequences. */
static void write_characters(FILE *file, const char *text)
{
    while (*text) {
        const unsigned char c = (unsigned char)*text;
        const int length = character_length((const unsigned char *)text);
        if (length == 0)
            fputs("\\ufffd", file);
        else if (c == '"' || c == '\\')
            fprintf(file, "\\%c", c);
        else if (c < 0x20)
            fprintf(file, "\\u%04x", c);
        else
            fwrite(text, 1, (size_t)length, file);
        text += length ? length : 1;
    }
}

static void quote(FILE *file, const char *text)
{
    fputc('"', file);
    write_characters(file, text);
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

void json_words(struct json *j, const char *name, char *const words[])
{
    member(j, name);
    fputc('"', j->file);
    for (int k = 0; words[k]; k++) {
        if (k)
            fputc(' ', j->file);
        write_characters(j->file, words[k]);
    }
    fputc('"', j->file);
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
