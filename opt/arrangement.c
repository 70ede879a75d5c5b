/* opt/arrangement.c - the slice columns of a slice: narrow ones first, padded, with their values. */
#include <arrangement.h>
#include "csr.h"
#include "memory.h"
#include <string.h>

/* 1 if the columns of the rows of a slice column allow windows (columns.h): groups of 8
 * and of 16 rows span less than 16 and 32 columns, none before that of the first row. */
static int is_narrow(const int column[SLICE])
{
    int least = column[0], most = column[0], other = 0;
    for (int r = 0; r < SLICE; r++)
        other |= column[r] - column[0] - r;
    if (other == 0) /* consecutive columns, as in most slices of a stencil */
        return 1;
    /* Bits of all differences: 16 and 32 are powers of two, and negative differences
     * are large unsigned numbers. */
    unsigned from_8 = 0, from_16 = 0;
    for (int g = 0; g < SLICE; g += 8)
        for (int r = g; r < g + 8; r++) {
            from_8 |= (unsigned)(column[r] - column[g]);
            from_16 |= (unsigned)(column[r] - column[g & ~15]);
            least = column[r] < least ? column[r] : least;
            most = column[r] > most ? column[r] : most;
        }
    return from_8 < 16 && from_16 < 32 && most - least < 256;
}

/* Gives rows without an entry the column of a row before them, or of the first one. */
static void pad(int column[SLICE], uint32_t rows)
{
    int j = 0;
    if (rows == UINT32_MAX)
        return;
    for (int r = SLICE - 1; r >= 0; r--)
        j = rows >> r & 1 ? column[r] : j;
    for (int r = 0; r < SLICE; r++)
        j = column[r] = rows >> r & 1 ? column[r] : j;
}

void arrange_again(struct arrangement *a, int part)
{
    struct slice_columns *c = &a->columns[part];
    memcpy(a->unsorted, c->column, (size_t)c->count * sizeof *c->column);
    for (int k = 0; k < c->count; k++)
        c->column[c->number[k]] = a->unsorted[k];
    for (int m = 0; m < a->models; m++)
        for (int n = 0; n < a->model[m]->count; n++)
            if (a->model[m]->part[n] == part)
                a->model[m]->k[n] = c->number[a->model[m]->k[n]];
}

void arrangement_sort(struct arrangement *a, int part)
{
    struct slice_columns *c = &a->columns[part];
    int wide = 0;
    c->narrow = 0;
    for (int k = 0; k < c->count; k++) {
        pad(c->column[k].j, c->column[k].rows);
        c->number[k] = is_narrow(c->column[k].j) ? c->narrow++ : -1;
    }
    if (c->narrow == c->count)
        return;
    for (int k = 0; k < c->count; k++)
        if (c->number[k] < 0)
            c->number[k] = c->narrow + wide++;
    arrange_again(a, part);
}

void arrange_values(const struct csr *E, const struct slice *s,
                    const struct arrangement *a, double *const to[PARTS])
{
    for (int part = 0; part < PARTS; part++)
        for (int k = 0; k < a->columns[part].count; k++)
            if (a->columns[part].column[k].rows != UINT32_MAX)
                memset(to[part] + (size_t)k * SLICE, 0, SLICE * sizeof *to[part]);
    const double *value[SLICE];
    for (int r = 0; r < s->rows; r++)
        value[r] = E->val + E->ptr[s->row + r];
    for (int m = 0; m < a->models; m++) {
        const struct row *model = a->model[m];
        for (int n = 0; n < model->count; n++) {
            if (model->part[n] == PARTS)
                continue;
            double *column = to[model->part[n]] + (size_t)model->k[n] * SLICE;
            if (model->same == UINT32_MAX) /* all rows: most slices of a stencil */
                for (int r = 0; r < SLICE; r++)
                    column[r] = value[r][n];
            else
                for (uint32_t rows = model->same; rows != 0; rows &= rows - 1) {
                    const int r = __builtin_ctz(rows);
                    column[r] = value[r][n];
                }
        }
    }
}

struct arrangement *arrangements_create(const struct csr *E,
                                        const struct layout *layout, int count)
{
    size_t longest = 0, entries = 0;
    for (int s = 0; s < layout->slices; s++) {
        const size_t *ptr = E->ptr + layout->slice[s].row,
                     n = (size_t)layout->slice[s].rows;
        entries = ptr[n] - ptr[0] > entries ? ptr[n] - ptr[0] : entries;
        for (size_t r = 0; r < n; r++)
            longest = ptr[r + 1] - ptr[r] > longest ? ptr[r + 1] - ptr[r] : longest;
    }
    const size_t room = 2 * TRACKED + longest; /* of the three passes of arrange.c */
    struct arrangement *a = mem_alloc((size_t)count, sizeof *a, "slice columns");
    for (int t = 0; t < count; t++) {
        a[t].part = mem_alloc(entries, 1, "slice columns");
        a[t].k = NEW(int, entries, "slice columns");
        a[t].unsorted = NEW(struct slice_column, room, "slice columns");
        for (int part = 0; part < PARTS; part++) {
            a[t].columns[part].column =
                NEW(struct slice_column, room, "slice columns");
            a[t].columns[part].number = NEW(int, room, "slice columns");
        }
    }
    return a;
}

void arrangements_free(struct arrangement *a, int count)
{
    for (int t = 0; t < count; t++) {
        mem_free(a[t].part);
        mem_free(a[t].k);
        mem_free(a[t].unsorted);
        for (int part = 0; part < PARTS; part++) {
            mem_free(a[t].columns[part].column);
            mem_free(a[t].columns[part].number);
        }
    }
    mem_free(a);
}
