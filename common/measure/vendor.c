/* common/measure/vendor.c - a program without a vendor's library (vendor.h). */
#include "vendor.h"

int vendor_multiplies(const struct matrix *A, enum format format)
{
    (void)A, (void)format;
    return 0;
}

struct vendor *vendor_create(const struct csr *A, enum vendor_storage storage,
                             enum format format)
{
    (void)A, (void)storage, (void)format;
    return NULL;
}

void vendor_free(struct vendor *v)
{
    (void)v;
}

void vendor_spmv(const struct vendor *v, const struct vector *x, struct vector *y)
{
    (void)v, (void)x, (void)y;
}
