/* docs/labs/02-slices/start/columns.c - stores L and U in ELL: where lab 2 starts.
 *
 * All slices have the same width, the entries of the longest row of the matrix. */
#include <layout.h>
#include "csr.h"
#include "device.h"
#include "memory.h"

/* The part of entry (i, j) of a slice, or PARTS if the entry belongs to D or H. */
static int part_of(const struct matrix *A, const struct slice *s, int i, int j)
{
    if (j >= A->columns || (A->square && j == i))
        return PARTS;
    return j < layout_color_row(A, s->color) ? LOWER : UPPER;
}

/* Enlarges width[part] to the entries of the longest row of the slice in this part. */
static void find_widths(const struct matrix *A, const struct csr *E,
                        const struct slice *s, int width[PARTS])
{
    for (int i = s->row; i < s->row + s->rows; i++) {
        int count[PARTS + 1] = {0};
        for (size_t e = E->ptr[i]; e < E->ptr[i + 1]; e++)
            count[part_of(A, s, i, E->col[e])]++;
        for (int part = 0; part < PARTS; part++)
            if (count[part] > width[part])
                width[part] = count[part];
    }
}

/* A column that row i reads anyway; its padding has this column. */
static int own_column(const struct matrix *A, const struct csr *E, int i)
{
    for (size_t e = E->ptr[i]; !A->square && e < E->ptr[i + 1]; e++)
        if (E->col[e] < A->columns)
            return E->col[e];
    return A->square ? i : 0;
}

/* Stores the columns and the values of the entries of a slice. The rows behind a slice
 * that is not full are padding, with the column of its last row. */
static void store_slice(const struct matrix *A, const struct csr *E,
                        const struct slice *s, int *index, double *value)
{
    for (int r = 0; r < SLICE; r++) {
        const int i = s->row + (r < s->rows ? r : s->rows - 1);
        size_t to[PARTS + 1] = {0}; /* the next entry of row i in each part */
        for (int part = 0; part < PARTS; part++) {
            to[part] = (size_t)s->part[part].first * SLICE + (size_t)r;
            for (int k = 0; k < s->part[part].width; k++) {
                index[to[part] + (size_t)k * SLICE] = own_column(A, E, i);
                value[to[part] + (size_t)k * SLICE] = 0;
            }
        }
        for (size_t e = E->ptr[i]; r < s->rows && e < E->ptr[i + 1]; e++) {
            const int part = part_of(A, s, i, E->col[e]);
            if (part == PARTS)
                continue;
            index[to[part]] = E->col[e];
            value[to[part]] = E->val[e];
            to[part] += SLICE;
        }
    }
}

double *columns_store(const struct matrix *A, const struct csr *E, struct layout *L)
{
    int width[PARTS] = {0}, first = 0;
    for (int s = 0; s < L->slices; s++)
        find_widths(A, E, &L->slice[s], width);
    for (int part = 0; part < PARTS; part++)
        for (int s = 0; s < L->slices; s++) {
            struct slice_part *p = &L->slice[s].part[part];
            p->width = width[part];
            p->first = first;
            first += p->width;
        }
    const size_t entries = (size_t)first * SLICE;
    int *index = NEW(int, entries, "columns");
    double *value = NEW(double, entries, "matrix values");
    for (int s = 0; s < L->slices; s++)
        store_slice(A, E, &L->slice[s], index, value);
    L->column.index = device_upload(index, entries, sizeof *index, "columns");
    return value;
}

void columns_free(struct stored_columns *c)
{
    device_free(c->index);
}

int slice_part_width(const struct slice_part *p)
{
    return p->width;
}

double slice_part_bytes(const struct slice_part *p)
{
    return p->width * (double)(sizeof(int) * SLICE);
}
