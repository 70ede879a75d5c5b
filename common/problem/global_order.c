/* common/problem/global_order.c - vectors in global order (global_order.h). */
#include "global_order.h"
#include "blocks.h"
#include "device.h"
#include "error.h"
#include "matrix_market.h"
#include "memory.h"
#include "output.h"
#include <inttypes.h>

enum { CHUNK = 65536 };

double *global_order_values(const struct matrix *A, const struct vector *x)
{
    double *stored = NEW(double, (size_t)A->n, "solution");
    double *natural = NEW(double, (size_t)A->n, "solution");
    vector_read(x, 0, A->n, stored);
    for (int i = 0; i < A->n; i++)
        natural[A->order ? A->order[i] : i] = stored[i];
    mem_free(stored);
    return natural;
}

/* The number of entries in the chunk that begins at `first`, of a vector of n rows. */
static int chunk_length(int64_t n, int64_t first)
{
    return n - first < CHUNK ? (int)(n - first) : CHUNK;
}

/* Stores the entries of x from `first` on in chunk[0 .. count-1], on all ranks. */
static void collect(const struct partition *rows, const double *x, int64_t first,
                    int count, double *chunk, MPI_Comm comm)
{
    const int rank = comm_rank(comm);
    for (int k = 0; k < count; k++)
        chunk[k] = rows->owner(rows->data, first + k) == rank
                       ? x[rows->local(rows->data, first + k)]
                       : 0;
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, chunk, count, MPI_DOUBLE, MPI_SUM, comm));
}

void global_order_write(const char *path, const struct partition *rows, int64_t n,
                        double *const x[], int columns, MPI_Comm comm)
{
    double *chunk = NEW(double, CHUNK, "part of a vector");
    const int rank = comm_rank(comm);
    FILE *file = rank == 0 ? output_open(path) : NULL;
    if (file)
        fprintf(file,
                "%%%%MatrixMarket matrix array real general\n%" PRId64 " %d\n", n,
                columns);
    for (int c = 0; c < columns; c++)
        for (int64_t first = 0; first < n; first += CHUNK) {
            const int count = chunk_length(n, first);
            collect(rows, x[c], first, count, chunk, comm);
            for (int k = 0; file && k < count; k++)
                fprintf(file, "%.17g\n", chunk[k]);
        }
    if (file)
        output_close(file, path);
    mem_free(chunk);
}

void global_order_read(const char *path, const struct partition *rows,
                       const struct matrix *A, struct vector *x, MPI_Comm comm)
{
    const int64_t n = A->global_rows;
    const struct blocks blocks = {.n = n,
                                  .ranks = comm_size(comm)}; /* of the file */
    const struct partition of_file = blocks_partition(&blocks);
    double *in_blocks, *chunk = NEW(double, CHUNK, "part of a vector"),
                       *natural = NEW(double, (size_t)A->n, "initial guess"),
                       *stored = NEW(double, (size_t)A->n, "initial guess");
    const int rank = comm_rank(comm);
    matrix_market_vectors(path, &blocks, 1, comm, &in_blocks);
    for (int64_t first = 0; first < n; first += CHUNK) {
        const int count = chunk_length(n, first);
        collect(&of_file, in_blocks, first, count, chunk, comm);
        for (int k = 0; k < count; k++)
            if (rows->owner(rows->data, first + k) == rank)
                natural[rows->local(rows->data, first + k)] = chunk[k];
    }
    for (int i = 0; i < A->n; i++)
        stored[i] = natural[A->order ? A->order[i] : i];
    device_put(x->data, stored, (size_t)A->n * sizeof(double));
    void *const all[] = {stored, natural, chunk, in_blocks};
    for (int k = 0; k < 4; k++)
        mem_free(all[k]);
}
