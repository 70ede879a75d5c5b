/* docs/labs/02-slices/start/columns.c - stores the entries of a CSR matrix in ELL: where lab 2
 * starts.
 *
 * All slices have the same width, the entries of the longest row of the matrix. */
#include <layout.h>
#include "csr.h"
#include "device.h"
#include "memory.h"

/* Entry k of row r of the slice, or a padding zero with the column of the first entry. */
static void store_slice(const struct csr *E, const struct slice *s, int *column,
                        double *value)
{
    for (size_t k = 0; k < (size_t)s->width; k++)
        for (int r = 0; r < SLICE; r++, column++, value++) {
            const int i = s->row + (r < s->rows ? r : s->rows - 1);
            const size_t e = E->ptr[i] + k;
            const int stored = r < s->rows && e < E->ptr[i + 1];
            *column =
                E->ptr[i] == E->ptr[i + 1] ? 0 : E->col[stored ? e : E->ptr[i]];
            *value = stored ? E->val[e] : 0;
        }
}

void columns_store(const struct csr *E, struct layout *layout, format_set need,
                   const type_i8 *exponent)
{
    int columns = 0, width = 0;
    for (int i = 0; i < E->n; i++) {
        const int entries = (int)(E->ptr[i + 1] - E->ptr[i]);
        width = entries > width ? entries : width;
    }
    for (int s = 0; s < layout->slices; s++) {
        layout->slice[s].first = columns;
        layout->slice[s].width = width;
        columns += width;
    }
    layout->entries = (size_t)columns * SLICE;
    int *column = NEW(int, layout->entries, "columns"),
        *row = NEW(int, columns, "rows of the slice columns");
    double *value = NEW(double, layout->entries, "matrix values");
#pragma omp parallel for schedule(static)
    for (int s = 0; s < layout->slices; s++) {
        const struct slice *slice = &layout->slice[s];
        const size_t first = (size_t)slice->first * SLICE;
        store_slice(E, slice, column + first, value + first);
        for (int k = 0; k < slice->width; k++)
            row[slice->first + k] = slice->row;
    }
    layout->column =
        device_upload(column, layout->entries, sizeof *column, "columns");
    layout->value =
        values_store(value, layout->entries, need,
                     &(struct scales){exponent, row, SLICE}, "matrix values");
    mem_free(row);
}
