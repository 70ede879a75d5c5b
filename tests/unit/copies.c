/* tests/unit/copies.c - copies the columns of a Krylov basis. */
#include "copies.h"
#include "device.h"
#include "kernel_macros.h"
#include "memory.h"
#include <math.h>
#include <stdint.h>

double format_least(enum format f)
{
    switch (f) {
    case F32:
        return 0x1p-150;
    case F16:
        return 0x1p-25;
    default:
        return 0x1p-1074; /* f64 has no number of half that size */
    }
}

double basis_largest(enum format f)
{
    return f == I8 ? INT8_MAX : f == I16 ? INT16_MAX : INT32_MAX;
}

struct basis_copy basis_copy(const struct basis *Q, int columns)
{
    const size_t blocks = (size_t)scale_blocks(Q->n);
    struct basis_copy C = {
        .format = Q->format,
        .n = Q->n,
        .number = NEW(double, (size_t)columns *(size_t)Q->n, "test columns"),
        .scale = NEW(double, (size_t)columns *blocks, "test scales")};
    for (int j = 0; j < columns; j++) {
        const struct vector q = basis_column(Q, j);
        vector_read(&q, 0, q.n, C.number + (size_t)j * (size_t)q.n);
    }
    for (size_t k = 0; k < (size_t)columns * blocks; k++)
        C.scale[k] = Q->unit;
    if (Q->scale)
        device_get(C.scale, Q->scale, (size_t)columns * blocks * sizeof *C.scale);
    return C;
}

void basis_copy_free(struct basis_copy *C)
{
    mem_free(C->number);
    mem_free(C->scale);
}

double column_scale_at(const struct basis_copy *C, int j, int i)
{
    return C->scale[j * scale_blocks(C->n) + i / SCALE_BLOCK];
}

double column_entry(const struct basis_copy *C, int j, int i)
{
    return column_scale_at(C, j, i) *
           C->number[(size_t)j * (size_t)C->n + (size_t)i];
}

double column_error(const struct basis_copy *C, int j, int i)
{
    double scale = column_scale_at(C, j, i), u = format_roundoff(C->format);
    if (format_is_integer(
            C->format)) /* scale and quotient: four roundings in double */
        return scale * (0.5 + 4 * 0x1p-53 * basis_largest(C->format));
    u += 4 * 0x1p-53 + (format_bytes(C->format) == 2 ? 0x1p-24 : 0);
    return u * fabs(column_entry(C, j, i)) + scale * format_least(C->format);
}
