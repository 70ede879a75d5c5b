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
        const int color = slicing->wavefront_of[row_at(slicing, slice->row)];
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

/* Zeros everywhere, in columns that may be read at any time. */
static void pad_slice(struct layout *layout, const struct slicing *slicing, int n,
                      const struct slice *slice, const struct distinct set[PARTS])
{
    const int safe[PARTS] = {row_at(slicing, 0),
                             slicing->sweeps ? row_at(slicing, n - 1) : 0};
    for (int p = 0; p < PARTS; p++)
        for (int k = 0; k < slice->width[p]; k++)
            for (int r = 0; r < slice->rows; r++) {
                values_put(&layout->val[p], &set[p],
                           value_at(layout, slice, p, k, r), 0);
                if (k >= slice->implicit[p])
                    layout->col[p][index_at(layout, slice, p, k, r)] = safe[p];
            }
}

/* Each entry goes to the implicit slice column of its offset, otherwise to the next
 * explicit one of its row. */
static void fill_slice(struct layout *layout, const struct csr *A,
                       const struct slicing *slicing, const struct slice *slice,
                       const struct distinct set[PARTS])
{
    const int start = wavefront_start(slicing, slice);
    int hint[PARTS] = {0, 0};
    for (int r = 0; r < slice->rows; r++) {
        const int i = row_at(slicing, slice->row + r),
                  first = slice->base + stepped(slice->step, r);
        int next[PARTS] = {slice->implicit[LOWER], slice->implicit[UPPER]};
        for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++) {
            const int j = A->col[e], p = part_of(slicing, i, start, j);
            if (p == PARTS)
                continue;
            int k = offset_find(layout->offset + slice->offset_start[p],
                                slice->implicit[p], &hint[p], j - first);
            if (k < 0) {
                k = next[p]++;
                layout->col[p][index_at(layout, slice, p, k, r)] = j;
            }
            values_put(&layout->val[p], &set[p], value_at(layout, slice, p, k, r),
                       A->val[e]);
        }
    }
}

/* The distinct values of L and U in some slices; adds the number of entries. */
static void add_slice(const struct csr *A, const struct slicing *slicing,
                      const struct slice *slice, struct distinct set[PARTS],
                      size_t entries[PARTS])
{
    const int start = wavefront_start(slicing, slice);
    for (int r = 0; r < slice->rows; r++) {
        const int i = row_at(slicing, slice->row + r);
        for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++) {
            const int p = part_of(slicing, i, start, A->col[e]);
            if (p == PARTS)
                continue;
            distinct_add(&set[p], A->val[e]);
            entries[p]++;
        }
    }
}

/* The distinct values of L and of U, with 0 if a part has padding. */
static void find_distinct(const struct layout *layout, const struct csr *A,
                          const struct slicing *slicing, struct distinct set[PARTS])
{
    size_t entries[PARTS] = {0, 0}, stored[PARTS] = {0, 0};
#pragma omp parallel
    {
        struct distinct own[PARTS];
        size_t own_entries[PARTS] = {0, 0};
        for (int p = 0; p < PARTS; p++)
            distinct_clear(&own[p]);
#pragma omp for schedule(static)
        for (int s = 0; s < layout->slices; s++)
            add_slice(A, slicing, &layout->slice[s], own, own_entries);
#pragma omp critical
        for (int p = 0; p < PARTS; p++) {
            distinct_merge(&set[p], &own[p]);
            entries[p] += own_entries[p];
        }
    }
    for (int s = 0; s < layout->slices; s++)
        for (int p = 0; p < PARTS; p++)
            stored[p] +=
                (size_t)layout->slice[s].width[p] * (size_t)layout->slice[s].rows;
    for (int p = 0; p < PARTS; p++) {
        if (stored[p] > entries[p])
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
#pragma omp parallel for schedule(static)
    for (int s = 0; s < layout->slices; s++) {
        pad_slice(layout, slicing, A->n, &layout->slice[s], set);
        fill_slice(layout, A, slicing, &layout->slice[s], set);
    }
}
