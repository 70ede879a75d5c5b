/* common/contract/basis.h - how a column of the Krylov basis is stored, and how it is written.
 *
 * vector.h describes the arrays of a basis. The largest entry of a block of integers is
 * stored as the largest integer of the format (docs/11-cb-gmres.md). With SCALE_VECTOR
 * all blocks of a column on a rank have the same scale, the largest one of this rank.
 *
 * cost of storing a column: n flops; w read once, the column written once; for integers w
 *       is read a second time, block by block, from the cache
 */
#ifndef MEMWALL_BASIS_H
#define MEMWALL_BASIS_H
#include <vector_loops.h>
#include "real.h"
#include "vector.h"
#include "kernel_macros.h"

/* The first k columns of a basis as a kernel needs them (an argument by value). */
struct columns {
    const store *data;
    size_t stride;
    const double *scale; /* NULL for floating point formats */
    double unit;
    int n, k; /* local rows, columns */
};

static inline struct columns columns_of(const struct basis *Q, int k)
{
    struct columns q = {
        (const store *)Q->data, Q->stride, Q->scale, Q->unit, Q->n, k};
    return q;
}

/* The scale of row `row` of the column with index j: q_{j+1} = scale * stored. Which of the
 * two it is depends on the format alone, so that a kernel does not load scales under a condition. */
DEVICE double column_scale(const struct columns *Q, int j, int row)
{
    if (F_STORE != I32 && F_STORE != I16)
        return Q->unit;
    return Q->scale[(size_t)j * (size_t)scale_blocks(Q->n) +
                    (size_t)(row / SCALE_BLOCK)];
}

/* Rows that share a scale: a divisor of TILE. */
DEVICE int rows_per_scale(const struct columns *Q)
{
    return Q->scale ? SCALE_BLOCK : TILE;
}

/* A view of columns j, j + 1, ... of Q as a basis; Q still owns the memory. */
static inline struct basis basis_from(const struct basis *Q, int j)
{
    struct basis view = *Q;
    view.data = (store *)Q->data + (size_t)j * Q->stride;
    if (Q->scale)
        view.scale = Q->scale + (size_t)j * (size_t)scale_blocks(Q->n);
    return view;
}

/* One scale for the part of a column on this rank: the largest of its blocks. */
KERNEL equalize_scales(int blocks, double *scale)
{
    FOR_TEAMS(one, 1) {
        double largest = 0;
        FOR_THREADS_MAX(largest, b, 0, blocks)
            largest = scale[b] > largest ? scale[b] : largest;
        largest = team_max(largest);
        FOR_THREADS(b, 0, blocks)
            scale[b] = largest;
    }
}

/* q_{j+1} = alpha w, rounded to the format of the basis. */
static inline void store_column(const struct basis *Q, int j, double alpha,
                                const struct vector *w)
{
    const struct basis column = basis_from(Q, j);
    const int n = Q->n, blocks = scale_blocks(n);
    const real *data = (const real *)w->data;
    if (column.scale) {
        TEAM_LAUNCH(largest_in_blocks, blocks, n, alpha, data, column.scale);
        if (Q->rule == SCALE_VECTOR)
            TEAM_LAUNCH(equalize_scales, 1, blocks, column.scale);
    }
    LAUNCH(round_column, n, n, alpha, data, column.scale, Q->unit,
           (store *)column.data);
}

/* What the scales of a column of integers add to the bytes of store_column: w is
 * loaded once more, and the scales are stored and loaded. */
static inline double scale_bytes(const struct basis *Q)
{
    return Q->scale ? (double)sizeof(real) * Q->n +
                          2.0 * sizeof(*Q->scale) * scale_blocks(Q->n)
                    : 0;
}
#endif
