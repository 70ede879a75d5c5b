/* opt/half_product.h - products with a symmetric matrix of which only L is stored.
 *
 *   u = U z           before a sweep with any z
 *   u = (L + U) x     before a kernel that adds (L + U) x (add_parts in rows.h)
 *
 * Each entry of L is read once: it multiplies x_j for row i and x_i for row j
 * (scatter.h). Afterwards the kernel reads u instead of the matrix, so that it
 * contains the same formula as with a matrix that is stored as a whole.
 *
 * Cost of (L + U) x: 4 flops for each entry of L; bytes: L and x read once, u
 * cleared, then read and written once.
 */
#ifndef MEMWALL_HALF_PRODUCT_H
#define MEMWALL_HALF_PRODUCT_H
#include <scatter.h>

KERNEL clear_upper(int n, acc *u)
{
    FOR_ALL(i, n)
        u[i] = 0;
}

/* Which sum u is, and in which of the two formats the vector x is. */
enum half_sum { UPPER_OF_REAL, OFF_DIAGONAL_OF_REAL, OFF_DIAGONAL_OF_STORE };

PACK_FUNCTION void add_products(struct pack_rows p, int with_lower, enum format f,
                                const void *x, acc *u)
{
    const pack xp = load_as(p, f, x);
    if (with_lower)
        store_as(p, F_ACC, u, add_part(p, LOWER, f, x, load_as(p, F_ACC, u)));
    scatter_lower(p, &xp, u);
}

KERNEL add_products_of_real(struct rows A, struct chunks chunks, int with_lower,
                            const real *x, acc *u)
{
    FOR_CHUNK_PACKS(p, A, chunks, F_STORE)
    add_products(p, with_lower, F_REAL, x, u);
}

KERNEL add_products_of_store(struct rows A, struct chunks chunks, const store *x,
                             acc *u)
{
    FOR_CHUNK_PACKS(p, A, chunks, F_REAL)
    add_products(p, 1, F_STORE, x, u);
}

static inline void half_product_all(const struct matrix *A, enum half_sum sum,
                                    const void *x)
{
    const struct half_part *half = &A->layout->half;
    const struct rows rows = all_slices(A);
    acc *u = upper_of(A);
    clear_upper(A->n, u);
    for (int b = 0; b < half->batches; b++)
        if (sum == OFF_DIAGONAL_OF_STORE)
            add_products_of_store(rows, chunks_of(half, b), (const store *)x, u);
        else
            add_products_of_real(rows, chunks_of(half, b),
                                 sum == OFF_DIAGONAL_OF_REAL, (const real *)x, u);
}

/* The bytes of loading or storing u so many times. */
static inline double upper_bytes(const struct matrix *A, int times)
{
    return A->layout->half.on ? (double)times * A->n * (double)sizeof(acc) : 0;
}

/* Does nothing and returns 0 if U is stored. Otherwise u = (L + U) x for an x in one
 * of the two formats; returns the bytes that this and loading u move in addition to
 * those of product_bytes. */
static inline double half_product(const struct matrix *A, const struct vector *x)
{
    if (!A->layout->half.on)
        return 0;
    half_product_all(
        A, x->format == F_REAL ? OFF_DIAGONAL_OF_REAL : OFF_DIAGONAL_OF_STORE,
        x->data);
    A->layout->half.z = NULL;
    return upper_bytes(A, 4) + (double)A->n * (double)format_bytes(x->format);
}

/* Returns 0 if U is stored. Otherwise u = U z, which sweep_zero_guess may have left. */
static inline int half_upper(const struct matrix *A, const struct vector *z)
{
    struct half_part *half = &A->layout->half;
    if (half->on && half->z != z->data) {
        half_product_all(A, UPPER_OF_REAL, z->data);
        half->z = NULL; /* u is no longer U times that vector */
    }
    return half->on;
}
#endif
