/* common/hpgmxp/grid.c - the process grid, the local box and global ids. */
#include "grid.h"
#include "process_grid.h"

int grid_is_balanced(const int n[3])
{
    int least = n[0], most = n[0];
    for (int d = 1; d < 3; d++) {
        least = n[d] < least ? n[d] : least;
        most = n[d] > most ? n[d] : most;
    }
    return 8 * least >= most;
}

int grid_usable_ranks(int ranks, int step)
{
    int p[3];
    for (;; ranks += step) {
        process_grid_factor(ranks, p);
        if (grid_is_balanced(p))
            return ranks;
    }
}

struct grid grid_create(const int p[3], const int n[3], int rank)
{
    struct grid g = {{p[0], p[1], p[2]},
                     {rank % p[0], rank / p[0] % p[1], rank / p[0] / p[1]},
                     {n[0], n[1], n[2]}};
    return g;
}

struct grid grid_coarsen(const struct grid *g)
{
    struct grid coarse = *g;
    for (int d = 0; d < 3; d++)
        coarse.n[d] /= 2;
    return coarse;
}

int grid_rows(const struct grid *g)
{
    return g->n[0] * g->n[1] * g->n[2];
}

/* Points of the global grid in direction d. */
static int64_t extent(const struct grid *g, int d)
{
    return (int64_t)g->p[d] * g->n[d];
}

int64_t grid_global_rows(const struct grid *g)
{
    return extent(g, 0) * extent(g, 1) * extent(g, 2);
}

int64_t grid_global_nonzeros(const struct grid *g)
{
    return (3 * extent(g, 0) - 2) * (3 * extent(g, 1) - 2) * (3 * extent(g, 2) - 2);
}

int grid_below(const struct grid *g, int d)
{
    return g->position[d] > 0;
}

int grid_above(const struct grid *g, int d)
{
    return g->position[d] < g->p[d] - 1;
}

int64_t grid_local_nonzeros(const struct grid *g)
{
    int64_t nonzeros = 1;
    for (int d = 0; d < 3; d++)
        nonzeros *= 3 * (int64_t)g->n[d] - 2 + grid_below(g, d) + grid_above(g, d);
    return nonzeros;
}

int64_t grid_id(const struct grid *g, const int64_t point[3])
{
    return (point[2] * extent(g, 1) + point[1]) * extent(g, 0) + point[0];
}

void grid_point(const struct grid *g, int row, int64_t point[3])
{
    int local[3] = {row % g->n[0], row / g->n[0] % g->n[1],
                    row / g->n[0] / g->n[1]};
    for (int d = 0; d < 3; d++)
        point[d] = (int64_t)g->position[d] * g->n[d] + local[d];
}

static void coordinates(const struct grid *g, int64_t id, int64_t point[3])
{
    point[0] = id % extent(g, 0);
    point[1] = id / extent(g, 0) % extent(g, 1);
    point[2] = id / extent(g, 0) / extent(g, 1);
}

static int owner(const void *grid, int64_t id)
{
    const struct grid *g = grid;
    int64_t point[3];
    coordinates(g, id, point);
    int i = (int)(point[0] / g->n[0]), j = (int)(point[1] / g->n[1]),
        k = (int)(point[2] / g->n[2]);
    return (k * g->p[1] + j) * g->p[0] + i;
}

static int local(const void *grid, int64_t id)
{
    const struct grid *g = grid;
    int64_t point[3];
    coordinates(g, id, point);
    int i = (int)(point[0] % g->n[0]), j = (int)(point[1] % g->n[1]),
        k = (int)(point[2] % g->n[2]);
    return (k * g->n[1] + j) * g->n[0] + i;
}

struct partition grid_partition(const struct grid *grid)
{
    return (struct partition){grid, owner, local};
}
