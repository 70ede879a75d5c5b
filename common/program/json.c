/* common/program/json.c - writes one JSON document. */
#include "json.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Returns the number of bytes of the UTF-8 character at the beginning of the text,
 * or 0 if there is none. The second byte shows overlong forms, surrogates, and codes beyond
 * U+10FFFF (RFC 3629, section 4). */
static int character_length(const unsigned char *t)
{
    const int length = *t < 0x80   ? 1
                       : *t < 0xC2 ? 0
                       : *t < 0xE0 ? 2
                       : *t < 0xF0 ? 3
                       : *t < 0xF5 ? 4
                                   : 0;
    if ((*t == 0xE0 && t[1] < 0xA0) || (*t == 0xED && t[1] > 0x9F) ||
        (*t == 0xF0 && t[1] < 0x90) || (*t == 0xF4 && t[1] > 0x8F))
        return 0;
    for (int k = 1; k < length; k++)
        if ((t[k] & 0xC0) != 0x80)
            return 0;
    return length;
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

static void open_with(struct json *j, const char *name, const char bracket[2])
{
    member(j, name);
    fputc(bracket[0], j->file);
    j->end[++j->depth] = bracket[1];
    j->members[j->depth] = 0;
}

void json_object(struct json *j, const char *name)
{
    open_with(j, name, "{}");
}

void json_array(struct json *j, const char *name)
{
    open_with(j, name, "[]");
}

void json_end(struct json *j)
{
    const char bracket = j->end[j->depth];
    if (j->members[j->depth--] > 0)
        fprintf(j->file, "\n%*s", 2 * j->depth, "");
    fputc(bracket, j->file);
    if (j->depth == 0)
        fputc('\n', j->file);
}

void json_add(struct json *j, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    while (*format) {
        char name[64];
        const int key = (int)strcspn(format, "%");
        snprintf(name, sizeof name, "%.*s", key ? key - 1 : 0, format);
        member(j, key ? name : NULL);
        format += key + 1;
        if (*format == 's') {
            quote(j->file, va_arg(args, const char *));
        } else if (*format == 'g') {
            const double value = va_arg(args, double);
            if (isfinite(value))
                fprintf(j->file, "%.15g", value);
            else
                fputs("null", j->file);
        } else {
            const long long value = format[0] == 'd'   ? va_arg(args, int)
                                    : format[1] == 'd' ? va_arg(args, long)
                                                       : va_arg(args, long long);
            fprintf(j->file, "%lld", value);
        }
        format += strcspn(format, " ");
        format += *format == ' ';
    }
    va_end(args);
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

void json_truth(struct json *j, const char *name, int value)
{
    member(j, name);
    fputs(value ? "true" : "false", j->file);
}
