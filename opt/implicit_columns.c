/* opt/implicit_columns.c - finds the slice columns that need no index per row.
 *
 * Consecutive rows of a stencil matrix have their entries in columns that increase
 * by one from row to row. Then the offset (column - row) is the same in all rows of
 * the slice:
 *
 *   row      columns of L             offset -9   -8   -1
 *   40       31   32   39                    x    x    x
 *   41       32   33   40                    x    x    x
 *   42       33   34   41                    x    x    x    x: the row has an entry
 *   43            35   42                         x    x    in column row + offset
 *
 * A slice column that contains the entries of one offset is implicit: it stores the
 * offset once instead of one index per row, and the kernels load x contiguously
 * instead of gathering it. A row without the entry (row 43, offset -9) is padded
 * with a zero. An offset becomes implicit if at least half of the rows of the slice
 * have it and all the columns that it would touch may be read (layout.h). The other
 * entries are stored in explicit slice columns. Only the indices are considered, so
 * that the method applies to any matrix.
 *
 * In a transfer operator the column does not increase by one per row, but by two
 * (restriction) or by one half (prolongation). Its slices use the step with which
 * they have the fewest slice columns, and among these the most implicit ones. The
 * set-up passes over a matrix once, and over a transfer operator three times.
 */
#include <layout.h>
#include <slices.h>
#include "memory.h"
#include <string.h>

enum { MAX_OFFSETS = 128 };

/* ---- The idea: the offsets of a slice, and those that become implicit ---- */

struct histogram { /* of the offsets in one part of a slice */
    int count, hint, entries;
    int offset[MAX_OFFSETS], rows[MAX_OFFSETS];
};

struct columns { /* the slice columns of one part of a slice */
    int implicit, width, entries, halo; /* halo: 1 if a row has entries in H */
    int offset[MAX_OFFSETS];
};

int offset_find(const int *list, int count, int *hint, int offset)
{
    if (*hint < count && list[*hint] == offset)
        return (*hint)++;
    for (int k = 0; k < count; k++)
        if (list[k] == offset) {
            *hint = k + 1;
            return k;
        }
    return -1;
}

/* Adds the entries of so many rows with this offset. */
static void histogram_add(struct histogram *h, int offset, int rows)
{
    h->entries += rows;
    int k = offset_find(h->offset, h->count, &h->hint, offset);
    if (k < 0) {
        if (h->count == MAX_OFFSETS)
            return; /* the entry will be explicit */
        k = h->count++;
        h->offset[k] = offset;
        h->rows[k] = 0;
        h->hint = h->count;
    }
    h->rows[k] += rows;
}

/* Chooses the implicit offsets; returns the number of entries that remain. */
static int choose_implicit(const struct histogram *h, enum part part,
                           const struct slicing *slicing, const struct slice *slice,
                           struct columns *columns)
{
    const int color = slice_wavefront(slicing, slice), *start = slicing->start;
    const int first = part == LOWER || !slicing->sweeps ? 0 : start[color + 1],
              end = part == LOWER && slicing->sweeps ? start[color]
                                                     : slicing->columns;
    const int touched = slice->step == STEP_TWO ? 2 * slice->rows : slice->rows;
    int left = h->entries;
    columns->implicit = 0;
    for (int k = 0; k < h->count; k++) {
        const int64_t from = (int64_t)slice->base + h->offset[k];
        if (2 * h->rows[k] >= slice->rows && from >= first &&
            from + touched <= end) {
            columns->offset[columns->implicit++] = h->offset[k];
            left -= h->rows[k];
        }
    }
    columns->width = columns->implicit;
    columns->entries = h->entries;
    return left;
}

/* ---- All slice columns of a slice ---- */

/* Explicit columns: the most entries that a row has outside implicit columns. */
static void count_explicit(const struct csr *A, const struct slicing *slicing,
                           const struct slice *slice, struct columns columns[PARTS])
{
    const int start = wavefront_start(slicing, slice);
    int widest[PARTS] = {0, 0}, hint[PARTS] = {0, 0};
    columns[LOWER].entries = columns[UPPER].entries = 0;
    for (int r = 0, rows; r < slice->rows; r += rows) {
        rows = rows_alike(A, slicing, slice, r);
        const int i = row_at(slicing, slice->row + r),
                  first = slice->base + stepped(slice->step, r);
        const struct stored_row row = entries_of(A, slicing, slice, r);
        int rest[PARTS] = {0, 0};
        for (int k = 0; k < row.count; k++) {
            const int j = csr_column(A, &row, k), p = part_of(slicing, i, start, j);
            columns[UPPER].halo |= j >= slicing->columns;
            if (p == PARTS)
                continue;
            columns[p].entries += rows;
            rest[p] += offset_find(columns[p].offset, columns[p].implicit, &hint[p],
                                   j - first) < 0;
        }
        for (int p = 0; p < PARTS; p++)
            widest[p] = rest[p] > widest[p] ? rest[p] : widest[p];
    }
    for (int p = 0; p < PARTS; p++)
        columns[p].width = columns[p].implicit + widest[p];
}

static void choose_with_step(const struct csr *A, const struct slicing *slicing,
                             const struct slice *slice, int implicit,
                             struct columns columns[PARTS])
{
    columns[LOWER] = columns[UPPER] = (struct columns){.implicit = 0};
    if (implicit) {
        struct histogram h[PARTS];
        const int start = wavefront_start(slicing, slice);
        for (int p = 0; p < PARTS; p++)
            h[p].count = h[p].hint = h[p].entries = 0;
        for (int r = 0, rows; r < slice->rows; r += rows) {
            const int i = slice->row + r,
                      first = slice->base + stepped(slice->step, r);
            const struct stored_row row = entries_of(A, slicing, slice, r);
            rows = rows_alike(A, slicing, slice, r);
            for (int k = 0; k < row.count; k++) {
                const int j = csr_column(A, &row, k),
                          p = part_of(slicing, i, start, j);
                columns[UPPER].halo |= j >= slicing->columns;
                if (p != PARTS)
                    histogram_add(&h[p], j - first, rows);
            }
        }
        int left = 0;
        for (int p = 0; p < PARTS; p++)
            left +=
                choose_implicit(&h[p], (enum part)p, slicing, slice, &columns[p]);
        if (left == 0)
            return;
    }
    count_explicit(A, slicing, slice, columns);
}

static void choose(const struct csr *A, const struct slicing *slicing,
                   struct slice *slice, int implicit, struct columns columns[PARTS])
{
    slice->step = STEP_ONE;
    slice->base = slicing->square ? slice->row : first_column(A, slice);
    choose_with_step(A, slicing, slice, implicit, columns);
    if (slicing->square || !implicit)
        return;
    for (enum step step = STEP_TWO; step <= STEP_HALF; step++) {
        struct slice other = *slice;
        struct columns others[PARTS];
        other.step = step;
        choose_with_step(A, slicing, &other, implicit, others);
        const int fewer = columns[UPPER].width - others[UPPER].width,
                  more = others[UPPER].implicit - columns[UPPER].implicit;
        if (fewer > 0 || (fewer == 0 && more > 0)) {
            slice->step = step;
            memcpy(columns, others, sizeof others);
        }
    }
}

/* ---- Equal lists of offsets are stored once: a hash table of the lists ---- */

enum { BUCKETS = 4096 };

struct list_table {
    int room, filled; /* room: allocated offsets; filled: used buckets */
    struct {
        int start, count;
    } bucket[BUCKETS];
};

/* Each list starts at a multiple of INTERLEAVED, so that a device can load so many
 * offsets at once. */
static void append(struct layout *layout, struct list_table *table, const int *list,
                   int count)
{
    const int stored = (count + INTERLEAVED - 1) / INTERLEAVED * INTERLEAVED;
    if (layout->offsets + stored > table->room) {
        table->room = 2 * (table->room + stored);
        int *larger = NEW(int, (size_t)table->room, "offsets of implicit columns");
        if (layout->offset)
            memcpy(larger, layout->offset,
                   (size_t)layout->offsets * sizeof *larger);
        mem_free(layout->offset);
        layout->offset = larger;
    }
    memcpy(layout->offset + layout->offsets, list, (size_t)count * sizeof *list);
    layout->offsets += stored;
}

/* Where the list starts in layout->offset. */
static int list_store(struct layout *layout, struct list_table *table,
                      const int *list, int count)
{
    if (count == 0)
        return 0;
    uint32_t hash = 2166136261u; /* FNV-1a */
    for (int k = 0; k < count; k++)
        hash = (hash ^ (uint32_t)list[k]) * 16777619u;
    uint32_t b = hash % BUCKETS;
    for (; table->bucket[b].count > 0; b = (b + 1) % BUCKETS)
        if (table->bucket[b].count == count &&
            memcmp(layout->offset + table->bucket[b].start, list,
                   (size_t)count * sizeof *list) == 0)
            return table->bucket[b].start;
    const int start = layout->offsets;
    append(layout, table, list, count);
    if (table->filled < BUCKETS / 2) {
        table->bucket[b].start = start;
        table->bucket[b].count = count;
        table->filled++;
    }
    return start;
}

/* ---- All slices ---- */

/* ELL: all slices of a color get the width of the widest and the same stride. */
static void widen(struct layout *layout, const struct slicing *slicing)
{
    for (int s = 0; s < layout->slices;) {
        const int color = slice_wavefront(slicing, &layout->slice[s]),
                  next = slicing->start[color + 1],
                  rows = next - slicing->start[color];
        int widest[PARTS] = {0, 0}, end = s;
        for (; end < layout->slices && layout->slice[end].row < next; end++)
            for (int p = 0; p < PARTS; p++)
                if (layout->slice[end].width[p] > widest[p])
                    widest[p] = layout->slice[end].width[p];
        for (; s < end; s++) {
            layout->slice[s].stride = rows;
            for (int p = 0; p < PARTS; p++)
                layout->slice[s].width[p] = widest[p];
        }
    }
}

enum { BLOCK = 256 }; /* slices that are examined in parallel */

void columns_choose(struct layout *layout, const struct csr *A,
                    struct slicing *slicing)
{
    const int implicit = layout->kind == LAYOUT_IMPLICIT && !slicing->row;
    struct list_table *table = mem_zero(1, sizeof *table, "lists of offsets");
    struct columns(*columns)[PARTS] =
        mem_alloc(BLOCK, sizeof *columns, "slice columns");
    for (int first = 0; first < layout->slices; first += BLOCK) {
        const int last =
            first + BLOCK < layout->slices ? first + BLOCK : layout->slices;
#pragma omp parallel for schedule(static)
        for (int s = first; s < last; s++)
            choose(A, slicing, &layout->slice[s], implicit, columns[s - first]);
        for (int s = first; s < last; s++)
            for (int p = 0; p < PARTS; p++) {
                const struct columns *c = &columns[s - first][p];
                struct slice *slice = &layout->slice[s];
                slice->boundary |= c->halo; /* see find_boundary */
                slice->implicit[p] = c->implicit;
                slice->width[p] = c->width;
                slicing->entries[p] += (size_t)c->entries;
                slice->offset_start[p] =
                    list_store(layout, table, c->offset, c->implicit);
            }
    }
    mem_free(columns);
    mem_free(table);
    if (layout->kind == LAYOUT_ELL)
        widen(layout, slicing);
}
