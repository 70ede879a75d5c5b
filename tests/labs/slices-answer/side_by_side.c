/* tests/labs/slices-answer/side_by_side.c - stores the rows as sliced ELL. */
#include "device.h"
#include "memory.h"
#include <side_by_side.h>

/* Stores the rows of each slice side by side, padded to the longest of them. */
void side_by_side_create(struct side_by_side *S, const struct csr *A,
                         format_set need)
{
    S->slices = (A->n + SLICE - 1) / SLICE;
    const size_t slices = (size_t)S->slices;
    size_t *start = NEW(size_t, slices + 1, "slices");
    start[0] = 0;
    for (size_t s = 0; s < slices; s++) {
        size_t width = 0;
        for (int i = (int)s * SLICE; i < A->n && i < (int)(s + 1) * SLICE; i++)
            width = A->ptr[i + 1] - A->ptr[i] > width ? A->ptr[i + 1] - A->ptr[i]
                                                      : width;
        start[s + 1] = start[s] + width * SLICE;
    }
    const size_t count = S->entries = start[slices];
    int *col = mem_zero(count, sizeof *col, "columns of slices");
    double *value = mem_zero(count, sizeof *value, "values of slices");
    for (int i = 0; i < A->n; i++) {
        const size_t s = (size_t)(i / SLICE), lane = (size_t)(i % SLICE);
        const size_t length = A->ptr[i + 1] - A->ptr[i];
        for (size_t k = 0; k < (start[s + 1] - start[s]) / SLICE; k++) {
            const size_t e = start[s] + k * SLICE + lane;
            if (k < length) {
                col[e] = A->col[A->ptr[i] + k];
                value[e] = A->val[A->ptr[i] + k];
            } else if (k > 0) { /* a column that the row reads anyway, times zero */
                col[e] = col[e - SLICE];
            }
        }
    }
    S->start = device_upload(start, slices + 1, sizeof *start, "slices");
    S->col = device_upload(col, count, sizeof *col, "columns of slices");
    store_in_formats(S->value, value, count, need, "values of slices");
}

void side_by_side_free(struct side_by_side *S)
{
    for (int f = 0; f < FORMATS; f++)
        device_free(S->value[f]);
    device_free(S->start);
    device_free(S->col);
}
