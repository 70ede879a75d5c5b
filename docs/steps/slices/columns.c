/* docs/steps/slices/columns.c - stores an index of 4 bytes for each entry of L and U. */
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

/* Stores the columns and the values of the entries of a slice. */
static void store_slice(const struct matrix *A, const struct csr *E,
                        const struct slice *s, int *index, double *value)
{
    for (int part = 0; part < PARTS; part++)
        for (int k = 0; k < s->part[part].width * SLICE; k++) {
            const size_t e = (size_t)s->part[part].first * SLICE + (size_t)k;
            index[e] = NO_ENTRY;
            value[e] = 0;
        }
    for (int r = 0; r < s->rows; r++) {
        const int i = s->row + r;
        int k[PARTS + 1] = {0}; /* entries of row i before entry e, in each part */
        for (size_t e = E->ptr[i]; e < E->ptr[i + 1]; e++) {
            const int part = part_of(A, s, i, E->col[e]);
            if (part == PARTS)
                continue;
            const size_t to =
                (size_t)(s->part[part].first + k[part]++) * SLICE + (size_t)r;
            index[to] = E->col[e];
            value[to] = E->val[e];
        }
    }
    for (int part = 0; part < PARTS; part++)
        for (int k = 0; k < s->part[part].width; k++)
            pad(index + (size_t)(s->part[part].first + k) * SLICE);
}

double *columns_store(const struct matrix *A, const struct csr *E, struct layout *L)
{
#pragma omp parallel for schedule(static)
    for (int s = 0; s < L->slices; s++)
        find_widths(A, E, &L->slice[s]);
    int first = 0;
    for (int part = 0; part < PARTS; part++)
        for (int s = 0; s < L->slices; s++) {
            struct slice_part *p = &L->slice[s].part[part];
            p->first = first;
            first += p->width;
        }
    const size_t entries = (size_t)first * SLICE;
    int *index = NEW(int, entries, "columns");
    double *value = NEW(double, entries, "matrix values");
#pragma omp parallel for schedule(static)
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
