/* common/problem/q1.c - Q1 elements on uniform grids, row by row. */
#include "q1.h"
#include "memory.h"
#include <math.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

/* The points first[] .. last[] that row `at` is coupled to. */
static void neighbours(enum q1_matrix kind, const struct mesh *columns, const int at[3],
                       int first[3], int last[3])
{
    first[2] = last[2] = 1;
    for (int d = 0; d < columns->dim; d++) {
        switch (kind) {
        case Q1_STIFFNESS:
            first[d] = at[d] - 1;
            last[d] = at[d] + 1;
            break;
        case Q1_PROLONGATION: /* from the coarse points at or beside it */
            first[d] = at[d] / 2;
            last[d] = (at[d] + 1) / 2;
            break;
        case Q1_RESTRICTION: /* from the fine points around it */
            first[d] = 2 * at[d] - 1;
            last[d] = 2 * at[d] + 1;
        }
        if (first[d] < 1)
            first[d] = 1;
        if (last[d] > columns->cells - 1)
            last[d] = columns->cells - 1;
    }
}

/* (12.2): the sum in units of h^(dim-2) / 6^(dim-1), where it is a whole number. */
static double stiffness(const struct mesh *m, const int at[3], const int to[3])
{
    int sum = 0;
    for (int d = 0; d < m->dim; d++) {
        int product = 1;
        for (int e = 0; e < m->dim; e++)
            product *= e == d ? (at[e] == to[e] ? 2 : -1) : (at[e] == to[e] ? 4 : 1);
        sum += product;
    }
    return m->dim == 2 ? sum / 6.0 : sum / 36.0 / m->cells;
}

/* One half for each direction in which the fine point stands between two coarse ones. */
static double interpolation(const struct mesh *m, const int fine[3])
{
    double weight = 1;
    for (int d = 0; d < m->dim; d++)
        weight *= fine[d] % 2 ? 0.5 : 1;
    return weight;
}

static double entry(enum q1_matrix kind, const struct mesh *m, const int at[3],
                    const int to[3])
{
    switch (kind) {
    case Q1_PROLONGATION:
        return interpolation(m, at);
    case Q1_RESTRICTION:
        return interpolation(m, to);
    default:
        return stiffness(m, at, to);
    }
}

/* The entries of a row: how many of them, how many of those in other ranks' columns;
 * written where A has room for them, from entry e and remote column k on. */
static void row_entries(enum q1_matrix kind, const struct mesh *rows,
                        const struct mesh *columns, int row, size_t e, int k,
                        struct csr *A, int *entries, int *remotes)
{
    int at[3], to[3], first[3], last[3];
    mesh_point(rows, row, at);
    neighbours(kind, columns, at, first, last);
    *entries = *remotes = 0;
    for (to[2] = first[2]; to[2] <= last[2]; to[2]++)
        for (to[1] = first[1]; to[1] <= last[1]; to[1]++)
            for (to[0] = first[0]; to[0] <= last[0]; to[0]++) {
                double value = entry(kind, rows, at, to);
                if (value == 0)
                    continue;
                int column = mesh_row(columns, to);
                if (A->val) {
                    A->val[e + (size_t)*entries] = value;
                    A->col[e + (size_t)*entries] =
                        column >= 0 ? column : -1 - k - *remotes;
                    if (column < 0)
                        A->remote[k + *remotes] = mesh_id(columns, to);
                }
                *entries += 1;
                *remotes += column < 0;
            }
}

struct csr q1_create(enum q1_matrix kind, const struct mesh *rows,
                     const struct mesh *columns)
{
    int n = mesh_rows(rows);
    struct csr A = {.n = n,
                    .columns = mesh_rows(columns),
                    .ptr = NEW(size_t, (size_t)n + 1, "row pointers")};
    int *far = NEW(int, (size_t)n + 1, "remote entries per row");
    A.ptr[0] = 0;
    far[0] = 0;
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++) {
        int entries;
        row_entries(kind, rows, columns, i, 0, 0, &A, &entries, &far[i + 1]);
        A.ptr[i + 1] = (size_t)entries;
    }
    for (int i = 0; i < n; i++) {
        A.ptr[i + 1] += A.ptr[i];
        far[i + 1] += far[i];
    }
    A.remotes = far[n];
    A.col = NEW(int, A.ptr[n], "columns");
    A.remote = NEW(int64_t, (size_t)A.remotes, "remote columns");
    A.val = NEW(double, A.ptr[n], "matrix values");
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++) {
        int entries, remotes;
        row_entries(kind, rows, columns, i, A.ptr[i], far[i], &A, &entries, &remotes);
    }
    mem_free(far);
    return A;
}

/* f[x] of each point x of the own box in direction d, one-dimensional. */
static double *each_point(const struct mesh *m, int d, int k,
                          double (*f)(double h, int k, int x))
{
    double *value = NEW(double, (size_t)m->n[d], "values along a side");
    for (int i = 0; i < m->n[d]; i++)
        value[i] = d < m->dim ? f(1.0 / m->cells, k, m->first[d] + i) : 1;
    return value;
}

/* v = factor times the product of f over the directions. */
static void product(const struct mesh *m, int k, double factor,
                    double (*f)(double h, int k, int x), double *v)
{
    double *side[3];
    for (int d = 0; d < 3; d++)
        side[d] = each_point(m, d, k, f);
#pragma omp parallel for schedule(static)
    for (int i = 0; i < mesh_rows(m); i++) {
        int at[3];
        mesh_point(m, i, at);
        v[i] = factor;
        for (int d = 0; d < 3; d++)
            v[i] *= side[d][at[d] - m->first[d]];
    }
    for (int d = 0; d < 3; d++)
        mem_free(side[d]);
}

/* Integral of sin(k pi x) against the hat of point x, two Gauss points a cell. */
static double hat_integral(double h, int k, int x)
{
    const double gauss[2] = {0.5 - sqrt(3.0) / 6, 0.5 + sqrt(3.0) / 6};
    double sum = 0;
    for (int g = 0; g < 2; g++)
        sum +=
            h / 2 * gauss[g] *
            (sin(k * pi * h * (x - 1 + gauss[g])) + sin(k * pi * h * (x + 1 - gauss[g])));
    return sum;
}

static double sine(double h, int k, int x)
{
    return sin(k * pi * h * x);
}

void q1_right_hand_side(const struct mesh *m, int k, double *b)
{
    product(m, k, m->dim * (k * pi) * (k * pi), hat_integral, b);
}

void q1_solution(const struct mesh *m, int k, double *u)
{
    product(m, k, 1, sine, u);
}

/* splitmix64 of the seed and the point's global id (Steele, Lea, Flood, OOPSLA 2014). */
static double random_number(uint64_t seed, uint64_t id)
{
    uint64_t s = (seed << 40) + (id + 1) * UINT64_C(0x9e3779b97f4a7c15);
    s = (s ^ s >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    s = (s ^ s >> 27) * UINT64_C(0x94d049bb133111eb);
    s ^= s >> 31;
    return (double)(s >> 11) * 0x1p-53;
}

void q1_random(const struct mesh *m, int seed, double *u)
{
#pragma omp parallel for schedule(static)
    for (int i = 0; i < mesh_rows(m); i++) {
        int at[3];
        mesh_point(m, i, at);
        u[i] = random_number((uint64_t)seed, (uint64_t)mesh_id(m, at));
    }
}

double q1_scale(const struct mesh *m)
{
    const double room = 8192, most = 0.1 * pow(m->cells, m->dim == 2 ? 1 : 1.5);
    return exp2(floor(log2(room / most)));
}
