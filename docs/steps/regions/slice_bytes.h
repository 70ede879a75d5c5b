/* docs/steps/regions/slice_bytes.h - the bytes that a product with a matrix reads. */
#ifndef MEMWALL_SLICE_BYTES_H
#define MEMWALL_SLICE_BYTES_H
#include <layout.h>
#include "kernels.h"
#include "real.h"

/* L or U of all slices, or of some. */
static inline double part_bytes(const struct part_size *p)
{
    return (double)p->values * sizeof(store) + p->index_bytes;
}

/* The descriptions of so many slices, and in i8 the exponents of the scales of their rows. */
static inline double description_bytes(int slices)
{
    return slices * (sizeof(struct slice) +
                     (F_STORE == I8 ? (double)SLICE * sizeof(type_i8) : 0));
}

/* The descriptions of the slices and the diagonal. */
static inline double slice_bytes(const struct matrix *A)
{
    return description_bytes(A->layout->slices) +
           (A->square ? A->n * (double)sizeof(store) : 0);
}

/* The matrix, and x with its halo entries. */
static inline double product_bytes(const struct matrix *A)
{
    const struct part_size *size = A->layout->size;
    return part_bytes(&size[LOWER]) + part_bytes(&size[UPPER]) + slice_bytes(A) +
           (double)(A->columns + A->halo_n) * sizeof(real);
}

/* The numbers of a vector that L or U of all rows read: those of all colors but the
 * last, or but the first. */
static inline double lower_read(const struct matrix *A)
{
    return layout_color_row(A, A->layout->colors - 1);
}

static inline double upper_read(const struct matrix *A)
{
    return A->columns - layout_color_row(A, 1);
}

/* Slices with coarse points. */
static inline int coarse_count(const struct matrix *A)
{
    const struct coarse_slices *C = &A->layout->coarse;
    int count = 0;
    for (int region = 0; region < A->layout->first_region[ZONES]; region++)
        count += C->end[region] - C->first[region];
    return count;
}

/* Restriction by injection: U of the slices with coarse points, the rows of these
 * points, and z at most once, without the coarse points; rc is written. */
static inline double injection_bytes(const struct level *fine)
{
    const struct coarse_slices *C = &fine->A.layout->coarse;
    return part_bytes(&C->upper) +
           sizeof(real) * (double)(fine->A.n - fine->coarse_n) +
           sizeof(int) * SLICE * (double)coarse_count(&fine->A) +
           description_bytes(coarse_count(&fine->A)) +
           sizeof(real) * (double)fine->coarse_n;
}
#endif
