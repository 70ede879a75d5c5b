/* common/halfmg/mesh.c - uniform meshes: which rank owns which points. */
#include "mesh.h"
#include "process_grid.h"
#include <math.h>

void mesh_factor(int dim, int ranks, int p[3])
{
    if (dim == 3) {
        process_grid_factor(ranks, p);
    } else {
        int f = (int)lround(sqrt(ranks));
        while (ranks % f != 0)
            f--;
        p[0] = f;
        p[1] = ranks / f;
        p[2] = 1;
    }
    for (int d = 0; d + 1 < dim; d++) /* sort ascending */
        for (int e = d + 1; e < dim; e++)
            if (p[e] < p[d]) {
                int larger = p[d];
                p[d] = p[e];
                p[e] = larger;
            }
}

/* The first unknown of position i of p: i N / p rounded up, but not the boundary
 * point 0. */
static int first_point(int cells, int p, int i)
{
    int first = (int)(((int64_t)i * cells + p - 1) / p);
    return first > 1 ? first : 1;
}

/* Computes the points that the rank with this position owns. */
static void own_box(const struct mesh *m, const int position[3], int first[3],
                    int n[3])
{
    first[2] = n[2] = 1;
    for (int d = 0; d < m->dim; d++) {
        first[d] = first_point(m->cells, m->p[d], position[d]);
        n[d] = first_point(m->cells, m->p[d], position[d] + 1) - first[d];
    }
}

struct mesh mesh_create(int dim, int cells, const int p[3], int rank)
{
    struct mesh m = {
        .dim = dim,
        .cells = cells,
        .p = {p[0], p[1], p[2]},
        .position = {rank % p[0], rank / p[0] % p[1], rank / p[0] / p[1]}};
    own_box(&m, m.position, m.first, m.n);
    return m;
}

struct mesh mesh_coarsen(const struct mesh *m)
{
    struct mesh coarse = *m;
    coarse.cells /= 2;
    own_box(&coarse, coarse.position, coarse.first, coarse.n);
    return coarse;
}

int mesh_rows(const struct mesh *m)
{
    return m->n[0] * m->n[1] * m->n[2];
}

int64_t mesh_global_rows(const struct mesh *m)
{
    int64_t side = m->cells - 1;
    return side * side * (m->dim == 3 ? side : 1);
}

void mesh_point(const struct mesh *m, int row, int point[3])
{
    point[0] = m->first[0] + row % m->n[0];
    point[1] = m->first[1] + row / m->n[0] % m->n[1];
    point[2] = m->first[2] + row / m->n[0] / m->n[1];
}

int mesh_row(const struct mesh *m, const int point[3])
{
    int row = 0;
    for (int d = 2; d >= 0; d--) {
        int i = point[d] - m->first[d];
        if (i < 0 || i >= m->n[d])
            return -1;
        row = row * m->n[d] + i;
    }
    return row;
}

int64_t mesh_id(const struct mesh *m, const int point[3])
{
    int64_t side = m->cells - 1;
    return ((point[2] - 1) * side + point[1] - 1) * side + point[0] - 1;
}

static void coordinates(const struct mesh *m, int64_t id, int point[3])
{
    int64_t side = m->cells - 1;
    point[0] = (int)(id % side) + 1;
    point[1] = (int)(id / side % side) + 1;
    point[2] = (int)(id / side / side) + 1;
}

static int owner(const void *mesh, int64_t id)
{
    const struct mesh *m = mesh;
    int point[3] = {1, 1, 1}, rank = 0;
    coordinates(m, id, point);
    for (int d = m->dim - 1; d >= 0; d--)
        rank = rank * m->p[d] + (int)((int64_t)point[d] * m->p[d] / m->cells);
    return rank;
}

static int local(const void *mesh, int64_t id)
{
    struct mesh owner = *(const struct mesh *)mesh;
    int point[3];
    coordinates(&owner, id, point);
    for (int d = 0; d < 3; d++) /* in two dimensions point[2] = 1 */
        owner.position[d] = (int)((int64_t)point[d] * owner.p[d] / owner.cells);
    own_box(&owner, owner.position, owner.first, owner.n);
    return mesh_row(&owner, point);
}

struct partition mesh_partition(const struct mesh *mesh)
{
    return (struct partition){mesh, owner, local};
}
