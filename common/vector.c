/* common/vector.c - vectors and the Krylov basis: storage and views. */
#include "vector.h"
#include "memory.h"
#include "words.h"
#include <string.h>

/* Zeroes by the threads that will use the pages (first touch). */
static void clear(char *at, size_t bytes)
{
    const size_t page = 4096;
#pragma omp parallel for schedule(static)
    for (size_t p = 0; p < (bytes + page - 1) / page; p++) {
        size_t left = bytes - p * page;
        memset(at + p * page, 0, left < page ? left : page);
    }
}

struct vector vector_create(enum format format, int n, int halo, const char *what)
{
    size_t count = (size_t)n + (size_t)halo;
    struct vector x = {format, n, mem_alloc(count, format_bytes(format), what)};
    clear(x.at, count * format_bytes(format));
    return x;
}

void vector_free(struct vector *x)
{
    mem_free(x->at);
    x->at = NULL;
}

double vector_get(const struct vector *x, int i)
{
    return format_get(x->format, x->at, (size_t)i);
}

void vector_set(struct vector *x, int i, double value)
{
    format_put(x->format, x->at, (size_t)i, value);
}

/* n rounded up to whole cache lines, plus a gap of an odd number of lines. */
static size_t column_stride(int n)
{
    const size_t line = 64;
    return ((size_t)n + line - 1) / line * line + 5 * line;
}

static size_t partials(int n, int count)
{
    return (size_t)tiles(n) * (size_t)count;
}

static size_t scales(enum format f, int n, int count)
{
    return format_is_integer(f) ? (size_t)scale_blocks(n) * (size_t)count : 0;
}

struct basis basis_create(enum format format, int n, int count, double unit,
                          enum scale_rule rule, MPI_Comm comm)
{
    size_t stride = column_stride(n);
    size_t bytes = stride * (size_t)count * format_bytes(format);
    struct basis Q = {.format = format,
                      .n = n,
                      .count = count,
                      .stride = stride,
                      .at = mem_alloc(bytes, 1, "Krylov basis"),
                      .unit = unit,
                      .rule = rule,
                      .partial = NEW(double, partials(n, count), "sums per tile"),
                      .comm = comm};
    clear(Q.at, bytes);
    if (format_is_integer(format))
        Q.scale = mem_zero(scales(format, n, count), sizeof(double), "scales");
    return Q;
}

void basis_free(struct basis *Q)
{
    mem_free(Q->at);
    mem_free(Q->partial);
    mem_free(Q->scale);
    Q->at = Q->partial = Q->scale = NULL;
}

struct vector basis_column(const struct basis *Q, int j)
{
    size_t offset = (size_t)j * Q->stride * format_bytes(Q->format);
    return (struct vector){Q->format, Q->n, (char *)Q->at + offset};
}

size_t vector_cost(enum format format, int n, int halo)
{
    return mem_cost((size_t)n + (size_t)halo, format_bytes(format));
}

size_t basis_cost(enum format format, int n, int count)
{
    return mem_cost(column_stride(n) * (size_t)count * format_bytes(format), 1) +
           mem_cost(partials(n, count), sizeof(double)) +
           (format_is_integer(format) ? mem_cost(scales(format, n, count), sizeof(double))
                                      : 0);
}
