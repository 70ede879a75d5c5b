/* docs/steps/ell/layout.c - stores a CSR matrix in slices. */
#include <layout.h>
#include "csr.h"
#include "device.h"
#include "kernels.h"
#include "memory.h"
#include <stdio.h>
#include <string.h>

int layout_colors(const struct matrix *A)
{
    return !A->sweeps ? 1 : A->colors.count > 0 ? A->colors.count : A->n;
}

int layout_color_row(const struct matrix *A, int c)
{
    if (c == layout_colors(A))
        return A->n;
    return !A->sweeps ? 0 : A->colors.count > 0 ? A->colors.first[c] : c;
}

/* Divides each color into slices. */
static void divide(const struct matrix *A, struct layout *layout)
{
    layout->colors = layout_colors(A);
    layout->start =
        mem_zero((size_t)layout->colors + 1, sizeof *layout->start, "colors");
    for (int c = 0; c < layout->colors; c++) {
        const int rows = layout_color_row(A, c + 1) - layout_color_row(A, c);
        layout->start[c + 1] = layout->start[c] + (rows + SLICE - 1) / SLICE;
    }
    layout->slices = layout->start[layout->colors];
    layout->slice =
        mem_zero((size_t)layout->slices, sizeof *layout->slice, "slices");
    for (int c = 0; c < layout->colors; c++)
        for (int s = layout->start[c]; s < layout->start[c + 1]; s++) {
            const int row = layout_color_row(A, c) + (s - layout->start[c]) * SLICE,
                      left = layout_color_row(A, c + 1) - row;
            layout->slice[s].row = row;
            layout->slice[s].rows = left < SLICE ? left : SLICE;
        }
}

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

static void store_entries(const struct csr *E, struct layout *layout,
                          format_set need, const double *scale)
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
                     &(struct scales){scale, row, SLICE}, "matrix values");
    mem_free(row);
}

struct layout *layout_create(const struct matrix *A, struct csr entries,
                             format_set need)
{
    struct layout *layout = mem_zero(1, sizeof *layout, "layout");
    divide(A, layout);
    double *scale = row_scales(&entries, need);
    layout->scale = row_scales_store(scale, A->n);
    store_entries(&entries, layout, need, scale);
    if (A->square)
        layout->diagonal = values_store(
            csr_diagonal(&entries, A->sweeps ? "Gauss-Seidel" : NULL), (size_t)A->n,
            need, &(struct scales){scale, &(int){0}, A->n}, "diagonal");
    csr_free(&entries);
    mem_free(scale);
    layout->slice = device_upload(layout->slice, (size_t)layout->slices,
                                  sizeof *layout->slice, "slices");
    return layout;
}

void layout_link(struct level *level)
{
    const size_t n = (size_t)level->A.n;
    int *point = NEW(int, n, "coarse points");
    memset(point, 0xff, n * sizeof *point); /* -1 */
    for (int c = 0; c < level->coarse_n; c++)
        point[level->coarse_row[c]] = c;
    level->A.layout->point =
        device_upload(point, n, sizeof *point, "coarse points");
}

void layout_free(struct layout *layout)
{
    values_free(&layout->value);
    values_free(&layout->diagonal);
    mem_free(layout->start);
    device_free(layout->slice);
    device_free(layout->column);
    device_free(layout->scale);
    device_free(layout->point);
    mem_free(layout);
}

void layout_describe(const struct matrix *A, char *text, size_t length)
{
    const struct layout *layout = A->layout;
    snprintf(text, length, "sliced ELL, %d colors, %.1f %% padding", layout->colors,
             100 * ((double)layout->entries / (double)A->nonzeros - 1));
}
