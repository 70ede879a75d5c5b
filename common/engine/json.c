/* common/engine/json.c - writes one JSON file. */
#include "json.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The number of bytes of the character in UTF-8 with which the text begins, or 0 if it begins
 * with none: with a wrong byte, a longer form than is needed, half of a pair of UTF-16, or a
 * number above 0x10ffff. */
static int utf8_length(const char *text)
{
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *byte = (const unsigned char *)text;
    const int length = *byte < 0x80             ? 1
                       : (*byte & 0xe0) == 0xc0 ? 2
                       : (*byte & 0xf0) == 0xe0 ? 3
                       : (*byte & 0xf8) == 0xf0 ? 4
                                                : 0;
    if (length < 2)
        return length;
    unsigned code = *byte & (0xffu >> (length + 1));
    for (int k = 1; k < length; k++) {
        if ((byte[k] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (byte[k] & 0x3f);
    }
    return code < least[length] || code > 0x10ffff || (code >> 11) == 0x1b ? 0
                                                                           : length;
}

/* Writes the characters of a string, with escape sequences. */
static void write_characters(FILE *file, const char *text)
{
    for (int length; *text; text += length ? length : 1)
        if ((length = utf8_length(text)) != 1)
            fprintf(file, "%.*s", length ? length : 6, length ? text : "\\ufffd");
        else if (*text == '"' || *text == '\\')
            fprintf(file, "\\%c", *text);
        else if ((unsigned char)*text < 0x20)
            fprintf(file, "\\u%04x", (unsigned)*text);
        else
            fputc(*text, file);
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
