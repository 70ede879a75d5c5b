/* opt/slices_fill.c - stores the entries of L and U in slice columns. */
#include <distinct_values.h>
#include <layout.h>
#include <slices.h>
#include "memory.h"
#include <string.h>

/* Where the values and indices of each slice start. Slices of ELL share the arrays
 * of their color: the slice columns of all rows of the color are contiguous. */
static void assign_starts(struct layout *layout, const struct slicing *slicing,
                          int coded)
{
    const int ell = layout->kind == LAYOUT_ELL;
    size_t(*block)[PARTS] =
        mem_alloc((size_t)slicing->wavefronts, sizeof *block, "ELL blocks");
    memset(block, 0xff, (size_t)slicing->wavefronts * sizeof *block);
    for (int s = 0; s < layout->slices; s++) {
        struct slice *slice = &layout->slice[s];
        const int color = slice_wavefront(slicing, slice);
        const int unit = coded ? CODE_BLOCK : ell ? 1 : INTERLEAVED;
        slice->stride = (slice->stride + unit - 1) / unit * unit;
        for (int p = 0; p < PARTS; p++) {
            const int explicit = slice->width[p] - slice->implicit[p];
            layout->implicit_columns += (size_t)slice->implicit[p];
            layout->slice_columns += (size_t)slice->width[p];
            if (!ell || block[color][p] == (size_t)-1) {
                block[color][p] = slice->value_start[p] = layout->val[p].count;
                slice->index_start[p] = layout->indices[p];
                layout->val[p].count +=
                    (size_t)slice->width[p] * (size_t)slice->stride;
                layout->indices[p] += (size_t) explicit * (size_t)slice->stride;
            }
            if (ell)
                slice->value_start[p] = slice->index_start[p] =
                    block[color][p] + (size_t)(slice->row - slicing->start[color]);
        }
    }
    mem_free(block);
}

/* Where the value of slice row r in slice column k is stored, and its index, if k
 * is not implicit. */
static size_t value_at(const struct layout *layout, const struct slice *slice,
                       int part, int k, int r)
{
    const int implicit = slice->implicit[part],
              others = slice->width[part] - implicit;
    const ptrdiff_t stride = slice->stride;
    return slice->value_start[part] +
           (size_t)(k < implicit
                        ? entry_at(layout, implicit, stride, k, r)
                        : implicit * stride +
                              entry_at(layout, others, stride, k - implicit, r));
}

static size_t index_at(const struct layout *layout, const struct slice *slice,
                       int part, int k, int r)
{
    const int implicit = slice->implicit[part];
    return slice->index_start[part] +
           (size_t)entry_at(layout, slice->width[part] - implicit, slice->stride,
                            k - implicit, r);
}

/* How many of so many entries of a slice column are next to each other. */
static int at_once(int rows)
{
    return INTERLEAVED == 1 ? rows : 1;
}

/* Zeros everywhere, in columns that may be read at any time. */
static void pad_slice(struct layout *layout, const struct slicing *slicing, int n,
                      const struct slice *slice, const struct distinct set[PARTS])
{
    const int safe[PARTS] = {row_at(slicing, 0),
                             slicing->sweeps ? row_at(slicing, n - 1) : 0};
    for (int p = 0; p < PARTS; p++)
        for (int k = 0; k < slice->width[p]; k++) {
            for (int r = 0; r < slice->rows; r += at_once(slice->rows - r))
                values_clear(&layout->val[p], &set[p],
                             value_at(layout, slice, p, k, r),
                             at_once(slice->rows - r));
            for (int r = 0; k >= slice->implicit[p] && r < slice->rows; r++)
                layout->col[p][index_at(layout, slice, p, k, r)] = safe[p];
        }
}

/* What is filled, from what. */
struct filling {
    struct layout *layout;
    const struct csr *A;
    const struct slicing *slicing;
    const struct distinct *set; /* [PARTS] */
};

/* The entries of slice rows r .. r+rows-1, at most SLICE, which are alike. Each entry
 * goes to the implicit slice column of its offset, otherwise to the next explicit
 * one. */
static void fill_rows(const struct filling *F, const struct slice *slice, int r,
                      int rows)
{
    struct layout *layout = F->layout;
    const struct csr *A = F->A;
    const int i = row_at(F->slicing, slice->row + r),
              start = wavefront_start(F->slicing, slice),
              base = slice->base + stepped(slice->step, r);
    int hint[PARTS] = {0, 0},
        next[PARTS] = {slice->implicit[LOWER], slice->implicit[UPPER]};
    struct stored_row row[SLICE];
    double value[SLICE];
    for (int m = 0; m < rows; m++)
        row[m] = entries_of(A, F->slicing, slice, r + m);
    for (int e = 0; e < row[0].count; e++) {
        const int j = csr_column(A, &row[0], e),
                  p = part_of(F->slicing, i, start, j);
        if (p == PARTS)
            continue;
        int k = offset_find(layout->offset + slice->offset_start[p],
                            slice->implicit[p], &hint[p], j - base);
        if (k < 0) {
            k = next[p]++;
            for (int m = 0; m < rows; m++)
                layout->col[p][index_at(layout, slice, p, k, r + m)] =
                    csr_column(A, &row[m], e);
        }
        for (int m = 0; m < rows; m++)
            value[m] = row[m].val[e];
        for (int m = 0; m < rows; m += at_once(rows))
            values_put(&layout->val[p], &F->set[p],
                       value_at(layout, slice, p, k, r + m), value + m,
                       at_once(rows));
    }
}

static void fill_slice(const struct filling *F, const struct slice *slice)
{
    pad_slice(F->layout, F->slicing, F->A->n, slice, F->set);
    for (int r = 0, rows; r < slice->rows; r += rows) {
        rows = rows_alike(F->A, F->slicing, slice, r);
        rows = rows < SLICE ? rows : SLICE;
        fill_rows(F, slice, r, rows);
    }
}

/* The distinct values of L and U in a slice. Of rows that are alike and have the values
 * of a repeated row (csr.h), only the first is read. Most other values need no part,
 * because both sets contain them. */
static void add_slice(const struct csr *A, const struct slicing *slicing,
                      const struct slice *slice, struct distinct set[PARTS])
{
    const int start = wavefront_start(slicing, slice);
    const double *known = NULL;
    for (int r = 0, next = 0; r < slice->rows; r++) {
        const struct stored_row row = entries_of(A, slicing, slice, r);
        if (r < next && row.val == known)
            continue;
        if (r == next)
            next += rows_alike(A, slicing, slice, r);
        known = row.val;
        for (int k = 0; k < row.count; k++) {
            const uint64_t bits = bits_of(row.val[k]);
            if (bits == set[LOWER].last && bits == set[UPPER].last)
                continue;
            const int p = part_of(slicing, row_at(slicing, slice->row + r), start,
                                  csr_column(A, &row, k));
            if (p != PARTS)
                distinct_add(&set[p], row.val[k]);
        }
    }
}

/* The distinct values of L and of U, with 0 if a part has padding. */
static void find_distinct(const struct layout *layout, const struct csr *A,
                          const struct slicing *slicing, struct distinct set[PARTS])
{
#pragma omp parallel
    {
        struct distinct own[PARTS];
        for (int p = 0; p < PARTS; p++)
            distinct_clear(&own[p]);
#pragma omp for schedule(static)
        for (int s = 0; s < layout->slices; s++)
            add_slice(A, slicing, &layout->slice[s], own);
#pragma omp critical
        for (int p = 0; p < PARTS; p++)
            distinct_merge(&set[p], &own[p]);
    }
    for (int p = 0; p < PARTS; p++) {
        size_t stored = 0;
        for (int s = 0; s < layout->slices; s++)
            stored +=
                (size_t)layout->slice[s].width[p] * (size_t)layout->slice[s].rows;
        if (stored > slicing->entries[p])
            distinct_add(&set[p], 0);
        distinct_sort(&set[p]);
    }
}

void slices_fill(struct layout *layout, const struct csr *A,
                 const struct slicing *slicing, format_set need, int coded)
{
    struct distinct set[PARTS];
    for (int p = 0; p < PARTS; p++)
        distinct_clear(&set[p]);
    assign_starts(layout, slicing, coded);
    if (coded)
        find_distinct(layout, A, slicing, set);
    for (int p = 0; p < PARTS; p++) {
        layout->col[p] = NEW(int, layout->indices[p], "columns");
        values_create(&layout->val[p], coded ? &set[p] : NULL, layout->val[p].count,
                      need);
    }
    const struct filling F = {layout, A, slicing, set};
#pragma omp parallel for schedule(static)
    for (int s = 0; s < layout->slices; s++)
        fill_slice(&F, &layout->slice[s]);
}
