/* common/matrix/global_order.c - a vector in global order (global_order.h). */
#include "global_order.h"
#include "error.h"
#include "memory.h"
#include "output.h"
#include <inttypes.h>

enum { CHUNK = 65536 };

/* Returns the local entries of x in natural order; the caller frees them. */
static double *natural_order(const struct matrix *A, const struct vector *x)
{
    double *stored = NEW(double, (size_t)A->n, "solution");
    double *natural = NEW(double, (size_t)A->n, "solution");
    vector_read(x, 0, A->n, stored);
    for (int i = 0; i < A->n; i++)
        natural[A->order ? A->order[i] : i] = stored[i];
    mem_free(stored);
    return natural;
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

void global_order_write(const char *path, const struct partition *rows,
                        const struct matrix *A, const struct vector *x,
                        MPI_Comm comm)
{
    const int64_t n = A->global_rows;
    double *natural = natural_order(A, x),
           *chunk = NEW(double, CHUNK, "part of a vector");
    const int rank = comm_rank(comm);
    FILE *file = rank == 0 ? output_open(path) : NULL;
    if (file)
        fprintf(file, "%%%%MatrixMarket matrix array real general\n%" PRId64 " 1\n",
                n);
    for (int64_t first = 0; first < n; first += CHUNK) {
        const int count = n - first < CHUNK ? (int)(n - first) : CHUNK;
        collect(rows, natural, first, count, chunk, comm);
        for (int k = 0; file && k < count; k++)
            fprintf(file, "%.17g\n", chunk[k]);
    }
    if (file)
        output_close(file, path);
    mem_free(chunk);
    mem_free(natural);
}
