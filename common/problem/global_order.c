/* common/problem/global_order.c - vectors in global order (global_order.h). */
#include "global_order.h"
#include "device.h"
#include "error.h"
#include "matrix_market.h"
#include "memory.h"
#include "output.h"
#include <inttypes.h>

enum { CHUNK = 65536 };

static struct global_rows rows_create(int n, int64_t rows)
{
    return (struct global_rows){n, rows,
                                NEW(int64_t, (size_t)n, "numbers of rows")};
}

struct global_rows global_rows_of_blocks(const struct blocks *b, int rank)
{
    struct global_rows R = rows_create(blocks_rows(b, rank), b->n);
    for (int i = 0; i < R.n; i++)
        R.id[i] = blocks_first(b, rank) + i;
    return R;
}

struct global_rows global_rows_of_grid(const struct grid *g)
{
    struct global_rows R = rows_create(grid_rows(g), grid_global_rows(g));
    int64_t point[3];
    for (int i = 0; i < R.n; i++) {
        grid_point(g, i, point);
        R.id[i] = grid_id(g, point);
    }
    return R;
}

struct global_rows global_rows_of_mesh(const struct mesh *m)
{
    struct global_rows R = rows_create(mesh_rows(m), mesh_global_rows(m));
    int point[3];
    for (int i = 0; i < R.n; i++) {
        mesh_point(m, i, point);
        R.id[i] = mesh_id(m, point);
    }
    return R;
}

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

/* The number of entries in the chunk that begins at `first`. */
static int chunk_length(const struct global_rows *rows, int64_t first)
{
    return rows->rows - first < CHUNK ? (int)(rows->rows - first) : CHUNK;
}

/* Stores the entries of x from `first` on in chunk[], on all ranks. *next is the first row
 * of this rank that is not in an earlier chunk. */
static void collect(const struct global_rows *rows, const double *x, int64_t first,
                    int *next, double *chunk, MPI_Comm comm)
{
    const int count = chunk_length(rows, first);
    for (int k = 0; k < count; k++)
        chunk[k] = 0;
    for (; *next < rows->n && rows->id[*next] < first + count; ++*next)
        chunk[rows->id[*next] - first] = x[*next];
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, chunk, count, MPI_DOUBLE, MPI_SUM, comm));
}

void global_order_write(const char *path, const struct global_rows *rows,
                        double *const x[], int columns, MPI_Comm comm)
{
    int rank;
    double *chunk = NEW(double, CHUNK, "part of a vector");
    MPI_OK(MPI_Comm_rank(comm, &rank));
    FILE *file = rank == 0 ? output_open(path) : NULL;
    if (file)
        fprintf(file,
                "%%%%MatrixMarket matrix array real general\n%" PRId64 " %d\n",
                rows->rows, columns);
    for (int c = 0; c < columns; c++) {
        int next = 0;
        for (int64_t first = 0; first < rows->rows; first += CHUNK) {
            collect(rows, x[c], first, &next, chunk, comm);
            for (int k = 0; file && k < chunk_length(rows, first); k++)
                fprintf(file, "%.17g\n", chunk[k]);
        }
    }
    if (file)
        output_close(file, path);
    mem_free(chunk);
}

void global_order_read(const char *path, const struct global_rows *rows,
                       const struct matrix *A, struct vector *x, MPI_Comm comm)
{
    struct blocks blocks = {.n = rows->rows};
    int rank, next = 0, row = 0;
    double *in_blocks, *chunk = NEW(double, CHUNK, "part of a vector"),
                       *natural = NEW(double, (size_t)rows->n, "initial guess"),
                       *stored = NEW(double, (size_t)rows->n, "initial guess");
    MPI_OK(MPI_Comm_rank(comm, &rank));
    MPI_OK(MPI_Comm_size(comm, &blocks.ranks));
    matrix_market_vectors(path, &blocks, 1, comm, &in_blocks);
    struct global_rows of_file = global_rows_of_blocks(&blocks, rank);
    for (int64_t first = 0; first < rows->rows; first += CHUNK) {
        collect(&of_file, in_blocks, first, &next, chunk, comm);
        for (; row < rows->n && rows->id[row] < first + CHUNK; row++)
            natural[row] = chunk[rows->id[row] - first];
    }
    for (int i = 0; i < A->n; i++)
        stored[i] = natural[A->order ? A->order[i] : i];
    device_put(x->data, stored, (size_t)A->n * sizeof(double));
    void *const all[] = {of_file.id, stored, natural, chunk, in_blocks};
    for (int k = 0; k < 5; k++)
        mem_free(all[k]);
}
