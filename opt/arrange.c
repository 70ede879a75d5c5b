/* opt/arrange.c - decides which entries of a slice share a slice column.
 *
 * A slice column is narrow if neighboring rows have their entries in neighboring columns
 * (columns.h). We form slice columns in three passes over the rows of the slice. A pass
 * keeps the slice columns with entries in at least half of the rows and leaves all other
 * entries to the next one.
 *
 *   1. the same offset    Entries (i, j) with the same j - i. These are nearly all
 *                         entries of a stencil matrix, also in the order of colors.
 *   2. the same step      An entry continues the slice column whose previous entry, m
 *                         rows before, is in column c, if j = c + m s for the step s of
 *                         its previous two entries, or else if 0 <= j - c <= 2 m + 1.
 *                         Transfer operators have the step 2, or 0 and 1 in turn.
 *   3. the rest           The n-th of the remaining entries of each row.
 *
 * The search begins behind the slice column of the previous entry of the row, because
 * most rows have their entries in the same order. Most rows even have the offsets of a row
 * before them, the model, and take over its slice columns.
 */
#include <arrange.h>
#include "csr.h"
#include "memory.h"
#include <string.h>

enum { REST = -1 }; /* the slice column of an entry that has none yet */
enum pass { SAME_OFFSET, SAME_STEP };

/* The slice columns of a pass. In a slice with more different offsets than TRACKED the
 * entries that are left belong to pass 3. */
enum { TRACKED = 128, UNKNOWN = -1 };
struct tracked {
    int count;
    int row[TRACKED], column[TRACKED]; /* of the latest entry */
    int step[TRACKED];                 /* of the latest two entries, or UNKNOWN */
};

/* The slice column for an entry of row r in column j, or -1. */
static int find(const struct tracked *t, enum pass pass, int first, int r, int j)
{
    int near = -1;
    for (int n = 0, k = first; n < t->count; n++, k++) {
        k = k == t->count ? 0 : k;
        const int rows = r - t->row[k], distance = j - t->column[k];
        if (rows == 0) /* it has an entry of this row */
            continue;
        if (t->step[k] != UNKNOWN && distance == rows * t->step[k])
            return k;
        if (pass == SAME_STEP && near < 0 && distance >= 0 &&
            distance <= 2 * rows + 1)
            near = k;
    }
    return near;
}

/* 1 if the columns of the rows of a slice column allow windows (columns.h): groups of 8
 * and of 16 rows span less than 16 and 32 columns, none before that of the first row. */
static int is_narrow(const int column[SLICE])
{
    int least = column[0], most = column[0];
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

/* Adds an entry to a slice column and returns its number, or REST. */
static int add(struct tracked *t, enum pass pass, int first, int r, int j)
{
    int k = find(t, pass, first, r, j);
    if (k < 0 && t->count == TRACKED)
        return REST;
    if (k < 0) {
        k = t->count++;
        t->step[k] = pass == SAME_OFFSET ? 1 : UNKNOWN;
    } else if (pass == SAME_STEP) {
        t->step[k] = (j - t->column[k]) / (r - t->row[k]);
    }
    t->row[k] = r;
    t->column[k] = j;
    return k;
}

/* The entries of a row of the slice. */
struct row {
    int r, count;
    const int *col;      /* [count] */
    unsigned char *part; /* [count] (arrange.h) */
    int *k;              /* [count] */
};

static struct row row_of(const struct csr *E, const struct slice *s, int r,
                         const struct arrangement *a)
{
    const size_t start = E->ptr[s->row + r], n = start - E->ptr[s->row];
    return (struct row){.r = r,
                        .count = (int)(E->ptr[s->row + r + 1] - start),
                        .col = E->col + start,
                        .part = a->part + n,
                        .k = a->k + n};
}

/* Puts entry n of the row into slice column k of its part. */
static void put(const struct row *row, int n, int k, struct arrangement *a)
{
    struct slice_column *column = &a->columns[row->part[n]].column[k];
    row->k[n] = k;
    column->j[row->r] = row->col[n];
    column->rows |= (uint32_t)1 << row->r;
}

/* Finds the part of each entry of row i. */
static void divide_row(const struct matrix *A, int i, int color_start,
                       const struct row *row)
{
    for (int n = 0; n < row->count; n++) {
        const int j = row->col[n],
                  other = j >= A->columns || (A->square && j == i); /* H or D */
        row->part[n] =
            (unsigned char)(other ? PARTS : j < color_start ? LOWER : UPPER);
        row->k[n] = REST;
    }
}

/* 1 if all entries of a row have the offsets of those of the model, and none is in H. */
static int has_offsets_of(const struct row *row, const struct row *model,
                          int columns)
{
    const int rows = row->r - model->r;
    int same = 1;
    if (row->count != model->count)
        return 0;
#pragma omp simd reduction(& : same)
    for (int n = 0; n < row->count; n++)
        same &= (row->col[n] - model->col[n] == rows) & (row->col[n] < columns);
    return same;
}

/* Puts the entries of a row into slice columns. `kept` [PARTS] slice columns are of
 * earlier passes. Returns the number of entries that obtain none. */
static int place_row(const struct row *row, enum pass pass, const int *kept,
                     struct tracked *t, struct arrangement *a)
{
    int next[PARTS] = {0}, left = 0;
    for (int n = 0; n < row->count; n++) {
        const int part = row->part[n];
        if (part == PARTS || row->k[n] != REST)
            continue;
        const int k = add(&t[part], pass, next[part], row->r, row->col[n]);
        next[part] = k + 1 < t[part].count && k != REST ? k + 1 : 0;
        if (k == REST)
            left++;
        else
            put(row, n, kept[part] + k, a);
    }
    return left;
}

static void take_over(const struct row *row, const struct row *model,
                      struct arrangement *a)
{
    memcpy(row->part, model->part, (size_t)row->count);
    for (int n = 0; n < row->count; n++)
        if (row->part[n] != PARTS)
            put(row, n, model->k[n], a);
}

/* Of the slice columns of a part from `kept` on, keeps those with entries in at least
 * half of the rows. Returns the number of entries of the others. */
static int keep_common(const struct slice *s, int part, int kept, int entries,
                       struct arrangement *a)
{
    struct slice_columns *c = &a->columns[part];
    int count = kept, left = 0;
    for (int k = kept; k < c->count; k++) {
        const int rows = __builtin_popcount(c->column[k].rows);
        c->number[k] = 2 * rows >= s->rows ? count++ : REST;
        left += c->number[k] == REST ? rows : 0;
        if (c->number[k] != REST)
            c->column[c->number[k]] = c->column[k];
    }
    for (int n = 0; left > 0 && n < entries; n++)
        if (a->part[n] == part && a->k[n] >= kept)
            a->k[n] = c->number[a->k[n]];
    for (int k = count; k < c->count; k++)
        c->column[k].rows = 0;
    c->count = count;
    return left;
}

/* Forms slice columns of the entries that have none. Returns how many still have none. */
static int form_columns(const struct matrix *A, const struct csr *E,
                        const struct slice *s, enum pass pass, struct arrangement *a)
{
    struct tracked t[PARTS];
    int kept[PARTS], left = 0;
    const int color_start = layout_color_row(A, s->color),
              entries = (int)(E->ptr[s->row + s->rows] - E->ptr[s->row]);
    struct row model = {.count = -1};
    for (int part = 0; part < PARTS; part++) {
        t[part].count = 0;
        kept[part] = a->columns[part].count;
    }
    for (int r = 0; r < s->rows; r++) {
        const struct row row = row_of(E, s, r, a);
        if (pass == SAME_OFFSET && has_offsets_of(&row, &model, A->columns)) {
            take_over(&row, &model, a);
            continue;
        }
        if (pass == SAME_OFFSET)
            divide_row(A, s->row + r, color_start, &row);
        const int without = place_row(&row, pass, kept, t, a);
        left += without;
        if (without == 0 && row.count >= model.count)
            model = row;
    }
    for (int part = 0; part < PARTS; part++) {
        a->columns[part].count += t[part].count;
        left += keep_common(s, part, kept[part], entries, a);
    }
    return left;
}

/* Puts the n-th remaining entry of each row into slice column kept + n of its part. */
static void form_rest(const struct csr *E, const struct slice *s,
                      struct arrangement *a)
{
    int kept[PARTS], count[PARTS];
    for (int part = 0; part < PARTS; part++)
        kept[part] = count[part] = a->columns[part].count;
    for (int r = 0; r < s->rows; r++) {
        const struct row row = row_of(E, s, r, a);
        int k[PARTS] = {kept[LOWER], kept[UPPER]};
        for (int n = 0; n < row.count; n++)
            if (row.part[n] != PARTS && row.k[n] == REST)
                put(&row, n, k[row.part[n]]++, a);
        for (int part = 0; part < PARTS; part++)
            count[part] = k[part] > count[part] ? k[part] : count[part];
    }
    for (int part = 0; part < PARTS; part++)
        a->columns[part].count = count[part];
}

/* Pads the slice columns of a part and puts the narrow ones first. */
static void sort_columns(int part, int entries, struct arrangement *a)
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
    memcpy(c->unsorted, c->column, (size_t)c->count * sizeof *c->column);
    for (int k = 0; k < c->count; k++) {
        if (c->number[k] < 0)
            c->number[k] = c->narrow + wide++;
        c->column[c->number[k]] = c->unsorted[k];
    }
    for (int n = 0; n < entries; n++)
        if (a->part[n] == part)
            a->k[n] = c->number[a->k[n]];
}

void arrange(const struct matrix *A, const struct csr *E, const struct slice *s,
             struct arrangement *a)
{
    for (int part = 0; part < PARTS; part++) {
        struct slice_columns *c = &a->columns[part];
        for (int k = 0; k < c->room; k++)
            c->column[k].rows = 0;
        c->count = 0;
    }
    if (form_columns(A, E, s, SAME_OFFSET, a) > 0 &&
        form_columns(A, E, s, SAME_STEP, a) > 0)
        form_rest(E, s, a);
    for (int part = 0; part < PARTS; part++)
        sort_columns(part, (int)(E->ptr[s->row + s->rows] - E->ptr[s->row]), a);
}

struct arrangement *arrangements_create(const struct csr *E, const struct layout *L,
                                        int count)
{
    size_t longest = 0, entries = 0;
    for (int s = 0; s < L->slices; s++) {
        const size_t *ptr = E->ptr + L->slice[s].row, n = (size_t)L->slice[s].rows;
        entries = ptr[n] - ptr[0] > entries ? ptr[n] - ptr[0] : entries;
        for (size_t r = 0; r < n; r++)
            longest = ptr[r + 1] - ptr[r] > longest ? ptr[r + 1] - ptr[r] : longest;
    }
    const size_t room = 2 * TRACKED + longest;
    struct arrangement *a = mem_alloc((size_t)count, sizeof *a, "slice columns");
    for (int t = 0; t < count; t++) {
        a[t].part = mem_alloc(entries, 1, "slice columns");
        a[t].k = NEW(int, entries, "slice columns");
        for (int part = 0; part < PARTS; part++)
            a[t].columns[part] = (struct slice_columns){
                .room = (int)room,
                .column = NEW(struct slice_column, room, "slice columns"),
                .unsorted = NEW(struct slice_column, room, "slice columns"),
                .number = NEW(int, room, "slice columns")};
    }
    return a;
}

void arrangements_free(struct arrangement *a, int count)
{
    for (int t = 0; t < count; t++) {
        mem_free(a[t].part);
        mem_free(a[t].k);
        for (int part = 0; part < PARTS; part++) {
            mem_free(a[t].columns[part].column);
            mem_free(a[t].columns[part].unsorted);
            mem_free(a[t].columns[part].number);
        }
    }
    mem_free(a);
}
