/* opt/slice_bytes.h - what a product with a matrix costs: flops, and bytes read. */
#ifndef MEMWALL_SLICE_BYTES_H
#define MEMWALL_SLICE_BYTES_H
#include <layout.h>
#include "real.h"

static inline double product_flops(const struct matrix *A)
{
    return 2 * (double)A->nonzeros;
}

static inline double part_bytes(const struct matrix *A, enum part part)
{
    const struct layout *L = A->layout;
    return SLICE * (double)L->width[part] * value_bytes(sizeof(store)) +
           columns_bytes(L, part);
}

/* The descriptions of the slices and the diagonal. */
static inline double slice_bytes(const struct matrix *A)
{
    return (double)A->layout->slices * sizeof(struct slice) +
           (A->square ? A->n * value_bytes(sizeof(store)) : 0);
}

/* The matrix, and x with its halo entries. */
static inline double product_bytes(const struct matrix *A)
{
    return part_bytes(A, LOWER) + part_bytes(A, UPPER) + slice_bytes(A) +
           (double)(A->columns + A->halo_n) * sizeof(real);
}
#endif
