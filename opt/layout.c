/* opt/layout.c - divides a CSR matrix into slices, a diagonal and halo rows. */
#include <layout.h>
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
static void divide(const struct matrix *A, struct layout *L)
{
    L->square = A->square;
    L->colors = layout_colors(A);
    L->start = mem_zero(2 * (size_t)L->colors + 1, sizeof *L->start, "colors");
    for (int c = 0; c < L->colors; c++) {
        const int rows = layout_color_row(A, c + 1) - layout_color_row(A, c);
        L->start[c + 1] = L->start[c] + (rows + SLICE - 1) / SLICE;
    }
    L->slices = L->start[L->colors];
    L->slice = mem_zero((size_t)L->slices + 1, sizeof *L->slice, "slices");
    for (int c = 0; c < L->colors; c++)
        for (int s = L->start[c]; s < L->start[c + 1]; s++) {
            const int row = layout_color_row(A, c) + (s - L->start[c]) * SLICE,
                      left = layout_color_row(A, c + 1) - row;
            L->slice[s] = (struct slice){
                .row = row, .rows = left < SLICE ? left : SLICE, .color = c};
        }
}

/* 1 if a row of the slice reads a halo value, or an earlier row i with waits[i]. */
static int reads_halo(const struct matrix *A, const struct csr *E,
                      const struct slice *s, const char *waits)
{
    const int start = layout_color_row(A, s->color);
    for (size_t e = E->ptr[s->row]; e < E->ptr[s->row + s->rows]; e++)
        if (E->col[e] >= A->columns || (E->col[e] < start && waits[E->col[e]]))
            return 1;
    return 0;
}

/* Sorts the slices: the interior ones by color, then the boundary ones by color. */
static void sort_slices(const struct matrix *A, const struct csr *E,
                        struct layout *L)
{
    const int colors = L->colors;
    char *boundary = mem_zero((size_t)L->slices + 1, 1, "boundary slices"),
         *waits = mem_zero((size_t)A->columns + 1, 1, "rows of boundary slices");
    struct slice *sorted =
        mem_zero((size_t)L->slices + 1, sizeof *sorted, "slices");
    int *start = NEW(int, 2 * (size_t)colors + 1, "colors"), done = 0;
    for (int c = 0; c < colors && E->halo > 0; c++) {
#pragma omp parallel for schedule(static)
        for (int s = L->start[c]; s < L->start[c + 1]; s++) {
            const struct slice *slice = &L->slice[s];
            boundary[s] = (char)reads_halo(A, E, slice, waits);
            if (A->sweeps)
                memset(waits + slice->row, boundary[s], (size_t)slice->rows);
        }
    }
    for (int kind = 0; kind < 2; kind++)
        for (int c = 0; c < colors; c++) {
            start[kind * colors + c] = done;
            for (int s = L->start[c]; s < L->start[c + 1]; s++)
                if (boundary[s] == kind)
                    sorted[done++] = L->slice[s];
        }
    start[2 * colors] = done;
    mem_free(boundary);
    mem_free(waits);
    mem_free(L->slice);
    mem_free(L->start);
    L->slice = sorted;
    L->start = start;
    L->interior = start[colors];
}

/* ---- D and H ---- */

/* A number of each row, SLICE numbers for each slice. The last one is repeated behind
 * the rows of a slice, so that a division by it is harmless. Frees of_row. */
static double *by_slice(double *of_row, const struct layout *L, const char *what)
{
    double *number = NEW(double, (size_t)L->slices *SLICE, what);
    for (int s = 0; s < L->slices; s++)
        for (int r = 0; r < SLICE; r++) {
            const int last = L->slice[s].rows - 1;
            number[(size_t)s * SLICE + (size_t)r] =
                of_row[L->slice[s].row + (r < last ? r : last)];
        }
    mem_free(of_row);
    return number;
}

static double *diagonal_of(const struct matrix *A, const struct csr *E,
                           const struct layout *L)
{
    return by_slice(csr_diagonal(E, A->sweeps ? "Gauss-Seidel" : NULL), L,
                    "diagonal");
}

static double *scales_of(const struct csr *E, const struct layout *L)
{
    double *scale = NEW(double, (size_t)E->n, "row scales");
#pragma omp parallel for schedule(static)
    for (int i = 0; i < E->n; i++)
        scale[i] = row_scale(E, i);
    return by_slice(scale, L, "row scales");
}

static void store_scales(const double *scale, struct layout *L)
{
    const size_t count = (size_t)L->slices * SLICE, size = format_bytes(BF16);
    void *rounded = mem_alloc(count, size, "row scales"); /* they are exact */
    format_narrow(BF16, scale, count, rounded);
    L->scale = device_upload(rounded, count, size, "row scales");
}

static void store_halo(const struct csr *E, struct layout *L, format_set need,
                       const double *scale)
{
    struct halo_rows *H = &L->halo;
    size_t entries = 0;
    for (size_t e = 0; E->halo > 0 && e < E->ptr[E->n]; e++)
        entries += E->col[e] >= E->columns;
    const size_t most = entries < (size_t)E->n ? entries : (size_t)E->n;
    int *row = NEW(int, most, "boundary rows"),
        *start = mem_zero(most + 1, sizeof *start, "boundary rows"),
        *column = NEW(int, entries, "halo columns"),
        *scale_of = NEW(int, entries, "scales of halo values"), to = 0;
    double *value = NEW(double, entries, "halo values");
    for (int s = 0; s < L->slices; s++) {
        L->slice[s].halo = H->rows;
        for (int r = 0; s >= L->interior && r < L->slice[s].rows; r++) {
            const int i = L->slice[s].row + r;
            for (size_t e = E->ptr[i]; e < E->ptr[i + 1]; e++)
                if (E->col[e] >= E->columns) {
                    column[to] = E->col[e] - E->columns;
                    scale_of[to] = s * SLICE + r;
                    value[to++] = E->val[e];
                }
            if (to > start[H->rows]) {
                row[H->rows++] = r;
                start[H->rows] = to;
            }
        }
    }
    L->slice[L->slices].halo = H->rows;
    H->entries = to;
    H->row = device_upload(row, most, sizeof *row, "boundary rows");
    H->start = device_upload(start, most + 1, sizeof *start, "boundary rows");
    H->column = device_upload(column, entries, sizeof *column, "halo columns");
    H->value = values_store(value, entries, need,
                            &(struct scales){scale, scale_of, 1}, "halo values");
    mem_free(scale_of);
    H->product = device_alloc(most, sizeof *H->product, "halo product");
}

/* ---- The functions of matrix.h ---- */

static void add_size(const struct slice_part *p, struct part_size *sum)
{
    sum->width += (size_t)slice_part_width(p);
    sum->index_bytes += slice_part_bytes(p);
}

/* Stores the values of L, U and D. */
static void store_values(struct layout *L, double *value, double *diagonal,
                         format_set need, const double *scale)
{
    const size_t columns = L->size[LOWER].width + L->size[UPPER].width,
                 slices = (size_t)L->slices;
    const size_t most = columns > slices ? columns : slices;
    int *slice = NEW(int, scale ? most : 0, "slices of the slice columns"),
        *to = slice;
    const struct scales scales = {scale, slice, SLICE};
    for (int part = 0; scale && part < PARTS; part++)
        for (int s = 0; s < L->slices; s++)
            for (int k = slice_part_width(&L->slice[s].part[part]); k > 0; k--)
                *to++ = s;
    L->value = values_store(value, columns * SLICE, need, &scales, "matrix values");
    for (int s = 0; scale && s < L->slices; s++)
        slice[s] = s;
    if (diagonal)
        L->diagonal =
            values_store(diagonal, slices * SLICE, need, &scales, "diagonal");
    mem_free(slice);
}

struct layout *layout_create(const struct matrix *A, struct csr entries,
                             format_set need)
{
    struct layout *L = mem_zero(1, sizeof *L, "layout");
    divide(A, L);
    sort_slices(A, &entries, L);
    double *scale = need >> I8 & 1 ? scales_of(&entries, L) : NULL,
           *diagonal = A->square ? diagonal_of(A, &entries, L) : NULL;
    if (scale)
        store_scales(scale, L);
    store_halo(&entries, L, need, scale);
    double *value = columns_store(A, &entries, L);
    csr_free(&entries);
    for (int part = 0; part < PARTS; part++)
        for (int s = 0; s < L->slices; s++)
            add_size(&L->slice[s].part[part], &L->size[part]);
    store_values(L, value, diagonal, need, scale);
    mem_free(scale);
    L->slice =
        device_upload(L->slice, (size_t)L->slices + 1, sizeof *L->slice, "slices");
    return L;
}

/* Finds the slices with coarse points. */
void layout_link(struct level *level)
{
    struct layout *L = level->A.layout;
    struct coarse_slices *C = &L->coarse;
    const size_t n = (size_t)level->A.n, slices = (size_t)L->slices;
    struct slice *slice = NEW(struct slice, slices + 1, "slices");
    device_get(slice, L->slice, (slices + 1) * sizeof *slice);
    int *point_of = NEW(int, n, "coarse points");
    memset(point_of, 0xff, n * sizeof *point_of);
    for (int c = 0; c < level->coarse_n; c++)
        point_of[level->coarse_row[c]] = c;
    int *with_points = NEW(int, slices, "slices with coarse points"),
        *point = NEW(int, slices *SLICE, "coarse points");
    for (int s = 0; s < L->slices; s++) {
        int *to = point + C->slices * SLICE, found = 0;
        for (int r = 0; r < SLICE; r++) {
            to[r] = r < slice[s].rows ? point_of[slice[s].row + r] : -1;
            found |= to[r] >= 0;
        }
        if (!found)
            continue;
        with_points[C->slices++] = s;
        C->interior += s < L->interior;
        add_size(&slice[s].part[UPPER], &C->upper);
    }
    mem_free(point_of);
    mem_free(slice);
    C->slice = device_upload(with_points, (size_t)C->slices, sizeof *C->slice,
                             "coarse slices");
    C->point = device_upload(point, (size_t)C->slices * SLICE, sizeof *C->point,
                             "coarse points");
}

void layout_free(struct layout *L)
{
    values_free(&L->value);
    values_free(&L->diagonal);
    values_free(&L->halo.value);
    columns_free(&L->column);
    mem_free(L->start);
    void *const arrays[] = {L->slice,        L->halo.row,     L->halo.start,
                            L->halo.column,  L->halo.product, L->coarse.slice,
                            L->coarse.point, L->scale};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        device_free(arrays[k]);
    mem_free(L);
}

void layout_describe(const struct matrix *A, char *text, size_t length)
{
    const struct layout *L = A->layout;
    const double entries =
                     SLICE * (double)(L->size[LOWER].width + L->size[UPPER].width),
                 bytes = L->size[LOWER].index_bytes + L->size[UPPER].index_bytes;
    snprintf(text, length, "sliced ELL, %d colors, %.2f bytes of index per entry",
             L->colors, entries > 0 ? bytes / entries : 0);
}

struct memory_model layout_cost(int n, size_t nonzeros, int has_coarser,
                                format_set need)
{
    const size_t rows = (size_t)n;
    /* Rows at the boundary of a box are padded as the others; halo rows are neglected. */
    const double side = n > 0 ? cbrt((double)nonzeros / (27.0 * n)) : 1;
    const size_t values = (size_t)((27 * side * side - 1) * n);
    size_t kept =
        mem_cost(rows / SLICE + 9, sizeof(struct slice)) + columns_cost(values);
    for (int f = 0; f < FORMATS; f++)
        if (need >> f & 1)
            kept += mem_cost(values, format_bytes((enum format)f)) +
                    mem_cost(rows, format_bytes((enum format)f));
    kept += has_coarser ? mem_cost(rows, sizeof(int)) : 0;
    kept += need >> I8 & 1 ? mem_cost(rows, format_bytes(BF16)) : 0;
    /* While the values are stored: the CSR matrix; then the values in f64 and in the
     * needed formats. */
    const size_t in_f64 = mem_cost(values, sizeof(double)) +
                          (need >> I8 & 1 ? mem_cost(rows, sizeof(double)) : 0),
                 storing = csr_cost(rows, nonzeros) + columns_cost(values) + in_f64,
                 rounding = kept + (need >> F64 & 1 ? 0 : in_f64);
    return (struct memory_model){kept, storing > rounding ? storing : rounding};
}
