/* common/program/solution_files.c - vectors in global order for files (solution_files.h). */
#include "solution_files.h"
#include "device.h"
#include "error.h"
#include "matrix_market.h"
#include "memory.h"

static int64_t id_in_blocks(const void *data, int row)
{
    const struct block_rows *rows = data;
    return rows->first + row;
}

static int64_t id_in_grid(const void *data, int row)
{
    int64_t point[3];
    grid_point(data, row, point);
    return grid_id(data, point);
}

static int64_t id_in_mesh(const void *data, int row)
{
    int point[3];
    mesh_point(data, row, point);
    return mesh_id(data, point);
}

struct block_rows block_rows(const struct blocks *blocks, int rank)
{
    return (struct block_rows){*blocks, blocks_first(blocks, rank)};
}

struct numbering numbering_of_blocks(const struct block_rows *rows, int n)
{
    return (struct numbering){n, rows->blocks.n, rows, id_in_blocks};
}

struct numbering numbering_of_grid(const struct grid *g)
{
    return (struct numbering){grid_rows(g), grid_global_rows(g), g, id_in_grid};
}

struct numbering numbering_of_mesh(const struct mesh *m)
{
    return (struct numbering){mesh_rows(m), mesh_global_rows(m), m, id_in_mesh};
}

void solution_read(const char *path, const struct numbering *rows,
                   const struct matrix *A, struct vector *x, MPI_Comm comm)
{
    struct blocks blocks = {.n = rows->rows};
    int rank;
    MPI_OK(MPI_Comm_rank(comm, &rank));
    MPI_OK(MPI_Comm_size(comm, &blocks.ranks));
    const struct block_rows file_rows = block_rows(&blocks, rank);
    const int n = blocks_rows(&blocks, rank);
    const struct numbering from = numbering_of_blocks(&file_rows, n);
    double *in_blocks;
    double *natural = NEW(double, (size_t)rows->n, "initial guess");
    double *stored = NEW(double, (size_t)rows->n, "initial guess");
    matrix_market_vectors(path, &blocks, 1, comm, &in_blocks);
    numbering_convert(&from, in_blocks, rows, natural, comm);
    for (int i = 0; i < A->n; i++)
        stored[i] = natural[A->order ? A->order[i] : i];
    device_put(x->data, stored, (size_t)A->n * sizeof(double));
    mem_free(stored);
    mem_free(natural);
    mem_free(in_blocks);
}

double *solution_values(const struct matrix *A, const struct vector *x)
{
    double *stored = NEW(double, (size_t)A->n, "solution");
    double *natural = NEW(double, (size_t)A->n, "solution");
    vector_read(x, 0, A->n, stored);
    for (int i = 0; i < A->n; i++)
        natural[A->order ? A->order[i] : i] = stored[i];
    mem_free(stored);
    return natural;
}
