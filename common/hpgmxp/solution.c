/* common/hpgmxp/solution.c - residual and error of a solution, without the tree.
 *
 * The differences 1 - x_j are stored in an extended box: the local box with one more
 * plane of points on each side.
 *
 *   side[d] = n[d] + 2,  point (x, y, z) at ((z+1) side[1] + y+1) side[0] + x+1
 *
 * Points outside the global grid have the value 0, so that their terms vanish.
 */
#include "solution.h"
#include "error.h"
#include "kernel_macros.h"
#include "memory.h"
#include <float.h>
#include <math.h>

struct extended_box {
    const struct box *box;
    int side[3];
    double *value;
};

static size_t points(const int side[3])
{
    return (size_t)side[0] * side[1] * side[2];
}

/* Position in the extended box of the local grid point `row`, in natural order. */
static size_t position(const struct extended_box *B, int row)
{
    const int *n = B->box->n;
    const size_t x = (size_t)(row % n[0]) + 1, y = (size_t)(row / n[0] % n[1]) + 1,
                 z = (size_t)(row / n[0] / n[1]) + 1;
    return (z * B->side[1] + y) * B->side[0] + x;
}

/* Stores 1 - x_i at the local points. Returns the largest |1 - x_i| of this rank. */
static double fill(struct extended_box *B, const struct matrix *A,
                   const struct vector *x)
{
    double part[TILE], most = 0;
    for (int first = 0; first < x->n; first += TILE) {
        const int count = x->n - first < TILE ? x->n - first : TILE;
        vector_read(x, first, count, part);
        for (int i = 0; i < count; i++) {
            const double e = 1 - part[i];
            B->value[position(B, A->order ? A->order[first + i] : first + i)] = e;
            most = isnan(e) || fabs(e) > most ? fabs(e) : most;
        }
    }
    return most;
}

/* Copies the plane of the extended box with coordinate `at` in direction d to or
 * from `plane`. Returns the number of its points. */
static int copy_plane(struct extended_box *B, int d, int at, double *plane,
                      int to_box)
{
    const int a = d == 0, b = d == 2 ? 1 : 2; /* the two other directions */
    const size_t stride[3] = {1, (size_t)B->side[0],
                              (size_t)B->side[0] * B->side[1]};
    int k = 0;
    for (int j = 0; j < B->side[b]; j++)
        for (int i = 0; i < B->side[a]; i++, k++) {
            double *v = &B->value[(size_t)at * stride[d] + (size_t)i * stride[a] +
                                  (size_t)j * stride[b]];
            if (to_box)
                *v = plane[k];
            else
                plane[k] = *v;
        }
    return k;
}

/* Fills the outer planes with the values of the neighboring ranks. One direction
 * after the other: edges and corners pass through the planes of the direction
 * before. */
static void exchange_planes(struct extended_box *B, MPI_Comm comm)
{
    const struct box *g = B->box;
    const int stride[3] = {1, g->p[0], g->p[0] * g->p[1]};
    const int rank = comm_rank(comm);
    for (int d = 0; d < 3; d++) {
        const size_t most = points(B->side) / (size_t)B->side[d];
        double *out = NEW(double, most, "plane to send"),
               *in = NEW(double, most, "plane to receive");
        for (int up = 0; up < 2; up++) { /* 0: send to the rank below, 1: above */
            const int first = g->position[d] == 0,
                      last = g->position[d] == g->p[d] - 1;
            const int below = first ? MPI_PROC_NULL : rank - stride[d],
                      above = last ? MPI_PROC_NULL : rank + stride[d];
            int count = copy_plane(B, d, up ? g->n[d] : 1, out, 0);
            MPI_OK(MPI_Sendrecv(out, count, MPI_DOUBLE, up ? above : below, d, in,
                                count, MPI_DOUBLE, up ? below : above, d, comm,
                                MPI_STATUS_IGNORE));
            if ((up ? below : above) != MPI_PROC_NULL)
                copy_plane(B, d, up ? 0 : g->n[d] + 1, in, 1);
        }
        mem_free(out);
        mem_free(in);
    }
}

/* r_i at a local point; *size = sum_j |a_ij| (|x_j| + 1), the magnitude of the terms
 * of b_i - sum_j a_ij x_j. */
static double residual_at(const struct extended_box *B, enum stencil_values values,
                          int row, double *size)
{
    int here[3], step[3];
    double sum = 0;
    const double *center = &B->value[position(B, row)];
    *size = 0;
    box_point(B->box, row, here);
    for (step[2] = -1; step[2] <= 1; step[2]++)
        for (step[1] = -1; step[1] <= 1; step[1]++)
            for (step[0] = -1; step[0] <= 1; step[0]++) {
                const double e =
                    center[(step[2] * B->side[1] + step[1]) * B->side[0] + step[0]];
                const double a = stencil_value(B->box, values, here, step);
                sum += a * e;
                *size += fabs(a) * (2 + fabs(e));
            }
    return sum;
}

struct solution solution_check(const struct hierarchy *h, const struct vector *x)
{
    const struct box *g = &h->grid[0];
    struct extended_box B = {.box = g,
                             .side = {g->n[0] + 2, g->n[1] + 2, g->n[2] + 2}};
    B.value = mem_zero(points(B.side), sizeof(double), "copy of the solution");
    double error[2] = {fill(&B, &h->level[0].A, x), 0}, squares = 0, sizes = 0;
    exchange_planes(&B, h->comm);
#pragma omp parallel for schedule(static) reduction(+ : squares, sizes)
    for (int i = 0; i < x->n; i++) {
        double size, r = residual_at(&B, h->values, i, &size);
        squares += r * r;
        sizes += size * size;
    }
    mem_free(B.value);
    error[1] = isnan(error[0]);
    double sum[2] = {squares, sizes};
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, error, 2, MPI_DOUBLE, MPI_MAX, h->comm));
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, sum, 2, MPI_DOUBLE, MPI_SUM, h->comm));
    /* 27 products and sums, twice: once here, once in the sums of a tree */
    return (struct solution){.residual = sqrt(sum[0]),
                             .error = error[1] > 0 ? NAN : error[0],
                             .rounding = 2 * 28 * DBL_EPSILON / 2 * sqrt(sum[1])};
}
