/* docs/steps/ell/columns.c - stores the entries of a CSR matrix in slice columns. */
#include <layout.h>
#include "csr.h"
#include "device.h"
#include "memory.h"

static int longest_row(const struct csr *E, const struct slice *s)
{
    int longest = s->row;
    for (int i = s->row; i < s->row + s->rows; i++)
        if (E->ptr[i + 1] - E->ptr[i] > E->ptr[longest + 1] - E->ptr[longest])
            longest = i;
    return longest;
}

/* Entry k of row r of the slice, or a padding zero. */
static void store_slice(const struct csr *E, const struct slice *s, int *column,
                        double *value)
{
    const size_t *ptr = E->ptr, longest = ptr[longest_row(E, s)];
    for (size_t k = 0; k < (size_t)s->width; k++)
        for (int r = 0; r < SLICE; r++, column++, value++) {
            const int i = s->row + r;
            const size_t e = r < s->rows ? ptr[i] + k : 0;
            const int stored = r < s->rows && e < ptr[i + 1];
            *column = E->col[stored ? e : longest + k];
            *value = stored ? E->val[e] : 0;
        }
}

void columns_store(const struct csr *E, struct layout *layout, format_set need,
                   const type_i8 *exponent)
{
    int columns = 0;
    for (int s = 0; s < layout->slices; s++) {
        const int longest = longest_row(E, &layout->slice[s]);
        layout->slice[s].first = columns;
        layout->slice[s].width = (int)(E->ptr[longest + 1] - E->ptr[longest]);
        columns += layout->slice[s].width;
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
