/* opt/layout_bytes.c - flops of a product with A, and the bytes that it reads (layout.h). */
#include <layout.h>

double values_bytes(const struct values *v, size_t count, size_t a_size)
{
    return v->coding == PLAIN ? (double)(count * a_size)
                              : (double)code_bytes(v->coding, count);
}

double part_bytes(const struct matrix *A, enum part part, size_t a_size)
{
    const struct layout *layout = A->layout;
    return values_bytes(&layout->val[part], layout->val[part].count, a_size) +
           (double)(layout->indices[part] * sizeof(int));
}

double slice_bytes(const struct matrix *A, size_t a_size)
{
    const struct values *diag = &A->layout->diag;
    return (double)((size_t)A->layout->slices * sizeof(struct slice)) +
           (a_size > 0 ? values_bytes(diag, diag->count, a_size) : 0);
}

double halo_bytes(const struct matrix *A, size_t a_size, size_t x_size)
{
    const struct halo_part *H = &A->layout->halo;
    return values_bytes(&H->val, H->entries, a_size) +
           (double)(H->entries * sizeof(int) + (size_t)H->rows * 3 * sizeof(int) +
                    (size_t)A->halo_n * x_size);
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
