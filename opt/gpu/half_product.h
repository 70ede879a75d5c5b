/* opt/gpu/half_product.h - half storage of a symmetric matrix: not on a GPU.
 *
 * A row that adds to the sums of other rows would need atomic additions, whose order
 * is not determined, or many small launches. The functions are those of
 * opt/half_product.h with a matrix that is stored as a whole: they do nothing.
 */
#ifndef MEMWALL_HALF_PRODUCT_H
#define MEMWALL_HALF_PRODUCT_H
#include <rows.h>

static inline double half_product(const struct matrix *, const struct vector *)
{
    return 0;
}

static inline int half_upper(const struct matrix *, const struct vector *)
{
    return 0;
}

static inline acc *upper_of(const struct matrix *A)
{
    return (acc *)A->layout->half.upper;
}
#endif
