/* docs/steps/ell/layout.c - divides a CSR matrix into slices and a diagonal. */
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

struct layout *layout_create(const struct matrix *A, struct csr entries,
                             format_set need)
{
    struct layout *layout = mem_zero(1, sizeof *layout, "layout");
    divide(A, layout);
    type_i8 *exponent = row_exponents(&entries, need);
    columns_store(&entries, layout, need, exponent);
    if (A->square)
        layout->diagonal = values_store(
            csr_diagonal(&entries, A->sweeps ? "Gauss-Seidel" : NULL), (size_t)A->n,
            need, &(struct scales){exponent, &(int){0}, A->n}, "diagonal");
    csr_free(&entries);
    layout->exponent =
        device_upload(exponent, (size_t)A->n, sizeof *exponent, "row scales");
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
    device_free(layout->exponent);
    device_free(layout->point);
    mem_free(layout);
}

void layout_describe(const struct matrix *A, char *text, size_t length)
{
    const struct layout *layout = A->layout;
    snprintf(text, length, "sliced ELL, %d colors, %.1f %% padding", layout->colors,
             100 * ((double)layout->entries / (double)A->nonzeros - 1));
}
