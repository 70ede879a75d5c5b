/* opt/find_columns.c - decides which entries of a slice share a slice column: the steps
 * 1 and 2 of find_columns.h.
 *
 * A slice column is narrow if neighboring rows have their entries in neighboring columns
 * (columns.h). We form slice columns in three passes over the rows of the slice. A pass
 * keeps the slice columns with entries in at least half of the rows and leaves all other
 * entries to the next one.
 *
 *   1. the same diagonal  Entries (i, j) with the same j - i. These are nearly all
 *                         entries of a stencil matrix, also in the order of colors.
 *   2. the same step      An entry continues the slice column whose previous entry, m
 *                         rows before, is in column c, if j = c + m s for the step s of
 *                         its previous two entries, or else if 0 <= j - c <= 2 m + 1.
 *                         Transfer operators have the step 2, or 0 and 1 alternately.
 *   3. the rest           The n-th of the remaining entries of each row.
 *
 * The search starts after the slice column of the previous entry of the row, because
 * most rows have their entries in the same order. Most rows even have all their entries on
 * the diagonals of a row before them, their model: pass 1 places the entries of models only.
 */
#include <pad.h>
#include "csr.h"
#include <string.h>

enum { REST = -1, UNKNOWN = -1 }; /* no slice column yet; no step yet */
enum pass { SAME_DIAGONAL, SAME_STEP, IN_ORDER };

/* The slice columns of a pass. */
struct tracked {
    int count,
        earlier; /* earlier: those with an entry of another row than this one */
    int row[TRACKED], column[TRACKED]; /* of the latest entry */
    int step[TRACKED];                 /* of the latest two entries, or UNKNOWN */
};

/* The slice column for an entry of row r in column j, or -1. */
static int find(const struct tracked *t, enum pass pass, int first, int r, int j)
{
    int near = -1;
    for (int n = 0, k = first; n < t->earlier; n++, k++) {
        k = k >= t->earlier ? 0 : k;
        const int rows = r - t->row[k], columns = j - t->column[k];
        if (rows == 0) /* it has an entry of this row */
            continue;
        if (t->step[k] != UNKNOWN && columns == rows * t->step[k])
            return k;
        if (pass == SAME_STEP && near < 0 && columns >= 0 &&
            columns <= 2 * rows + 1)
            near = k;
    }
    return near;
}

/* Adds an entry to a slice column, where `first` follows the slice column of the previous
 * entry, and returns its index, or REST. */
static int add(struct tracked *t, enum pass pass, int first, int r, int j)
{
    if (pass == IN_ORDER) {
        t->count += first == t->count;
        return first;
    }
    int k = find(t, pass, first, r, j);
    if (k < 0 && t->count == TRACKED)
        return REST;
    if (k < 0) {
        k = t->count++;
        t->step[k] = pass == SAME_DIAGONAL ? 1 : UNKNOWN;
    } else if (pass == SAME_STEP) {
        t->step[k] = (j - t->column[k]) / (r - t->row[k]);
    }
    t->row[k] = r;
    t->column[k] = j;
    return k;
}

/* Finds the part of each entry of a row. */
static void divide_row(const struct matrix *A, const struct slice *s,
                       const struct row *row)
{
    const int i = s->row + row->r, color_start = layout_color_row(A, s->color);
    for (int n = 0; n < row->count; n++) {
        const int j = row->col[n],
                  other = j >= A->columns || (A->square && j == i); /* H or D */
        row->place[n].part = other ? PARTS : j < color_start ? LOWER : UPPER;
        row->place[n].k = REST;
    }
}

/* 1 if the entries of a row are on the diagonals of the model's entries, and none is in H.
 * Then each entry is in the part of the model's: the rows of a color have no entries in
 * columns of this color but D, so that L is left of D and U is right of it. */
static int has_diagonals_of(const struct row *row, const struct row *model,
                            int columns)
{
    const int rows = row->r - model->r, count = row->count, *col = row->col,
              *like = model->col;
    int other = 0; /* not 0 after an entry on another diagonal or in H */
    if (count != model->count)
        return 0;
#pragma omp simd reduction(| : other)
    for (int n = 0; n < count; n++)
        other |= ((col[n] - like[n]) ^ rows) | (col[n] >= columns);
    return other == 0;
}

/* Finds the rows of the slice and their models. */
static void find_models(const struct matrix *A, const struct csr *E,
                        const struct slice *s, struct slice_columns *c)
{
    c->rows = s->rows;
    c->models = 0;
    for (int r = 0; r < s->rows; r++) {
        const size_t start = E->ptr[s->row + r], n = start - E->ptr[s->row];
        struct row *row = &c->row[r];
        *row = (struct row){.r = r,
                            .count = (int)(E->ptr[s->row + r + 1] - start),
                            .col = E->col + start,
                            .place = c->place + n};
        int m = 0;
        while (m < c->models && !has_diagonals_of(row, c->model[m], A->columns))
            m++;
        if (m == c->models) {
            divide_row(A, s, row);
            c->model[c->models++] = row;
        }
        row->place = c->model[m]->place;
        c->model[m]->same |= (uint32_t)1 << r;
    }
}

/* Makes each row its own model, with its own copy of the list. */
static void separate(struct slice_columns *c)
{
    for (int r = 0; r < c->rows; r++) {
        struct row *row = &c->row[r];
        const ptrdiff_t n = row->col - c->row[0].col;
        memmove(c->place + n, row->place, (size_t)row->count * sizeof *row->place);
        row->place = c->place + n;
        row->same = (uint32_t)1 << r;
        c->model[r] = row;
    }
    c->models = c->rows;
}

/* Finds a slice column for each entry of a row that has none. `kept` [PARTS] slice columns
 * are of earlier passes. Returns the number of entries that get none. */
static int place_row(const struct row *row, enum pass pass, const int *kept,
                     struct tracked *t)
{
    int next[PARTS] = {0}, left = 0;
    for (int part = 0; part < PARTS; part++)
        t[part].earlier = t[part].count;
    for (int n = 0; n < row->count; n++) {
        const int part = row->place[n].part;
        if (part == PARTS || row->place[n].k != REST)
            continue;
        const int k = add(&t[part], pass, next[part], row->r, row->col[n]);
        next[part] = k + 1;
        row->place[n].k = k == REST ? REST : kept[part] + k;
        left += k == REST;
    }
    return left;
}

/* Adds the entries of all rows that have this model to the slice columns that a pass has
 * formed, those from `kept` on. */
static void fill(const struct row *model, const int *kept, struct slice_columns *c)
{
    for (int n = 0; n < model->count; n++) {
        const int part = model->place[n].part, k = model->place[n].k,
                  diagonal = model->col[n] - model->r;
        if (part == PARTS || k < kept[part])
            continue;
        struct slice_column *column = &c->columns[part].column[k];
        column->rows |= model->same;
#pragma omp simd
        for (int r = 0; r < SLICE; r++)
            column->j[r] = model->same >> r & 1 ? diagonal + r : column->j[r];
    }
}

/* Of the slice columns of a part from `kept` on, keeps those with entries in at least
 * half of the rows. Returns 1 if there are others. */
static int keep_common(int part, int kept, struct slice_columns *c)
{
    struct part_columns *p = &c->columns[part];
    int count = kept, number[TRACKED];
    for (int k = kept; k < p->count; k++) {
        const int common = 2 * __builtin_popcount(p->column[k].rows) >= c->rows;
        number[k - kept] = common ? count++ : REST;
        if (common && count <= k)
            p->column[count - 1] = p->column[k];
    }
    if (count == p->count)
        return 0;
    for (int m = 0; m < c->models; m++)
        for (int n = 0; n < c->model[m]->count; n++) {
            struct place *place = &c->model[m]->place[n];
            if (place->part == part && place->k >= kept)
                place->k = number[place->k - kept];
        }
    p->count = count;
    return 1;
}

/* Forms slice columns of the entries that have none. Returns 1 if some still have none. */
static int form_columns(enum pass pass, struct slice_columns *c)
{
    struct tracked t[PARTS];
    const int kept[PARTS] = {c->columns[LOWER].count, c->columns[UPPER].count};
    int left = 0;
    t[LOWER].count = t[UPPER].count = 0;
    for (int m = 0; m < c->models; m++)
        left |= place_row(c->model[m], pass, kept, t) > 0;
    for (int part = 0; part < PARTS; part++)
        for (int k = 0; k < t[part].count; k++)
            c->columns[part].column[c->columns[part].count++].rows = 0;
    for (int m = 0; m < c->models; m++)
        fill(c->model[m], kept, c);
    for (int part = 0; part < PARTS && pass != IN_ORDER; part++)
        left |= keep_common(part, kept[part], c);
    return left;
}

void find_columns(const struct matrix *A, const struct csr *E,
                  const struct slice *s, struct slice_columns *c)
{
    find_models(A, E, s, c);
    c->columns[LOWER].count = c->columns[UPPER].count = 0;
    if (form_columns(SAME_DIAGONAL, c)) {
        separate(c);
        if (form_columns(SAME_STEP, c))
            form_columns(IN_ORDER, c);
    }
    for (int part = 0; part < PARTS; part++)
        for (int k = 0; k < c->columns[part].count; k++)
            pad(A, s, part, &c->columns[part].column[k]);
}
