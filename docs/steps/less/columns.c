/* docs/steps/less/columns.c - stores an index of 4 bytes for each entry of L and U. */
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

/* The width of each part: the entries of its longest row. */
static void find_widths(const struct matrix *A, const struct csr *E,
                        struct slice *s)
{
    for (int i = s->row; i < s->row + s->rows; i++) {
        int count[PARTS + 1] = {0};
        for (size_t e = E->ptr[i]; e < E->ptr[i + 1]; e++)
            count[part_of(A, s, i, E->col[e])]++;
        for (int part = 0; part < PARTS; part++)
            if (count[part] > s->part[part].width)
                s->part[part].width = count[part];
    }
}

enum { NO_ENTRY = -1 };

/* Gives rows without an entry the column of another row. */
static void pad(int index[SLICE])
{
    int r = 0;
    while (index[r] == NO_ENTRY)
        r++;
    for (int j = index[r], q = 0; q < SLICE; q++)
        index[q] = index[q] == NO_ENTRY ? j : index[q];
}

/* Stores the columns and the values of a part of a slice. */
static void store_part(const struct matrix *A, const struct csr *E,
                       const struct slice *s, int part, int *index, double *value)
{
    const int width = s->part[part].width;
    for (int k = 0; k < width * SLICE; k++) {
        index[k] = NO_ENTRY;
        value[k] = 0;
    }
    for (int r = 0; r < s->rows; r++) {
        const int i = s->row + r;
        int to = r;
        for (size_t e = E->ptr[i]; e < E->ptr[i + 1]; e++)
            if (part_of(A, s, i, E->col[e]) == part) {
                index[to] = E->col[e];
                value[to] = E->val[e];
                to += SLICE;
            }
    }
    for (int k = 0; k < width; k++)
        pad(index + k * SLICE);
}

double *columns_store(const struct matrix *A, const struct csr *E,
                      struct layout *layout)
{
    int columns = 0;
#pragma omp parallel for schedule(static)
    for (int s = 0; s < layout->slices; s++)
        find_widths(A, E, &layout->slice[s]);
    for (int part = 0; part < PARTS; part++)
        for (int s = 0; s < layout->slices; s++) {
            layout->slice[s].part[part].first = columns;
            columns += layout->slice[s].part[part].width;
        }
    const size_t entries = (size_t)columns * SLICE;
    int *index = NEW(int, entries, "columns");
    double *value = NEW(double, entries, "matrix values");
#pragma omp parallel for schedule(static)
    for (int s = 0; s < layout->slices; s++)
        for (int part = 0; part < PARTS; part++) {
            const size_t first = (size_t)layout->slice[s].part[part].first * SLICE;
            store_part(A, E, &layout->slice[s], part, index + first, value + first);
        }
    layout->column.index = device_upload(index, entries, sizeof *index, "columns");
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
