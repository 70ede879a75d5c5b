/* opt/layout_bytes.c - flops of a product with A, and the bytes that it reads (layout.h). */
#include <layout.h>

double part_bytes(const struct matrix *A, enum part part, size_t a_size)
{
    const struct layout *layout = A->layout;
    return (double)(layout->values[part] * a_size +
                    layout->indices[part] * sizeof(int));
}

double slice_bytes(const struct matrix *A, size_t a_size)
{
    return (double)((size_t)A->layout->slices * sizeof(struct slice) +
                    (A->square ? (size_t)A->n * a_size : 0));
}

double halo_bytes(const struct matrix *A, size_t a_size, size_t x_size)
{
    const struct halo_part *H = &A->layout->halo;
    return (double)(H->entries * (sizeof(int) + a_size) +
                    (size_t)H->rows * 3 * sizeof(int) + (size_t)A->halo_n * x_size);
}

double product_bytes(const struct matrix *A, size_t a_size, size_t x_size)
{
    return part_bytes(A, LOWER, a_size) + part_bytes(A, UPPER, a_size) +
           slice_bytes(A, a_size) + halo_bytes(A, a_size, x_size) +
           (double)((size_t)A->columns * x_size);
}

double product_flops(const struct matrix *A)
{
    return 2 * (double)A->nonzeros;
}
