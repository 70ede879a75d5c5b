/* common/problem/mesh.c - uniform grids: who owns which points. */
#include "mesh.h"
#include "grid.h"
#include <math.h>

void mesh_factor(int dim, int ranks, int p[3])
{
    if (dim == 3) {
        grid_factor(ranks, p);
    } else {
        int f = (int)lround(sqrt(ranks));
        while (ranks % f != 0)
            f--;
        p[0] = f;
        p[1] = ranks / f;
        p[2] = 1;
    }
    for (int d = 0; d + 1 < dim; d++) /* the smallest in x */
        for (int e = d + 1; e < dim; e++)
            if (p[e] < p[d]) {
                int larger = p[d];
                p[d] = p[e];
                p[e] = larger;
            }
}

/* The first point of place i of p: i N / p rounded up, the boundary left out. */
static int first_of(int cells, int p, int i)
{
    int first = (int)(((int64_t)i * cells + p - 1) / p);
    return first > 1 ? first : 1;
}

static void own_box(const struct mesh *m, const int place[3], int first[3], int n[3])
{
    first[2] = n[2] = 1;
    for (int d = 0; d < m->dim; d++) {
        first[d] = first_of(m->cells, m->p[d], place[d]);
        n[d] = first_of(m->cells, m->p[d], place[d] + 1) - first[d];
    }
}

struct mesh mesh_create(int dim, int cells, const int p[3], int rank)
{
    struct mesh m = {.dim = dim,
                     .cells = cells,
                     .p = {p[0], p[1], p[2]},
                     .place = {rank % p[0], rank / p[0] % p[1], rank / p[0] / p[1]}};
    own_box(&m, m.place, m.first, m.n);
    return m;
}

struct mesh mesh_coarsen(const struct mesh *m)
{
    struct mesh coarse = *m;
    coarse.cells /= 2;
    own_box(&coarse, coarse.place, coarse.first, coarse.n);
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

void mesh_point(const struct mesh *m, int row, int at[3])
{
    at[0] = m->first[0] + row % m->n[0];
    at[1] = m->first[1] + row / m->n[0] % m->n[1];
    at[2] = m->first[2] + row / m->n[0] / m->n[1];
}

int mesh_row(const struct mesh *m, const int at[3])
{
    int row = 0;
    for (int d = 2; d >= 0; d--) {
        int i = at[d] - m->first[d];
        if (i < 0 || i >= m->n[d])
            return -1;
        row = row * m->n[d] + i;
    }
    return row;
}

int64_t mesh_id(const struct mesh *m, const int at[3])
{
    int64_t side = m->cells - 1;
    return ((at[2] - 1) * side + at[1] - 1) * side + at[0] - 1;
}

static void coordinates(const struct mesh *m, int64_t id, int at[3])
{
    int64_t side = m->cells - 1;
    at[0] = (int)(id % side) + 1;
    at[1] = (int)(id / side % side) + 1;
    at[2] = (int)(id / side / side) + 1;
}

int mesh_owner(const void *mesh, int64_t id)
{
    const struct mesh *m = mesh;
    int at[3], rank = 0;
    coordinates(m, id, at);
    for (int d = m->dim - 1; d >= 0; d--)
        rank = rank * m->p[d] + (int)((int64_t)at[d] * m->p[d] / m->cells);
    return rank;
}

int mesh_local(const void *mesh, int64_t id)
{
    struct mesh owner = *(const struct mesh *)mesh;
    int at[3];
    coordinates(&owner, id, at);
    for (int d = 0; d < owner.dim; d++)
        owner.place[d] = (int)((int64_t)at[d] * owner.p[d] / owner.cells);
    own_box(&owner, owner.place, owner.first, owner.n);
    return mesh_row(&owner, at);
}
