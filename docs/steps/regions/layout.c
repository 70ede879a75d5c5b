/* docs/steps/regions/layout.c - divides a CSR matrix into slices, a diagonal and halo rows. */
#include <layout.h>
#include <regions.h>
#include "csr.h"
#include "device.h"
#include "kernels.h"
#include "memory.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Slices ---- */

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

/* Divides each color into slices; start[c] is the first slice of color c. */
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
        mem_zero((size_t)layout->slices + 1, sizeof *layout->slice, "slices");
    for (int c = 0; c < layout->colors; c++)
        for (int s = layout->start[c]; s < layout->start[c + 1]; s++) {
            const int row = layout_color_row(A, c) + (s - layout->start[c]) * SLICE,
                      left = layout_color_row(A, c + 1) - row;
            layout->slice[s] = (struct slice){
                .row = row, .rows = left < SLICE ? left : SLICE, .color = c};
        }
}

/* ---- D and H ---- */

/* The entries of row i in halo columns. */
static int halo_entries(const struct csr *E, int i)
{
    int count = 0;
    for (size_t e = E->ptr[i]; e < E->ptr[i + 1]; e++)
        count += E->col[e] >= E->columns;
    return count;
}

/* Only slices of the last zone, from `first` on, have entries in halo columns. */
static void store_halo(const struct csr *E, struct layout *layout, format_set need,
                       const type_i8 *exponent)
{
    struct halo_rows *H = &layout->halo;
    struct slice *slice = layout->slice;
    const int slices = layout->slices,
              first =
                  layout->start[layout->first_region[ZONES - 1] * layout->colors];
    /* The entries before those of each slice. */
    int *before = mem_zero((size_t)slices + 1, sizeof *before, "halo entries");
#pragma omp parallel for schedule(static)
    for (int s = first; s < slices; s++)
        for (int r = 0; r < slice[s].rows; r++) {
            const int entries = halo_entries(E, slice[s].row + r);
            before[s + 1] += entries;
            slice[s + 1].halo += entries > 0;
        }
    for (int s = 0; s < slices; s++) {
        before[s + 1] += before[s];
        slice[s + 1].halo += slice[s].halo;
    }
    H->rows = slice[slices].halo;
    H->entries = before[slices];
    const size_t rows = (size_t)H->rows, entries = (size_t)H->entries;
    int *row = NEW(int, rows, "boundary rows"),
        *start = NEW(int, rows + 1, "boundary rows"),
        *column = NEW(int, entries, "halo columns"),
        *row_of = NEW(int, entries, "rows of halo values");
    double *value = NEW(double, entries, "halo values");
    start[rows] = H->entries;
#pragma omp parallel for schedule(static)
    for (int s = first; s < slices; s++) {
        int h = slice[s].halo, to = before[s];
        for (int r = 0; r < slice[s].rows; r++) {
            const int i = slice[s].row + r, begin = to;
            for (size_t e = E->ptr[i]; e < E->ptr[i + 1]; e++)
                if (E->col[e] >= E->columns) {
                    column[to] = E->col[e] - E->columns;
                    row_of[to] = i;
                    value[to++] = E->val[e];
                }
            if (to > begin) {
                row[h] = r;
                start[h++] = begin;
            }
        }
    }
    H->row = device_upload(row, rows, sizeof *row, "boundary rows");
    H->start = device_upload(start, rows + 1, sizeof *start, "boundary rows");
    H->column = device_upload(column, entries, sizeof *column, "halo columns");
    H->value = values_store(value, entries, need,
                            &(struct scales){exponent, row_of, 1}, "halo values");
    mem_free(row_of);
    mem_free(before);
}

/* ---- The functions of matrix.h ---- */

static void add_size(const struct slice_part *p, struct part_size *sum)
{
    sum->values += (size_t)slice_part_width(p) * SLICE;
    sum->index_bytes += slice_part_bytes(p);
}

/* Adds up what L and U need; H belongs to U. */
static void find_sizes(struct layout *layout)
{
    for (int part = 0; part < PARTS; part++)
        for (int s = 0; s < layout->slices; s++)
            add_size(&layout->slice[s].part[part], &layout->size[part]);
}

/* Stores the values of L and U. */
static void store_values(struct layout *layout, double *value, format_set need,
                         const type_i8 *exponent)
{
    const size_t count = layout->size[LOWER].values + layout->size[UPPER].values;
    int *row = NEW(int, exponent ? count / SLICE : 0, "rows of the slice columns"),
        *to = row;
    for (int part = 0; exponent && part < PARTS; part++)
        for (int s = 0; s < layout->slices; s++)
            for (int k = slice_part_width(&layout->slice[s].part[part]); k > 0; k--)
                *to++ = layout->slice[s].row;
    layout->value =
        values_store(value, count, need, &(struct scales){exponent, row, SLICE},
                     "matrix values");
    mem_free(row);
}

struct layout *layout_create(const struct matrix *A, struct csr entries,
                             format_set need)
{
    struct layout *layout = mem_zero(1, sizeof *layout, "layout");
    divide(A, layout);
    sort_by_zone(A, &entries, layout);
    sort_by_region(A, &entries, layout);
    type_i8 *exponent = row_exponents(&entries, need);
    if (A->square)
        layout->diagonal = values_store(
            csr_diagonal(&entries, A->sweeps ? "Gauss-Seidel" : NULL), (size_t)A->n,
            need, &(struct scales){exponent, &(int){0}, A->n}, "diagonal");
    store_halo(&entries, layout, need, exponent);
    double *value = columns_store(A, &entries, layout);
    csr_free(&entries);
    find_sizes(layout);
    store_values(layout, value, need, exponent);
    layout->size[UPPER].values += (size_t)layout->halo.entries;
    layout->size[UPPER].index_bytes +=
        (layout->halo.entries + 2.0 * layout->halo.rows) * (double)sizeof(int);
    layout->exponent =
        device_upload(exponent, (size_t)A->n, sizeof *exponent, "row scales");
    layout->slice = device_upload(layout->slice, (size_t)layout->slices + 1,
                                  sizeof *layout->slice, "slices");
    return layout;
}

static int has_point(const struct slice *s, const int *point)
{
    int found = 0;
    for (int i = s->row; i < s->row + s->rows; i++)
        found |= point[i] >= 0;
    return found;
}

/* Finds the slices with coarse points in each region. */
void layout_link(struct level *level)
{
    struct layout *layout = level->A.layout;
    struct coarse_slices *C = &layout->coarse;
    const size_t n = (size_t)level->A.n, slices = (size_t)layout->slices;
    const int regions = layout->first_region[ZONES];
    struct slice *slice = NEW(struct slice, slices + 1, "slices");
    device_get(slice, layout->slice, (slices + 1) * sizeof *slice);
    int *point = NEW(int, n, "coarse points");
    memset(point, 0xff, n * sizeof *point); /* -1 */
    for (int c = 0; c < level->coarse_n; c++)
        point[level->coarse_row[c]] = c;
    C->first = NEW(int, (size_t)regions, "coarse points");
    C->end = NEW(int, (size_t)regions, "coarse points");
    for (int region = 0; region < regions; region++) {
        int s = layout->start[region * layout->colors],
            end = layout->start[(region + 1) * layout->colors];
        while (s < end && !has_point(&slice[s], point))
            s++;
        while (s < end && !has_point(&slice[end - 1], point))
            end--;
        C->first[region] = s;
        C->end[region] = end;
        for (; s < end; s++)
            add_size(&slice[s].part[UPPER], &C->upper);
    }
    mem_free(slice);
    layout->point = device_upload(point, n, sizeof *point, "coarse points");
}

void layout_free(struct layout *layout)
{
    values_free(&layout->value);
    values_free(&layout->diagonal);
    values_free(&layout->halo.value);
    columns_free(&layout->column);
    mem_free(layout->start);
    mem_free(layout->complete);
    mem_free(layout->coarse.first);
    mem_free(layout->coarse.end);
    void *const arrays[] = {layout->slice,      layout->halo.row,
                            layout->halo.start, layout->halo.column,
                            layout->point,      layout->exponent};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        device_free(arrays[k]);
    mem_free(layout);
}

void layout_describe(const struct matrix *A, char *text, size_t length)
{
    const struct layout *layout = A->layout;
    const double entries = (double)(layout->size[LOWER].values +
                                    layout->size[UPPER].values),
                 bytes = layout->size[LOWER].index_bytes +
                         layout->size[UPPER].index_bytes;
    snprintf(text, length, "sliced ELL, %d colors, %.2f bytes of index per entry",
             layout->colors, entries > 0 ? bytes / entries : 0);
}
