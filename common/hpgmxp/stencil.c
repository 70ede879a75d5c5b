/* common/hpgmxp/stencil.c - generates the rows of the 27-point matrix (1.1). */
#include "stencil.h"
#include "memory.h"
#include <math.h>

/* B = sqrt((1+X)(1+Y)(1+Z)). X is the global coordinate x divided by the largest
 * x; X = 0 if the global grid has only one point in this direction. */
static double coefficient(const struct box *g, const int point[3])
{
    double product = 1;
    for (int d = 0; d < 3; d++) {
        const int side = g->side[d];
        product *= 1 + (side > 1 ? (double)point[d] / (side - 1) : 0);
    }
    return sqrt(product);
}

double stencil_value(const struct box *g, enum stencil_values values,
                     const int here[3], const int step[3])
{
    const int there[3] = {here[0] + step[0], here[1] + step[1], here[2] + step[2]};
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

/* A matrix on a line of grid points, in which each point has an entry for itself and
 * for its neighbors. The 27-point matrix is the Kronecker product of three of these. */
struct line {
    int n, first, last; /* points; 1 if the first and the last have two neighbors */
};

/* The entries in row x, and in the rows before it. */
static int line_entries(struct line L, int x)
{
    return 3 - (x == 0 && !L.first) - (x == L.n - 1 && !L.last);
}

static size_t line_entries_before(struct line L, int x)
{
    const int without = (x > 0 && !L.first) + (x == L.n && !L.last);
    return 3 * (size_t)x - (size_t)without;
}

/* The entries in the rows before the point (x, y, z). They are all entries of the
 * planes before z, of the grid rows before y in plane z, and of the points before x in
 * this grid row. */
static size_t entries_before(const struct line L[3], int x, int y, int z)
{
    const size_t points = line_entries_before(L[0], L[0].n),
                 lines = line_entries_before(L[1], L[1].n);
    return line_entries_before(L[2], z) * lines * points +
           (size_t)line_entries(L[2], z) *
               (line_entries_before(L[1], y) * points +
                (size_t)line_entries(L[1], y) * line_entries_before(L[0], x));
}

/* Fills the row of a point that may have neighbors on other ranks or lie at the
 * boundary of the grid. Its first entry is e, its first remote column is remote[r]. */
static void fill_row(struct csr *A, const struct box *g, enum stencil_values values,
                     int i, size_t e, size_t r)
{
    int here[3], first[3], last[3], is_local[3][3], step[3];
    box_point(g, i, here);
    for (int d = 0; d < 3; d++) {
        const int x = here[d] - g->first[d];
        first[d] = x > 0 || box_below(g, d) ? -1 : 0;
        last[d] = x < g->n[d] - 1 || box_above(g, d) ? 1 : 0;
        for (int s = -1; s <= 1; s++)
            is_local[d][s + 1] = x + s >= 0 && x + s < g->n[d];
    }
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
                const int there[3] = {here[0] + step[0], here[1] + step[1],
                                      here[2] + step[2]};
                A->remote[r] = box_id(g, there);
                A->col[e] = -1 - (int)r++;
            }
}

/* A row with 27 local columns: the values, and the distances of the columns from the
 * diagonal. */
struct interior_row {
    int distance[27];
    double value[27];
};

static struct interior_row interior_row(const struct box *g,
                                        enum stencil_values values)
{
    const int here[3] = {0, 0, 0};
    struct interior_row row;
    for (int k = 0; k < 27; k++) {
        const int step[3] = {k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1};
        row.distance[k] = (step[2] * g->n[1] + step[1]) * g->n[0] + step[0];
        row.value[k] = stencil_value(g, values, here, step);
    }
    return row;
}

int64_t stencil_local_nonzeros(const struct box *g)
{
    int64_t nonzeros = 1;
    for (int d = 0; d < 3; d++)
        nonzeros *= 3 * (int64_t)g->n[d] - 2 + box_below(g, d) + box_above(g, d);
    return nonzeros;
}

struct csr stencil_create(const struct box *g, enum stencil_values values)
{
    const int n = box_rows(g), *m = g->n;
    struct line all[3], local[3];
    for (int d = 0; d < 3; d++) {
        all[d] = (struct line){m[d], box_below(g, d), box_above(g, d)};
        local[d] = (struct line){m[d], 0, 0};
    }
    const size_t nonzeros = (size_t)stencil_local_nonzeros(g),
                 remotes = nonzeros - entries_before(local, 0, 0, m[2]);
    struct csr A = {.n = n,
                    .columns = n,
                    .ptr = NEW(size_t, (size_t)n + 1, "row pointers"),
                    .col = NEW(int, nonzeros, "columns"),
                    .val = NEW(double, nonzeros, "matrix values"),
                    .remote = NEW(int64_t, remotes, "remote columns"),
                    .remotes = (int)remotes};
    const struct interior_row interior = interior_row(g, values);
    const int equal_rows = values != STENCIL_NONSYMMETRIC;
    A.ptr[n] = nonzeros;
#pragma omp parallel for collapse(2) schedule(static)
    for (int z = 0; z < m[2]; z++)
        for (int y = 0; y < m[1]; y++) {
            const int inside =
                equal_rows && z > 0 && z < m[2] - 1 && y > 0 && y < m[1] - 1;
            for (int x = 0, i = (z * m[1] + y) * m[0]; x < m[0]; x++, i++) {
                const size_t e = A.ptr[i] = entries_before(all, x, y, z);
                if (!inside || x == 0 || x == m[0] - 1) {
                    fill_row(&A, g, values, i, e,
                             e - entries_before(local, x, y, z));
                    continue;
                }
                for (int k = 0; k < 27; k++) {
                    A.col[e + (size_t)k] = i + interior.distance[k];
                    A.val[e + (size_t)k] = interior.value[k];
                }
            }
        }
    return A;
}
