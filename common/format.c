/* common/format.c - names, sizes and unit roundoffs of the number formats. */
#include "format.h"
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
    return f == I32 || f == I16;
}

enum format format_find(const char *name)
{
    int f = 0;
    while (f < FORMATS && strcmp(table[f].name, name) != 0)
        f++;
    return (enum format)f;
}
