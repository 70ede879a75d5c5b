/* common/program/solution_files.c - vectors in global order for files (solution_files.h). */
#include "solution_files.h"
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
