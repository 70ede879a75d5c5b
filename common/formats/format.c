/* common/formats/format.c - properties of the number formats. */
#include "format.h"
#include "number.h"
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    size_t bytes;
    double roundoff;
} table[FORMATS] = {
#define X(name, bytes, roundoff) {#name, bytes, roundoff},
    FORMATS_X(X)
#undef X
};

const char *format_name(enum format f)
{
    return table[f].name;
}

size_t format_bytes(enum format f)
{
    return table[f].bytes;
}

double format_roundoff(enum format f)
{
    return table[f].roundoff;
}

int format_is_integer(enum format f)
{
    return f == I32 || f == I16 || f == I8;
}

int format_matrix_pair(enum format real, enum format store)
{
#define COMPILED(V, S) [FORMAT_##V][FORMAT_##S] = 1,
    static const char compiled[FORMATS][FORMATS] = {MATRIX_PAIRS_X(COMPILED)};
    return compiled[real][store];
}

int format_vector_pair(enum format real, enum format store)
{
    static const char compiled[FORMATS][FORMATS] = {VECTOR_PAIRS_X(COMPILED)};
    return compiled[real][store];
}

enum format format_find(const char *name)
{
    int f = 0;
    while (f < FORMATS && strcmp(table[f].name, name) != 0)
        f++;
    return (enum format)f;
}

int format_list(const char *text, int count, enum format f[])
{
    enum format last = NO_FORMAT;
    for (int k = 0; k < count; k++) {
        if (*text) {
            char word[16];
            const size_t length = strcspn(text, ",");
            snprintf(word, sizeof word, "%.*s", (int)(length < 15 ? length : 15),
                     text);
            text += length + (text[length] == ',' && text[length + 1]);
            last = format_find(word);
            if (last == NO_FORMAT || format_is_integer(last))
                return 0;
        }
        f[k] = last;
    }
    return !*text && last != NO_FORMAT;
}

double format_get(enum format f, const void *array, size_t i)
{
    switch (f) {
#define X(name, bytes, roundoff) \
    case FORMAT_##name:          \
        return (double)widen_##name(((const type_##name *)array)[i]);
        FORMATS_X(X)
#undef X
    default:
        return 0;
    }
}

void format_put(enum format f, void *array, size_t i, double value)
{
    switch (f) {
#define X(name, bytes, roundoff)                         \
    case FORMAT_##name:                                  \
        ((type_##name *)array)[i] = round_##name(value); \
        break;
        FORMATS_X(X)
#undef X
    default:
        break;
    }
}

void format_narrow(enum format f, const double *source, size_t count, void *array)
{
    if (f == F32) { /* as below, by SIMD instructions */
#pragma omp parallel for simd schedule(static)
        for (size_t i = 0; i < count; i++)
            ((float *)array)[i] = (float)source[i];
        return;
    }
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < count; i++)
        format_put(f, array, i, source[i]);
}
