/* common/matrix/box.c - a grid of points, and the box of them that each rank owns (box.h). */
#include "box.h"

/* The first point of position i: i side / p rounded up, but not below low. */
static int first_point(const struct box *b, int d, int i)
{
    const int first = (int)(((int64_t)i * b->side[d] + b->p[d] - 1) / b->p[d]);
    return first > b->low[d] ? first : b->low[d];
}

static void set_own(struct box *b)
{
    for (int d = 0; d < 3; d++) {
        b->first[d] = first_point(b, d, b->position[d]);
        b->n[d] = first_point(b, d, b->position[d] + 1) - b->first[d];
    }
}

struct box box_create(const int side[3], const int low[3], const int p[3], int rank)
{
    struct box b = {
        .side = {side[0], side[1], side[2]},
        .low = {low[0], low[1], low[2]},
        .p = {p[0], p[1], p[2]},
        .position = {rank % p[0], rank / p[0] % p[1], rank / p[0] / p[1]}};
    set_own(&b);
    return b;
}

struct box box_equal(const int p[3], const int n[3], int rank)
{
    const int side[3] = {p[0] * n[0], p[1] * n[1], p[2] * n[2]}, low[3] = {0};
    return box_create(side, low, p, rank);
}

/* Points of the grid in direction d. */
static int extent(const struct box *b, int d)
{
    return b->side[d] - b->low[d];
}

struct box box_coarsen(const struct box *b)
{
    struct box coarse = *b;
    for (int d = 0; d < 3; d++)
        coarse.side[d] = extent(b, d) > 1 ? b->side[d] / 2 : b->side[d];
    set_own(&coarse);
    return coarse;
}

int box_rows(const struct box *b)
{
    return b->n[0] * b->n[1] * b->n[2];
}

int64_t box_global_rows(const struct box *b)
{
    return (int64_t)extent(b, 0) * extent(b, 1) * extent(b, 2);
}

int box_below(const struct box *b, int d)
{
    return b->position[d] > 0;
}

int box_above(const struct box *b, int d)
{
    return b->position[d] < b->p[d] - 1;
}

void box_point(const struct box *b, int row, int point[3])
{
    point[0] = b->first[0] + row % b->n[0];
    point[1] = b->first[1] + row / b->n[0] % b->n[1];
    point[2] = b->first[2] + row / b->n[0] / b->n[1];
}

int box_row(const struct box *b, const int point[3])
{
    int row = 0;
    for (int d = 2; d >= 0; d--) {
        const int i = point[d] - b->first[d];
        if (i < 0 || i >= b->n[d])
            return -1;
        row = row * b->n[d] + i;
    }
    return row;
}

int64_t box_id(const struct box *b, const int point[3])
{
    int64_t id = 0;
    for (int d = 2; d >= 0; d--)
        id = id * extent(b, d) + point[d] - b->low[d];
    return id;
}

/* Computes the point with this global id, and the position of its owner. */
static void locate(const struct box *b, int64_t id, int point[3], int position[3])
{
    for (int d = 0; d < 3; d++) {
        point[d] = (int)(id % extent(b, d)) + b->low[d];
        position[d] = (int)((int64_t)point[d] * b->p[d] / b->side[d]);
        id /= extent(b, d);
    }
}

static int owner(const void *box, int64_t id)
{
    const struct box *b = box;
    int point[3], position[3];
    locate(b, id, point, position);
    return (position[2] * b->p[1] + position[1]) * b->p[0] + position[0];
}

static int local(const void *box, int64_t id)
{
    struct box of = *(const struct box *)box;
    int point[3];
    locate(&of, id, point, of.position);
    set_own(&of);
    return box_row(&of, point);
}

struct partition box_partition(const struct box *box)
{
    return (struct partition){box, owner, local};
}
