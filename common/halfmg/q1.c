/* common/halfmg/q1.c - generates the Q1 matrices and vectors of q1.h. */
#include "q1.h"
#include "memory.h"
#include "mix_bits.h"
#include <math.h>

static const double pi = 3.14159265358979323846;

struct box q1_mesh(int dim, int cells, const int p[3], int rank)
{
    const int flat = dim == 2;
    return box_create((int[3]){cells, cells, flat ? 1 : cells},
                      (int[3]){1, 1, !flat}, p, rank);
}

int q1_dim(const struct box *m)
{
    return m->low[2] == 0 ? 2 : 3;
}

/* Computes the box first[] .. last[] of the points whose columns a row can have
 * entries in: its neighbors, or the nearest points of the coarse or fine grid. `point` is
 * the point of the row. */
static void neighbors(enum q1_matrix kind, const struct box *columns,
                      const int point[3], int first[3], int last[3])
{
    first[2] = last[2] = point[2];
    for (int d = 0; d < q1_dim(columns); d++) {
        const int x = point[d];
        first[d] = kind == Q1_STIFFNESS      ? x - 1
                   : kind == Q1_PROLONGATION ? x / 2
                                             : 2 * x - 1;
        last[d] = kind == Q1_STIFFNESS      ? x + 1
                  : kind == Q1_PROLONGATION ? (x + 1) / 2
                                            : 2 * x + 1;
        if (first[d] < 1)
            first[d] = 1;
        if (last[d] > columns->side[d] - 1)
            last[d] = columns->side[d] - 1;
    }
}

/* A(s) of (12.4) for s = q - p. The sum is computed in units of h^(dim-2) /
 * 6^(dim-1), in which all terms are integers. */
static double stiffness(const struct box *m, const int p[3], const int q[3])
{
    const int dim = q1_dim(m);
    int sum = 0;
    for (int d = 0; d < dim; d++) {
        int product = 1;
        for (int e = 0; e < dim; e++)
            product *= e == d ? (p[e] == q[e] ? 2 : -1) : (p[e] == q[e] ? 4 : 1);
        sum += product;
    }
    return dim == 2 ? sum / 6.0 : sum / 36.0 / m->side[0];
}

/* The interpolation weight of a fine point: a factor 1/2 for each direction in
 * which it is between two coarse points. */
static double weight(const struct box *m, const int fine[3])
{
    double product = 1;
    for (int d = 0; d < q1_dim(m); d++)
        product *= fine[d] % 2 ? 0.5 : 1;
    return product;
}

/* The value of the entry in the row of point p and the column of point q. */
static double value_of(enum q1_matrix kind, const struct box *m, const int p[3],
                       const int q[3])
{
    switch (kind) {
    case Q1_PROLONGATION:
        return weight(m, p);
    case Q1_RESTRICTION:
        return weight(m, q);
    default:
        return stiffness(m, p, q);
    }
}

struct generator {
    enum q1_matrix kind;
    const struct box *rows, *columns;
};

/* Computes the nonzero entries of a row, ordered by z, y and x of the column's
 * point. Returns their number (csr_generate). */
static int row_entries(const void *data, int row, struct csr_entry *entry)
{
    const struct generator *G = data;
    int p[3], q[3], first[3], last[3], count = 0;
    box_point(G->rows, row, p);
    neighbors(G->kind, G->columns, p, first, last);
    for (q[2] = first[2]; q[2] <= last[2]; q[2]++)
        for (q[1] = first[1]; q[1] <= last[1]; q[1]++)
            for (q[0] = first[0]; q[0] <= last[0]; q[0]++) {
                double value = value_of(G->kind, G->rows, p, q);
                if (value != 0)
                    entry[count++] = (struct csr_entry){
                        box_row(G->columns, q), box_id(G->columns, q), value};
            }
    return count;
}

struct csr q1_create(enum q1_matrix kind, const struct box *rows,
                     const struct box *columns)
{
    const struct generator G = {kind, rows, columns};
    return csr_generate(box_rows(rows), box_rows(columns), row_entries, &G);
}

/* f(h, k, x) for each own point x in direction d; 1 in z in two dimensions. The
 * caller frees the array. */
static double *values_along(const struct box *m, int d, int k,
                            double (*f)(double h, int k, int x))
{
    double *value = NEW(double, (size_t)m->n[d], "values along a side");
    for (int i = 0; i < m->n[d]; i++)
        value[i] = d < q1_dim(m) ? f(1.0 / m->side[0], k, m->first[d] + i) : 1;
    return value;
}

/* v_i = factor prod_d f(h, k, x_d) at each point x of this rank. */
static void tensor_product(const struct box *m, int k, double factor,
                           double (*f)(double h, int k, int x), double *v)
{
    double *side[3];
    for (int d = 0; d < 3; d++)
        side[d] = values_along(m, d, k, f);
#pragma omp parallel for schedule(static)
    for (int i = 0; i < box_rows(m); i++) {
        int point[3];
        box_point(m, i, point);
        v[i] = factor;
        for (int d = 0; d < 3; d++)
            v[i] *= side[d][point[d] - m->first[d]];
    }
    for (int d = 0; d < 3; d++)
        mem_free(side[d]);
}

/* The integral of sin(k pi t) phi(t), where phi is the hat function of point x, by
 * two Gauss points in each of the two cells next to x. */
static double hat_integral(double h, int k, int x)
{
    const double gauss[2] = {0.5 - sqrt(3.0) / 6, 0.5 + sqrt(3.0) / 6};
    double sum = 0;
    for (int g = 0; g < 2; g++)
        sum += h / 2 * gauss[g] *
               (sin(k * pi * h * (x - 1 + gauss[g])) +
                sin(k * pi * h * (x + 1 - gauss[g])));
    return sum;
}

static double sine(double h, int k, int x)
{
    return sin(k * pi * h * x);
}

void q1_right_hand_side(const struct box *m, int k, double *b)
{
    tensor_product(m, k, q1_dim(m) * (k * pi) * (k * pi), hat_integral, b);
}

void q1_solution(const struct box *m, int k, double *u)
{
    tensor_product(m, k, 1, sine, u);
}

void q1_random(const struct box *m, double *u)
{
#pragma omp parallel for schedule(static)
    for (int i = 0; i < box_rows(m); i++) {
        int point[3];
        box_point(m, i, point);
        u[i] = random_number(UINT64_C(1) << 40, (uint64_t)box_id(m, point));
    }
}

double q1_scale(const struct box *m)
{
    const double limit = 8192,
                 c_max = 0.1 * pow(m->side[0], q1_dim(m) == 2 ? 1 : 1.5);
    return exp2(floor(log2(limit / c_max)));
}
