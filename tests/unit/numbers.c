/* tests/unit/numbers.c - pseudo-random numbers, and vectors of one value; see numbers.h. */
#include "numbers.h"
#include "blocks.h"
#include "device.h"
#include "error.h"
#include "memory.h"
#include "tests/checker/seeded.h"
#include <math.h>

double noise(int seed, int id)
{
    struct seeded s = {((uint64_t)(unsigned)seed << 32) + (uint64_t)(unsigned)id};
    return seeded_in(&s, -1, 1);
}

double noise_in(enum format f, int seed, int id)
{
    double rounded;
    format_put(f, &rounded, 0, noise(seed, id));
    return format_get(f, &rounded, 0);
}

void numbers_fill(struct vector *x, int count, double value)
{
    double *host = NEW(double, (size_t)count, "test vector");
    for (int i = 0; i < count; i++)
        host[i] = value;
    vector_write(x, 0, count, host);
    mem_free(host);
}

double *numbers_read(const struct vector *x)
{
    double *host = NEW(double, (size_t)x->n, "test vector");
    vector_read(x, 0, x->n, host);
    return host;
}

void vectors_free_all(struct vector *x[])
{
    for (; *x; x++)
        vector_free(*x);
}

void arrays_free_all(void *array[], size_t count)
{
    for (size_t k = 0; k < count; k++)
        mem_free(array[k]);
}

double larger(double a, double b)
{
    return isnan(a) || a > b ? a : b;
}

static int identity_row(const void *data, int i, struct csr_entry *entry)
{
    (void)data;
    entry[0] = (struct csr_entry){.column = i, .value = 1};
    return 1;
}

struct matrix identity_create(int n)
{
    int ranks;
    MPI_OK(MPI_Comm_size(MPI_COMM_WORLD, &ranks));
    const struct blocks all = {n * (int64_t)ranks, ranks};
    const struct partition owners = blocks_partition(&all);
    const struct matrix_config config = {.what = "identity", .square = 1, .need = 1u << F64};
    return matrix_create(csr_generate(n, n, identity_row, NULL), &config, &owners, 0,
                         MPI_COMM_WORLD);
}
