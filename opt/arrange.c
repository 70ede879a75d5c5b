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
 * most rows have their entries in the same order.
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
    int entries[TRACKED];
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

/* Adds an entry to a slice column and returns its number, or REST. */
static int add(struct tracked *t, enum pass pass, int first, int r, int j)
{
    int k = find(t, pass, first, r, j);
    if (k < 0 && t->count == TRACKED)
        return REST;
    if (k < 0) {
        k = t->count++;
        t->step[k] = pass == SAME_OFFSET ? 1 : UNKNOWN;
        t->entries[k] = 0;
    } else if (pass == SAME_STEP) {
        t->step[k] = (j - t->column[k]) / (r - t->row[k]);
    }
    t->row[k] = r;
    t->column[k] = j;
    t->entries[k]++;
    return k;
}

/* Lists the entries of L and U in a slice. */
static void list_entries(const struct matrix *A, const struct csr *E,
                         const struct slice *s, struct arrangement *a)
{
    const int color_start = layout_color_row(A, s->color);
    a[LOWER].entries = a[UPPER].entries = 0;
    for (int r = 0; r < s->rows; r++) {
        const int i = s->row + r;
        for (size_t e = E->ptr[i]; e < E->ptr[i + 1]; e++) {
            const int j = E->col[e];
            if (j >= A->columns || (A->square && j == i)) /* H or D */
                continue;
            struct arrangement *part = &a[j < color_start ? LOWER : UPPER];
            part->entry[part->entries++] = (struct arranged){e, r, j, REST};
        }
    }
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

/* Forms slice columns of the entries that have none and numbers them from `kept` on.
 * Returns kept plus the number of those that it keeps. */
static int form_columns(const struct slice *s, enum pass pass, int kept,
                        struct arrangement *a)
{
    struct tracked t = {.count = 0};
    for (int n = 0, r = -1, next = 0; n < a->entries; n++) {
        struct arranged *entry = &a->entry[n];
        if (entry->k != REST)
            continue;
        if (entry->r != r)
            next = 0;
        r = entry->r;
        const int k = add(&t, pass, next, r, entry->j);
        next = k + 1 < t.count && k != REST ? k + 1 : 0;
        entry->k = k == REST ? REST : kept + k;
    }
    int count = kept;
    for (int k = 0; k < t.count; k++)
        a->number[k] = 2 * t.entries[k] >= s->rows ? count++ : REST;
    if (count - kept < t.count)
        for (int n = 0; n < a->entries; n++)
            if (a->entry[n].k >= kept)
                a->entry[n].k = a->number[a->entry[n].k - kept];
    return count;
}

/* Puts the n-th remaining entry of each row into slice column kept + n. Returns the
 * number of slice columns. */
static int form_rest(int kept, struct arrangement *a)
{
    int count = kept;
    memset(a->found_rows, 0, (size_t)(kept + a->longest) * sizeof *a->found_rows);
    for (int n = 0, r = -1, rest = 0; n < a->entries; n++) {
        struct arranged *entry = &a->entry[n];
        if (entry->r != r)
            rest = kept;
        r = entry->r;
        if (entry->k == REST)
            entry->k = rest++;
        count = rest > count ? rest : count;
        a->found[entry->k][r] = entry->j;
        a->found_rows[entry->k] |= (uint32_t)1 << r;
    }
    return count;
}

/* Pads the slice columns and puts the narrow ones first. */
static void sort_columns(int count, struct arrangement *a)
{
    int narrow = 0, wide = 0;
    for (int k = 0; k < count; k++) {
        pad(a->found[k], a->found_rows[k]);
        a->number[k] = is_narrow(a->found[k]) ? narrow++ : -1;
    }
    for (int k = 0; k < count; k++) {
        if (a->number[k] < 0)
            a->number[k] = narrow + wide++;
        memcpy(a->column[a->number[k]], a->found[k], sizeof a->found[k]);
        a->rows[a->number[k]] = a->found_rows[k];
    }
    for (int n = 0; wide > 0 && n < a->entries; n++)
        a->entry[n].k = a->number[a->entry[n].k];
    a->columns = count;
    a->narrow = narrow;
}

void arrange(const struct matrix *A, const struct csr *E, const struct slice *s,
             struct arrangement *a)
{
    list_entries(A, E, s, a);
    for (int part = 0; part < PARTS; part++) {
        const int kept = form_columns(s, SAME_OFFSET, 0, &a[part]);
        sort_columns(
            form_rest(form_columns(s, SAME_STEP, kept, &a[part]), &a[part]),
            &a[part]);
    }
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
    struct arrangement *a =
        mem_alloc((size_t)count * PARTS, sizeof *a, "slice columns");
    const size_t room = 2 * TRACKED + longest;
    for (int t = 0; t < count * PARTS; t++)
        a[t] = (struct arrangement){
            .longest = (int)longest,
            .column = mem_alloc(room, sizeof *a->column, "slice columns"),
            .found = mem_alloc(room, sizeof *a->found, "slice columns"),
            .rows = NEW(uint32_t, room, "slice columns"),
            .found_rows = NEW(uint32_t, room, "slice columns"),
            .number = NEW(int, room, "slice columns"),
            .entry = mem_alloc(entries, sizeof *a->entry, "slice columns")};
    return a;
}

void arrangements_free(struct arrangement *a, int count)
{
    for (int t = 0; t < count * PARTS; t++) {
        void *const arrays[] = {a[t].column,     a[t].found,  a[t].rows,
                                a[t].found_rows, a[t].number, a[t].entry};
        for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
            mem_free(arrays[k]);
    }
    mem_free(a);
}
