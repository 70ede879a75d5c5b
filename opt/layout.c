/* opt/layout.c - converts a CSR matrix to slices, a diagonal and a halo part.
 *
 * Differs from ref: the matrix is stored for SIMD (a slice column is one vector
 * operation), in the order in which it is read, and with few or no indices. An
 * iteration gains, over CSR in order of colors: slices a factor of 1.04 predicted,
 * 1.27 measured; implicit columns on top of these 1.51 predicted, 1.69 measured
 * (docs/10).
 */
#include <distinct_values.h>
#include <half_storage.h>
#include <layout.h>
#include <slices.h>
#include "device.h"
#include "memory.h"
#include <math.h>
#include <stdio.h>

const int layout_reads_any_order = 1;

/* The entries of slice row r in halo columns. */
static int halo_entries(const struct csr *A, const struct slicing *slicing,
                        const struct slice *slice, int r)
{
    const struct stored_row row = entries_of(A, slicing, slice, r);
    int count = 0;
    for (int k = 0; k < row.count; k++)
        count += csr_column(A, &row, k) >= A->columns;
    return count;
}

/* Counts the rows of H and their entries; slice->boundary is the first row of a slice.
 * They are in boundary slices. */
static void count_boundary_rows(const struct csr *A, const struct slicing *slicing,
                                struct layout *layout)
{
    struct halo_part *H = &layout->halo;
    for (int s = layout->interior; s < layout->slices; s++) {
        struct slice *slice = &layout->slice[s];
        slice->boundary = H->rows;
        for (int r = 0; r < slice->rows; r++) {
            const int count = halo_entries(A, slicing, slice, r);
            H->rows += count > 0;
            H->entries += (size_t)count;
        }
    }
    layout->slice[layout->slices].boundary = H->rows;
}

/* H, the entries in halo columns. */
static void store_halo_part(const struct csr *A, const struct slicing *slicing,
                            struct layout *layout, format_set need, int coded)
{
    struct halo_part *H = &layout->halo;
    count_boundary_rows(A, slicing, layout);
    H->row = NEW(int, (size_t)H->rows, "boundary rows");
    H->slice_row = NEW(int, (size_t)H->rows, "boundary rows");
    H->start = NEW(int, (size_t)H->rows + 1, "boundary rows");
    H->col = NEW(int, H->entries, "halo columns");
    double *val = NEW(double, H->entries, "halo values");
    int b = 0, to = 0;
    H->start[0] = 0;
    for (int s = layout->interior; s < layout->slices; s++)
        for (int r = 0; r < layout->slice[s].rows; r++) {
            const struct slice *slice = &layout->slice[s];
            const struct stored_row row = entries_of(A, slicing, slice, r);
            for (int k = 0; k < row.count; k++) {
                const int j = csr_column(A, &row, k);
                if (j < A->columns)
                    continue;
                H->col[to] = j - A->columns;
                val[to++] = row.val[k];
            }
            if (to == H->start[b])
                continue;
            H->row[b] = row_at(slicing, slice->row + r);
            H->slice_row[b] = r;
            H->start[++b] = to;
        }
    values_store(&H->val, val, H->entries, need, coded);
    mem_free(val);
}

/* Codes are stored by slice and slice row, so that those of a slice begin at a multiple of
 * CODE_BLOCK. The entry of an empty row of a partial slice is not used; it repeats another. */
static void code_diagonal(struct layout *layout, const struct slicing *slicing,
                          int s, const double *d, const struct distinct *set)
{
    const struct slice *slice = &layout->slice[s];
    const int last = slice->rows - 1;
    const size_t first = (size_t)s * (size_t)layout->height;
    for (int r = 0; r < layout->height; r++)
        values_put(&layout->diag, set, first + (size_t)r,
                   &d[row_at(slicing, slice->row + (r < last ? r : last))], 1);
}

static void store_diagonal(const struct csr *A, int sweeps,
                           const struct slicing *slicing, struct layout *layout,
                           format_set need, int coded)
{
    double *d = csr_diagonal(A, sweeps ? "Gauss-Seidel" : NULL);
    struct distinct set;
    if (coded)
        values_distinct(&set, d, (size_t)A->n);
    if (coded && set.count < TOO_MANY) {
        values_create(&layout->diag, &set,
                      (size_t)layout->slices * (size_t)layout->height, need);
#pragma omp parallel for schedule(static)
        for (int s = 0; s < layout->slices; s++)
            code_diagonal(layout, slicing, s, d, &set);
    } else
        values_store(&layout->diag, d, (size_t)A->n, need, 0);
    mem_free(d);
}

static void *uploaded(void *host, size_t count, size_t size)
{
    return device_upload(host, count, size, "matrix");
}

/* Moves all arrays that kernels read to device memory. */
static void upload(struct layout *layout, int n)
{
    struct halo_part *H = &layout->halo;
    const size_t rows = (size_t)H->rows, colors = 2 * (size_t)layout->colors + 1;
    for (int p = 0; p < PARTS; p++)
        values_upload(&layout->val[p]);
    values_upload(&layout->diag);
    values_upload(&H->val);
    for (int p = 0; p < PARTS; p++)
        layout->col[p] = uploaded(layout->col[p], layout->indices[p], sizeof(int));
    layout->slice =
        uploaded(layout->slice, (size_t)layout->slices + 1, sizeof *layout->slice);
    layout->row_order = uploaded(layout->row_order, (size_t)n, sizeof(int));
    layout->offset = uploaded(layout->offset, (size_t)layout->offsets, sizeof(int));
    layout->by_region =
        uploaded(layout->by_region, (size_t)layout->slices, sizeof(int));
    layout->color_start_device =
        device_alloc(colors, sizeof(int), "slices by color");
    device_put(layout->color_start_device, layout->color_start,
               colors * sizeof(int));
    H->row = uploaded(H->row, rows, sizeof(int));
    H->slice_row = uploaded(H->slice_row, rows, sizeof(int));
    H->start = uploaded(H->start, rows + 1, sizeof(int));
    H->col = uploaded(H->col, H->entries, sizeof(int));
    H->product = device_alloc(rows, sizeof(double), "halo product");
    layout->squares = device_alloc((size_t)slice_groups(layout), sizeof(double),
                                   "sums of squares");
}

struct layout *layout_create(const struct matrix *A, struct csr entries,
                             format_set need)
{
    struct layout *layout = mem_zero(1, sizeof *layout, "layout");
    layout->kind = (enum layout_kind)A->options.layout;
    const int coded = A->options.values == VALUES_CODED;
    struct slicing slicing = slicing_create(A, &entries, layout);
    columns_choose(layout, &entries, &slicing);
    slices_order(&entries, &slicing, layout);
    slices_sort_by_region(A, &slicing, layout);
    store_halo_part(&entries, &slicing, layout, need, coded);
    if (A->square)
        store_diagonal(&entries, A->sweeps, &slicing, layout, need, coded);
    slices_fill(layout, &entries, &slicing, need, coded);
    if (slicing.half)
        half_storage_create(layout, &entries, &slicing);
    upload(layout, A->n);
    slicing_free(&slicing);
    csr_free(&entries);
    return layout;
}

/* The number of distinct values of each part, and the bytes of all stored values, in
 * all formats, per entry of the matrix. */
static void describe_values(const struct matrix *A, char *text, size_t length)
{
    const struct layout *layout = A->layout;
    const struct values *const part[] = {&layout->diag, &layout->val[LOWER],
                                         &layout->val[UPPER], &layout->halo.val};
    size_t bytes = 0, used = 0;
    for (int p = 0; p < 4; p++) {
        const char letter = "DLUH"[p];
        bytes += values_stored(part[p]);
        if (part[p]->count == 0 || used + 1 >= length)
            continue;
        used += (size_t)(part[p]->coding == PLAIN
                             ? snprintf(text + used, length - used,
                                        ", %c has more than 256", letter)
                             : snprintf(text + used, length - used, ", %c has %d",
                                        letter, part[p]->distinct));
    }
    if (used + 1 < length)
        snprintf(text + used, length - used,
                 " distinct values, %.2f bytes of values per entry",
                 A->nonzeros > 0 ? (double)bytes / (double)A->nonzeros : 0);
}

void layout_describe(const struct matrix *A, char *text, size_t length)
{
    const char *const name[] = {A->sweeps ? "ELL by color" : "ELL", "sliced ELL",
                                "sliced ELL, implicit columns"};
    const struct layout *layout = A->layout;
    const double implicit =
        layout->slice_columns > 0
            ? (double)layout->implicit_columns / (double)layout->slice_columns
            : 0;
    char order[32] = "";
    if (A->sweeps)
        snprintf(order, sizeof order, ", %d %s", layout->colors,
                 layout->row_order ? "wavefronts" : "colors");
    char values[120] = "";
    if (A->options.values == VALUES_CODED)
        describe_values(A, values, sizeof values);
    char half[60] = "";
    if (layout->half.on)
        snprintf(half, sizeof half, ", D and L stored, %d batches",
                 layout->half.batches);
    snprintf(text, length, "%s%s, %.1f %% of the slice columns without index%s%s",
             name[layout->kind], order, 100 * implicit, half, values);
}

void layout_free(struct layout *layout)
{
    struct halo_part *H = &layout->halo;
    const struct coarse_part *coarse = &layout->coarse;
    for (int p = 0; p < PARTS; p++)
        values_free(&layout->val[p]);
    values_free(&layout->diag);
    values_free(&H->val);
    for (int k = 0; k < 3; k++)
        graph_free(&layout->sweeps[k]);
    mem_free(layout->color_start);
    half_storage_free(layout);
    void *const rest[] = {layout->slice,
                          layout->row_order,
                          layout->offset,
                          layout->col[LOWER],
                          layout->col[UPPER],
                          layout->color_start_device,
                          layout->product,
                          layout->squares,
                          layout->by_region,
                          H->row,
                          H->slice_row,
                          H->start,
                          H->col,
                          H->product,
                          coarse->slice,
                          coarse->start,
                          coarse->slice_row,
                          coarse->point,
                          coarse->halo_row,
                          coarse->halo_point};
    for (size_t k = 0; k < sizeof rest / sizeof *rest; k++)
        device_free(rest[k]);
    mem_free(layout);
}

/* Slice columns of a box of n points with so many nonzeros. If all three sides are
 * equal, a row has 27 q entries on average, where q is the cube of the share that
 * one direction leaves. Slices run along x: a row at an end of x is padded, one at
 * an end of y or z is not. */
static double width_of_slices(int n, size_t nonzeros, int layout)
{
    const double q = (double)nonzeros / (27.0 * n);
    return layout == LAYOUT_ELL ? 26 : 27 * cbrt(q) * cbrt(q) - 1;
}

struct memory_model layout_cost(int n, size_t nonzeros, int has_coarser,
                                format_set need, const struct tree_options *options)
{
    const size_t rows = (size_t)n, slices = rows / (size_t)device_warp() + 9,
                 values =
                     (size_t)(width_of_slices(n, nonzeros, options->layout) * n),
                 indices = options->layout == LAYOUT_IMPLICIT ? 0 : values;
    const size_t parts = options->symmetric ? 1 : PARTS;
    size_t kept = mem_cost(slices, sizeof(struct slice)) +
                  parts * mem_cost(indices / 2, sizeof(int)) +
                  (REGIONS ? mem_cost(slices, sizeof(int)) : 0);
    const int coded = options->values == VALUES_CODED; /* with 4 bits */
    if (coded)
        kept += parts * mem_cost(values / 4, 1) + mem_cost(rows / 2, 1);
    for (int f = 0; f < FORMATS && !coded; f++)
        if (need >> f & 1)
            kept += parts * mem_cost(values / 2, format_bytes((enum format)f)) +
                    mem_cost(rows, format_bytes((enum format)f));
    if (options->symmetric)
        kept += half_storage_kept(rows, slices);
    if (has_coarser)
        kept += 2 * mem_cost(rows / 8, sizeof(int)) +
                2 * mem_cost(slices / 8, sizeof(int)) +
                (options->fuse ? 0 : mem_cost(rows, sizeof(double)));
    /* In natural order the wavefront of each row. */
    const size_t during_setup = mem_cost(rows, sizeof(int)) +
                                (options->symmetric ? half_storage_peak(rows) : 0);
    return (struct memory_model){kept, kept + during_setup};
}
