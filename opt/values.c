/* opt/values.c - stores the values of a matrix in each format that is needed. */
#include <values.h>
#include "device.h"
#include "memory.h"

struct values values_store(double *number, size_t count, format_set need,
                           const char *what)
{
    struct values v = {{0}};
    for (int f = 0; f < FORMATS; f++)
        if (f != F64 && (need >> f & 1)) {
            const size_t size = format_bytes((enum format)f);
            void *copy = mem_alloc(count, size, what);
            format_narrow((enum format)f, number, count, copy);
            v.number[f] = device_upload(copy, count, size, what);
        }
    if (need >> F64 & 1)
        v.number[F64] = device_upload(number, count, sizeof *number, what);
    else
        mem_free(number);
    return v;
}

void values_free(struct values *v)
{
    for (int f = 0; f < FORMATS; f++)
        device_free(v->number[f]);
}
