/* opt/slices.c - divides the rows into slices and orders these. */
#include <layout.h>
#include <schedule.h>
#include <slices.h>
#include "device.h"
#include "memory.h"
#include <stdlib.h>
#include <string.h>

/* Divides each wavefront into slices of `height` rows. */
static void divide(int n, struct slicing *slicing, struct layout *layout)
{
    const int height = device_warp(), *start = slicing->start;
    int slices = 0, s = 0;
    for (int w = 0; w < slicing->wavefronts; w++)
        slices += (start[w + 1] - start[w] + height - 1) / height;
    layout->slice = mem_zero((size_t)slices + 1, sizeof *layout->slice, "slices");
    if (slicing->row)
        slicing->wavefront_of = NEW(int, (size_t)n, "wavefront of each row");
    for (int w = 0; w < slicing->wavefronts; w++)
        for (int first = start[w]; first < start[w + 1]; first += height, s++) {
            const int left = start[w + 1] - first,
                      rows = left < height ? left : height;
            layout->slice[s] =
                (struct slice){.row = first, .rows = rows, .stride = rows};
            for (int k = first; slicing->row && k < first + rows; k++)
                slicing->wavefront_of[slicing->row[k]] = w;
        }
    layout->slices = slices;
    layout->colors = slicing->wavefronts;
    layout->height = height;
    layout->row_order = slicing->row;
}

struct slicing slicing_create(const struct matrix *A, const struct csr *entries,
                              struct layout *layout)
{
    struct slicing slicing = {.wavefronts = A->colors.count,
                              .start = A->colors.first,
                              .columns = A->columns,
                              .sweeps = A->sweeps,
                              .square = A->square,
                              .half = A->options.symmetric && A->square};
    if (!slicing.sweeps) { /* all rows are independent: one color */
        slicing.wavefronts = 1;
        slicing.start = slicing.own_start = mem_zero(2, sizeof(int), "one color");
        slicing.own_start[1] = A->n;
    } else if (slicing.wavefronts == 0) { /* natural order: level scheduling */
        schedule_create(entries, &slicing.wavefronts, &slicing.own_start,
                        &slicing.row);
        slicing.start = slicing.own_start;
    }
    divide(A->n, &slicing, layout);
    if (A->square)
        slicing.alike = mem_zero((size_t)A->n, 1, "rows that are alike");
    return slicing;
}

void slicing_free(struct slicing *slicing)
{
    mem_free(slicing->wavefront_of);
    mem_free(slicing->own_start);
    mem_free(slicing->alike);
}

int slice_wavefront(const struct slicing *slicing, const struct slice *s)
{
    int first = 0, end = slicing->wavefronts;
    while (end - first > 1) {
        const int middle = first + (end - first) / 2;
        if (slicing->start[middle] <= s->row)
            first = middle;
        else
            end = middle;
    }
    return first;
}

int wavefront_start(const struct slicing *slicing, const struct slice *s)
{
    return slicing->start[slice_wavefront(slicing, s)];
}

/* The columns of a row that other rows are compared with. */
enum { MOST_COMPARED = 128 };

/* Whether entry k of the row is not in column column[k] + shift, for some k. */
static int columns_differ(const struct csr *A, const struct stored_row *row,
                          const int *column, int shift)
{
    const int local = A->columns;
    int differences = 0;
#pragma omp simd reduction(| : differences)
    for (int k = 0; k < row->count; k++) {
        const int j = csr_column(A, row, k);
        differences |=
            (j ^ (column[k] + shift)) | ((j < local) ^ (column[k] < local));
    }
    return differences != 0;
}

static int compare_rows(const struct csr *A, const struct slicing *slicing,
                        const struct slice *s, int r)
{
    const struct stored_row own = entries_of(A, slicing, s, r);
    int column[MOST_COMPARED], rows = 1;
    if (own.count > MOST_COMPARED)
        return 1;
    for (int k = 0; k < own.count; k++)
        column[k] = csr_column(A, &own, k);
    for (; r + rows < s->rows; rows++) {
        const struct stored_row other = entries_of(A, slicing, s, r + rows);
        const int shift = stepped(s->step, r + rows) - stepped(s->step, r);
        if (other.count != own.count || columns_differ(A, &other, column, shift))
            break;
    }
    return rows;
}

/* Rows in natural order have no implicit columns, so that they are not compared. */
int rows_alike(const struct csr *A, const struct slicing *slicing,
               const struct slice *s, int r)
{
    if (slicing->row)
        return 1;
    uint8_t *known = slicing->alike ? &slicing->alike[s->row + r] : NULL;
    if (known && *known)
        return *known;
    const int rows = compare_rows(A, slicing, s, r);
    if (known)
        *known = (uint8_t)rows;
    return rows;
}

int first_column(const struct csr *A, const struct slice *slice)
{
    for (int r = 0; r < slice->rows; r++) {
        const struct stored_row row = csr_row(A, slice->row + r);
        for (int k = 0; k < row.count; k++)
            if (csr_column(A, &row, k) < A->columns)
                return csr_column(A, &row, k);
    }
    return 0;
}

/* 1 if a row of the slice has an entry in a column j of L with reached[j] = 1. The
 * implicit slice columns of L decide it without reading the entries of the rows. */
static int reads_reached(const struct csr *A, const struct slicing *slicing,
                         const struct layout *layout, const struct slice *slice,
                         const char *reached)
{
    const int *offset = layout->offset + slice->offset_start[LOWER];
    for (int k = 0; k < slice->implicit[LOWER]; k++)
        if (memchr(reached + slice->base + offset[k], 1, (size_t)slice->rows))
            return 1;
    if (slice->width[LOWER] == slice->implicit[LOWER])
        return 0;
    for (int r = 0; r < slice->rows; r++) {
        const struct stored_row row = entries_of(A, slicing, slice, r);
        for (int k = 0; k < row.count; k++) {
            const int j = csr_column(A, &row, k);
            if (j < A->columns && reached[j])
                return 1;
        }
    }
    return 0;
}

/* boundary[s]: a row of slice s depends on a halo value, directly or through rows
 * of earlier colors. reached[j]: row j belongs to such a slice. Rows of later
 * colors are not marked yet. slice->boundary is 1 here if a row of the slice has
 * entries in H (columns_choose); layout.c replaces it later. */
static void find_boundary(const struct csr *A, const struct slicing *slicing,
                          const struct layout *layout, char *boundary)
{
    char *reached = mem_zero((size_t)A->columns, 1, "rows of boundary slices");
    for (int s = 0; s < layout->slices; s++) {
        const struct slice *slice = &layout->slice[s];
        boundary[s] = slice->boundary > 0 ||
                      reads_reached(A, slicing, layout, slice, reached);
        for (int r = 0; r < slice->rows && boundary[s] && slicing->sweeps; r++)
            reached[row_at(slicing, slice->row + r)] = 1;
    }
    mem_free(reached);
}

/* Interior slices by color, then boundary slices by color. */
void slices_order(const struct csr *A, const struct slicing *slicing,
                  struct layout *layout)
{
    const size_t count = (size_t)layout->slices;
    const int colors = layout->colors;
    char *boundary = mem_zero(count, 1, "boundary slices");
    if (A->halo > 0)
        find_boundary(A, slicing, layout, boundary);
    struct slice *sorted = mem_zero(count + 1, sizeof *sorted, "slices");
    layout->color_start =
        mem_zero(2 * (size_t)colors + 1, sizeof(int), "slices by color");
    int done = 0;
    for (int kind = 0; kind < 2; kind++)
        for (int c = 0, s = 0; c < colors; c++) {
            layout->color_start[kind * colors + c] = done;
            for (;
                 s < layout->slices && layout->slice[s].row < slicing->start[c + 1];
                 s++)
                if (boundary[s] == kind)
                    sorted[done++] = layout->slice[s];
        }
    layout->color_start[2 * colors] = done;
    layout->interior = layout->color_start[colors];
    mem_free(boundary);
    mem_free(layout->slice);
    layout->slice = sorted;
}

struct region { /* of a slice: its first row in natural order */
    int row, slice;
};

static int compare_regions(const void *left, const void *right)
{
    const struct region *a = left, *b = right;
    return (a->row > b->row) - (a->row < b->row);
}

/* by_region: the slices by their first row in natural order. Slices of different colors
 * that read the same entries of x then follow each other. */
void slices_sort_by_region(const struct matrix *A, const struct slicing *slicing,
                           struct layout *layout)
{
    const int slices = layout->slices, interior = layout->interior;
    if (!REGIONS)
        return;
    struct region *region = NEW(struct region, (size_t)slices, "regions of slices");
    for (int s = 0; s < slices; s++) {
        const struct slice *slice = &layout->slice[s];
        int first = A->n;
        for (int r = 0; r < slice->rows; r++) {
            const int row = row_at(slicing, slice->row + r),
                      natural = A->order ? A->order[row] : row;
            first = natural < first ? natural : first;
        }
        region[s] = (struct region){first, s};
    }
    qsort(region, (size_t)interior, sizeof *region, compare_regions);
    qsort(region + interior, (size_t)(slices - interior), sizeof *region,
          compare_regions);
    layout->by_region = NEW(int, (size_t)slices, "slices by region");
    for (int k = 0; k < slices; k++)
        layout->by_region[k] = region[k].slice;
    mem_free(region);
}
