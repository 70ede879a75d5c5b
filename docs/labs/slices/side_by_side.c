/* docs/labs/slices/side_by_side.c - stores the rows as ELL: where lab 1 starts. */
#include "device.h"
#include "memory.h"
#include <side_by_side.h>

/* Stores the rows side by side, padded to the longest row of the matrix. */
void side_by_side_create(struct side_by_side *S, const struct csr *A,
                         format_set need)
{
    const size_t n = (size_t)A->n;
    for (size_t i = 0; i < n; i++) {
        const int length = (int)(A->ptr[i + 1] - A->ptr[i]);
        S->width = length > S->width ? length : S->width;
    }
    const size_t count = n * (size_t)S->width;
    int *col = mem_zero(count, sizeof *col, "columns of ELL");
    double *value = mem_zero(count, sizeof *value, "values of ELL");
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < (size_t)S->width; k++) {
            const size_t e = A->ptr[i] + k;
            if (e < A->ptr[i + 1]) {
                col[k * n + i] = A->col[e];
                value[k * n + i] = A->val[e];
            } else if (k > 0) { /* a column that the row reads anyway, times zero */
                col[k * n + i] = col[(k - 1) * n + i];
            }
        }
    S->col = device_upload(col, count, sizeof *col, "columns of ELL");
    store_in_formats(S->value, value, count, need, "values of ELL");
}

void side_by_side_free(struct side_by_side *S)
{
    for (int f = 0; f < FORMATS; f++)
        device_free(S->value[f]);
    device_free(S->col);
}
