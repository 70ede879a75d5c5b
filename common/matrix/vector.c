/* common/matrix/vector.c - creates, frees and accesses vectors, bases. */
#include "vector.h"
#include "device.h"
#include "error.h"
#include "memory.h"
#include "kernel_macros.h"
#include <math.h>

struct vector vector_create(enum format format, int n, int halo, const char *what)
{
    size_t count = (size_t)n + (size_t)halo;
    struct vector x = {format, n, device_alloc(count, format_bytes(format), what)};
    device_clear(x.data, count * format_bytes(format));
    return x;
}

void vector_free(struct vector *x)
{
    device_free(x->data);
    x->data = NULL;
}

void vector_clear(struct vector *x)
{
    device_clear(x->data, (size_t)x->n * format_bytes(x->format));
}

/* The address of entry i, in device memory. */
static char *entry(const struct vector *x, int i)
{
    return (char *)x->data + (size_t)i * format_bytes(x->format);
}

void vector_read(const struct vector *x, int first, int count, double *value)
{
    double part[TILE]; /* TILE entries in any format */
    for (int done = 0; done < count; done += TILE) {
        int length = count - done < TILE ? count - done : TILE;
        device_get(part, entry(x, first + done),
                   (size_t)length * format_bytes(x->format));
        for (int i = 0; i < length; i++)
            value[done + i] = format_get(x->format, part, (size_t)i);
    }
}

void vector_write(struct vector *x, int first, int count, const double *value)
{
    double part[TILE]; /* TILE entries in any format */
    for (int done = 0; done < count; done += TILE) {
        int length = count - done < TILE ? count - done : TILE;
        for (int i = 0; i < length; i++)
            format_put(x->format, part, (size_t)i, value[done + i]);
        device_put(entry(x, first + done), part,
                   (size_t)length * format_bytes(x->format));
    }
}

/* The entries from the start of a column to the start of the next: n rounded up to a
 * multiple of 64, plus a gap of 5 * 64 entries, or of 6 * 64 if the sum is a power of two
 * (vector.h). */
static size_t column_stride(int n)
{
    const size_t unit = 64,
                 stride = ((size_t)n + unit - 1) / unit * unit + 5 * unit;
    return (stride & (stride - 1)) == 0 ? stride + unit : stride;
}

/* The length of the array `scale` of a basis. */
static size_t scales(enum format f, int n, int count)
{
    return format_is_integer(f) ? (size_t)scale_blocks(n) * (size_t)count : 0;
}

double vector_distance(const struct vector *x, const double *y, double constant,
                       MPI_Comm comm)
{
    double most[2] = {0, 0}, part[TILE]; /* greatest distance; number of NaNs */
    for (int first = 0; first < x->n; first += TILE) {
        int count = x->n - first < TILE ? x->n - first : TILE;
        vector_read(x, first, count, part);
        for (int i = 0; i < count; i++) {
            double distance = fabs(part[i] - (y ? y[first + i] : constant));
            most[0] = distance > most[0] ? distance : most[0];
            most[1] += isnan(distance);
        }
    }
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, most, 2, MPI_DOUBLE, MPI_MAX, comm));
    return most[1] > 0 ? NAN : most[0];
}

struct basis basis_create(enum format format, int n, int count, double unit,
                          enum scale_rule rule, MPI_Comm comm)
{
    size_t stride = column_stride(n);
    size_t bytes = stride * (size_t)count * format_bytes(format);
    struct basis Q = {
        .format = format,
        .n = n,
        .count = count,
        .stride = stride,
        .data = device_alloc(bytes, 1, "Krylov basis"),
        .unit = unit,
        .rule = rule,
        .partial = device_alloc((size_t)tiles(n) * (size_t)count, sizeof(double),
                                "sums per tile"),
        .coefficient = device_alloc((size_t)count, sizeof(double), "coefficients"),
        .comm = comm};
    device_clear(Q.data, bytes);
    if (format_is_integer(format)) {
        Q.scale = device_alloc(scales(format, n, count), sizeof(double), "scales");
        device_clear(Q.scale, scales(format, n, count) * sizeof(double));
    }
    return Q;
}

void basis_free(struct basis *Q)
{
    device_free(Q->data);
    device_free(Q->partial);
    device_free(Q->coefficient);
    device_free(Q->scale);
    Q->data = Q->partial = Q->coefficient = Q->scale = NULL;
}

struct vector basis_column(const struct basis *Q, int j)
{
    size_t offset = (size_t)j * Q->stride * format_bytes(Q->format);
    return (struct vector){Q->format, Q->n, (char *)Q->data + offset};
}
