/* common/problem/stencil.c - generates the rows of the 27-point matrix (1.1). */
#include "stencil.h"
#include "memory.h"
#include <math.h>

/* Returns how many of the coordinates x-1, x, x+1 in direction d exist in the
 * global grid, where x is a local coordinate. *local is the number of those that
 * are in the local box. */
static int neighbors_in(const struct grid *g, int d, int x, int *local)
{
    int below = x > 0, above = x < g->n[d] - 1;
    *local = 1 + below + above;
    below |= g->position[d] > 0;
    above |= g->position[d] < g->p[d] - 1;
    return 1 + below + above;
}

/* B = sqrt((1+X)(1+Y)(1+Z)). X is the global coordinate x divided by the largest
 * x; X = 0 if the global grid has only one point in this direction. */
static double coefficient(const struct grid *g, const int64_t point[3])
{
    double product = 1;
    for (int d = 0; d < 3; d++) {
        int64_t extent = (int64_t)g->p[d] * g->n[d];
        product *= 1 + (extent > 1 ? (double)point[d] / (double)(extent - 1) : 0);
    }
    return sqrt(product);
}

double stencil_value(const struct grid *g, enum stencil_values values,
                     const int64_t here[3], const int step[3])
{
    const int64_t there[3] = {here[0] + step[0], here[1] + step[1],
                              here[2] + step[2]};
    int diagonal = step[0] == 0 && step[1] == 0 && step[2] == 0;
    int along_x = step[0] != 0 && step[1] == 0 && step[2] == 0;
    int along_z = step[0] == 0 && step[1] == 0 && step[2] != 0;
    switch (values) {
    case STENCIL_CONVECTION:
        return diagonal ? 26 : along_z ? (step[2] < 0 ? -1.5 : -0.5) : -1;
    case STENCIL_NONSYMMETRIC:
        return (diagonal ? 26 : 1) * coefficient(g, here) * coefficient(g, there) +
               (along_x ? 5 * step[0] : 0);
    case STENCIL_SYMMETRIC:
    default:
        return diagonal ? 26 : -1;
    }
}

/* The entries of the repeated row. The values of the nonsymmetric matrix differ from
 * row to row. */
static int repeated_entries(enum stencil_values values)
{
    return values == STENCIL_NONSYMMETRIC ? 0 : 27;
}

/* Whether all neighbors of row i are in the local box. */
static int is_interior(const struct grid *g, int i)
{
    const int x = i % g->n[0], y = i / g->n[0] % g->n[1], z = i / g->n[0] / g->n[1];
    return x > 0 && x < g->n[0] - 1 && y > 0 && y < g->n[1] - 1 && z > 0 &&
           z < g->n[2] - 1;
}

/* Counts the entries of each row in ptr[i+1] and its remote entries in
 * remote_ptr[i+1], and sums both up. The rows can then be filled in parallel. Interior
 * rows have no entries of their own if they are the repeated row. */
static void count_entries(const struct grid *g, int repeated, size_t *ptr,
                          int *remote_ptr)
{
    int nx = g->n[0], ny = g->n[1], n = grid_rows(g);
    ptr[0] = 0;
    remote_ptr[0] = 0;
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++) {
        int own[3];
        int entries = neighbors_in(g, 0, i % nx, &own[0]) *
                      neighbors_in(g, 1, i / nx % ny, &own[1]) *
                      neighbors_in(g, 2, i / nx / ny, &own[2]);
        ptr[i + 1] = repeated && is_interior(g, i) ? 0 : (size_t)entries;
        remote_ptr[i + 1] = entries - own[0] * own[1] * own[2];
    }
    for (int i = 0; i < n; i++) {
        ptr[i + 1] += ptr[i];
        remote_ptr[i + 1] += remote_ptr[i];
    }
}

/* The repeated row: the values of an interior row and the distances of its columns. */
static void fill_repeated_row(struct csr *A, const struct grid *g,
                              enum stencil_values values)
{
    const int64_t here[3] = {0, 0, 0};
    int *col = A->col + A->ptr[A->n];
    double *val = A->val + A->ptr[A->n];
    for (int k = 0; k < A->repeated; k++) {
        const int step[3] = {k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1};
        col[k] = (step[2] * g->n[1] + step[1]) * g->n[0] + step[0];
        val[k] = stencil_value(g, values, here, step);
    }
}

/* Fills row i; its first remote column is remote[remote]. */
static void fill_row(struct csr *A, const struct grid *g,
                     enum stencil_values values, int i, int remote)
{
    int64_t here[3];
    int first[3], last[3], is_local[3][3], step[3];
    grid_point(g, i, here);
    for (int d = 0; d < 3; d++) {
        first[d] = here[d] > 0 ? -1 : 0;
        last[d] = here[d] < (int64_t)g->p[d] * g->n[d] - 1 ? 1 : 0;
    }
    for (int d = 0; d < 3; d++) {
        const int64_t local = here[d] - (int64_t)g->position[d] * g->n[d];
        for (int s = -1; s <= 1; s++)
            is_local[d][s + 1] = local + s >= 0 && local + s < g->n[d];
    }
    size_t e = A->ptr[i];
    for (step[2] = first[2]; step[2] <= last[2]; step[2]++)
        for (step[1] = first[1]; step[1] <= last[1]; step[1]++)
            for (step[0] = first[0]; step[0] <= last[0]; step[0]++, e++) {
                A->val[e] = stencil_value(g, values, here, step);
                if (is_local[2][step[2] + 1] && is_local[1][step[1] + 1] &&
                    is_local[0][step[0] + 1]) {
                    A->col[e] =
                        i + (step[2] * g->n[1] + step[1]) * g->n[0] + step[0];
                    continue;
                }
                const int64_t there[3] = {here[0] + step[0], here[1] + step[1],
                                          here[2] + step[2]};
                A->remote[remote] = grid_id(g, there);
                A->col[e] = -1 - remote++;
            }
}

struct csr stencil_rows(const struct grid *g, enum stencil_values values)
{
    const int n = grid_rows(g), repeated = repeated_entries(values);
    struct csr A = {.n = n,
                    .columns = n,
                    .repeated = repeated,
                    .ptr = NEW(size_t, (size_t)n + 1, "row pointers")};
    int *remote_ptr = NEW(int, (size_t)n + 1, "remote entries per row");
    count_entries(g, repeated, A.ptr, remote_ptr);
    A.remotes = remote_ptr[n];
    A.col = NEW(int, A.ptr[n] + (size_t)repeated, "columns");
    A.val = NEW(double, A.ptr[n] + (size_t)repeated, "matrix values");
    A.remote = NEW(int64_t, (size_t)A.remotes, "remote columns");
    fill_repeated_row(&A, g, values);
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++)
        if (!repeated || !is_interior(g, i))
            fill_row(&A, g, values, i, remote_ptr[i]);
    mem_free(remote_ptr);
    return A;
}

struct csr stencil_create(const struct grid *g, enum stencil_values values)
{
    return csr_permute(stencil_rows(g, values), NULL);
}

size_t stencil_rows_cost(const struct grid *g, enum stencil_values values)
{
    size_t interior = 1, stored = (size_t)grid_local_nonzeros(g);
    for (int d = 0; d < 3; d++)
        interior *= g->n[d] > 2 ? (size_t)g->n[d] - 2 : 0;
    const size_t repeated = (size_t)repeated_entries(values);
    return csr_cost((size_t)grid_rows(g), stored + repeated - repeated * interior);
}
