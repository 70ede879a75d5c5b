/* common/problem/stencil.c - generates this rank's rows of the 27-point matrix. */
#include "stencil.h"
#include "memory.h"
#include <math.h>

/* How many neighbours of coordinate `at` in direction d exist; *local are this rank's. */
static int span(const struct grid *g, int d, int at, int *local)
{
    int below = at > 0, above = at < g->n[d] - 1;
    *local = 1 + below + above;
    below |= g->place[d] > 0;
    above |= g->place[d] < g->p[d] - 1;
    return 1 + below + above;
}

/* B(x,y,z) = sqrt((1+X)(1+Y)(1+Z)), X = gix/(gnx-1), 0 where the extent is 1. */
static double bump(const struct grid *g, const int64_t at[3])
{
    double product = 1;
    for (int d = 0; d < 3; d++) {
        int64_t extent = (int64_t)g->p[d] * g->n[d];
        product *= 1 + (extent > 1 ? (double)at[d] / (double)(extent - 1) : 0);
    }
    return sqrt(product);
}

/* The entry that couples a point to its neighbour at `step` from it. */
static double value(const struct grid *g, enum stencil_values values,
                    const int64_t here[3], const int64_t there[3], const int step[3])
{
    int diagonal = step[0] == 0 && step[1] == 0 && step[2] == 0;
    int along_x = step[0] != 0 && step[1] == 0 && step[2] == 0;
    int along_z = step[0] == 0 && step[1] == 0 && step[2] != 0;
    switch (values) {
    case STENCIL_CONVECTION:
        return diagonal ? 26 : along_z ? (step[2] < 0 ? -1.5 : -0.5) : -1;
    case STENCIL_NONSYMMETRIC:
        return (diagonal ? 26 : 1) * bump(g, here) * bump(g, there) +
               (along_x ? 5 * step[0] : 0);
    case STENCIL_SYMMETRIC:
    default:
        return diagonal ? 26 : -1;
    }
}

/* Entries of each row into ptr[i+1], entries of other ranks into far[i+1]; then both
 * summed up, so that rows can be filled independently. */
static void count(const struct grid *g, size_t *ptr, int *far)
{
    int nx = g->n[0], ny = g->n[1], n = grid_rows(g);
    ptr[0] = 0;
    far[0] = 0;
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++) {
        int own[3];
        int all = span(g, 0, i % nx, &own[0]) * span(g, 1, i / nx % ny, &own[1]) *
                  span(g, 2, i / nx / ny, &own[2]);
        ptr[i + 1] = (size_t)all;
        far[i + 1] = all - own[0] * own[1] * own[2];
    }
    for (int i = 0; i < n; i++) {
        ptr[i + 1] += ptr[i];
        far[i + 1] += far[i];
    }
}

struct csr stencil_create(const struct grid *g, enum stencil_values values)
{
    int n = grid_rows(g);
    struct csr A = {
        .n = n, .columns = n, .ptr = NEW(size_t, (size_t)n + 1, "row pointers")};
    int *far = NEW(int, (size_t)n + 1, "remote entries per row");
    count(g, A.ptr, far);
    A.remotes = far[n];
    A.col = NEW(int, A.ptr[n], "columns");
    A.val = NEW(double, A.ptr[n], "matrix values");
    A.remote = NEW(int64_t, (size_t)A.remotes, "remote columns");

#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++) {
        int64_t here[3], there[3], local[3];
        grid_point(g, i, here);
        size_t e = A.ptr[i];
        int k = far[i], step[3];
        for (step[2] = -1; step[2] <= 1; step[2]++)
            for (step[1] = -1; step[1] <= 1; step[1]++)
                for (step[0] = -1; step[0] <= 1; step[0]++) {
                    int inside = 1, mine = 1;
                    for (int d = 0; d < 3; d++) {
                        there[d] = here[d] + step[d];
                        local[d] = there[d] - (int64_t)g->place[d] * g->n[d];
                        inside &= there[d] >= 0 && there[d] < (int64_t)g->p[d] * g->n[d];
                        mine &= local[d] >= 0 && local[d] < g->n[d];
                    }
                    if (!inside)
                        continue;
                    if (mine) {
                        A.col[e] =
                            (int)((local[2] * g->n[1] + local[1]) * g->n[0] + local[0]);
                    } else {
                        A.remote[k] = grid_id(g, there);
                        A.col[e] = -1 - k++;
                    }
                    A.val[e++] = value(g, values, here, there, step);
                }
    }
    mem_free(far);
    return A;
}
