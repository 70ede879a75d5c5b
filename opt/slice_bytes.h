/* opt/slice_bytes.h - what a product with a matrix costs: flops, and bytes read. */
#ifndef MEMWALL_SLICE_BYTES_H
#define MEMWALL_SLICE_BYTES_H
#include <layout.h>
#include "kernels.h"
#include "real.h"

static inline double product_flops(const struct matrix *A)
{
    return 2 * (double)A->nonzeros;
}

/* L or U of all slices, or of some. */
static inline double part_bytes(const struct part_size *p)
{
    return SLICE * (double)p->width * sizeof(store) + p->index_bytes;
}

/* The descriptions of so many slices, and in i8 the scales of their rows. */
static inline double description_bytes(int slices)
{
    return slices * (sizeof(struct slice) +
                     (F_STORE == I8 ? (double)SLICE * sizeof(type_bf16) : 0));
}

/* The descriptions of the slices and the diagonal. */
static inline double slice_bytes(const struct matrix *A)
{
    return description_bytes(A->layout->slices) +
           (A->square ? A->n * (double)sizeof(store) : 0);
}

/* H, and the product H x, which is written and read. */
static inline double halo_bytes(const struct matrix *A)
{
    const struct halo_rows *H = &A->layout->halo;
    return H->entries * (double)(sizeof(int) + sizeof(store)) +
           H->rows * 2.0 * (sizeof(int) + sizeof(double));
}

/* The matrix, and x with its halo entries. */
static inline double product_bytes(const struct matrix *A)
{
    const struct part_size *size = A->layout->size;
    return part_bytes(&size[LOWER]) + part_bytes(&size[UPPER]) + slice_bytes(A) +
           halo_bytes(A) + (double)(A->columns + A->halo_n) * sizeof(real);
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

/* Restriction by injection: U of the slices with coarse points, the rows of these
 * points, and z at most once, without the coarse points; rc is written. */
static inline double injection_flops(const struct matrix *A)
{
    const struct layout *L = A->layout;
    const double all = (double)(L->size[LOWER].width + L->size[UPPER].width);
    return product_flops(A) * (double)L->coarse.upper.width / all;
}

static inline double injection_bytes(const struct level *fine)
{
    const struct coarse_slices *C = &fine->A.layout->coarse;
    return part_bytes(&C->upper) +
           sizeof(real) * (double)(fine->A.n - fine->coarse_n) +
           sizeof(int) * SLICE * (double)C->slices + description_bytes(C->slices) +
           sizeof(real) * (double)fine->coarse_n;
}
#endif
