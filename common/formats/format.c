/* common/formats/format.c - properties of the number formats. */
#include "format.h"
#include "error.h"
#include "number.h"
#include "tree.h"
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    size_t bytes;
    double roundoff;
    int is_integer;
} table[FORMATS] = {
#define X(name, type, roundoff) {#name, sizeof(type), roundoff, 0},
    FLOATS_X(X)
#undef X
#define X(name, type, roundoff) {#name, sizeof(type), roundoff, 1},
        INTEGERS_X(X)
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
    return table[f].is_integer;
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
#define X(name, type, roundoff) \
    case FORMAT_##name:         \
        return (double)widen_##name(((const type_##name *)array)[i]);
        FORMATS_X(X)
#undef X
    }
    return 0;
}

void format_put(enum format f, void *array, size_t i, double value)
{
    switch (f) {
#define X(name, type, roundoff)                          \
    case FORMAT_##name:                                  \
        ((type_##name *)array)[i] = round_##name(value); \
        break;
        FORMATS_X(X)
#undef X
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

/* ---- Pairs that were not compiled ---- */

/* Kernels for a vector in the first format with a matrix in the second one, and with a
 * Krylov basis or another vector. */
#define COMPILED(V, S) [FORMAT_##V][FORMAT_##S] = 1,
static const char matrix_pair[FORMATS][FORMATS] = {MATRIX_PAIRS_X(COMPILED)},
                  vector_pair[FORMATS][FORMATS] = {VECTOR_PAIRS_X(COMPILED)};

static void append(struct missing_pairs *list, int compiled, enum format real,
                   enum format store)
{
    char pair[16];
    snprintf(pair, sizeof pair, "%s_%s", format_name(real), format_name(store));
    const size_t used = strlen(list->text);
    if (!compiled && !strstr(list->text, pair))
        snprintf(list->text + used, sizeof list->text - used, "%s%s",
                 used ? " " : "", pair);
}

void missing_matrix_pair(struct missing_pairs *list, enum format real,
                         enum format store)
{
    append(list, matrix_pair[real][store], real, store);
}

void missing_vector_pair(struct missing_pairs *list, enum format real,
                         enum format store)
{
    append(list, vector_pair[real][store], real, store);
}

void missing_pairs_check(const struct missing_pairs *list, const char *name)
{
    if (*list->text)
        fail_all(
            EXIT_USAGE,
            "%s: this program has no kernels for the formats %s; build it with "
            "make TREE=%s FORMATS=\"%s\", or with FORMATS=all",
            name, list->text, tree_name, list->text);
}
