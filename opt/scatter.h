/* opt/scatter.h - u += L' z for the rows of a slice: the transpose of add_lower.
 *
 *   u_j += a_ij z_i     for each entry of L in these rows                     (25.1)
 *
 * In an implicit slice column the rows of the slice add to consecutive u_j, in an
 * explicit one to any u_j, one row after the other because two of them may add to
 * the same. u is in the format of the arithmetic, so that no sum is rounded to 16
 * bits before it is complete. An explicit zero adds nothing: its column is not that
 * of an entry, and another thread may be adding there.
 */
#ifndef MEMWALL_SCATTER_H
#define MEMWALL_SCATTER_H
#include <rows.h>

/* Loads numbers value .. value+SLICE-1 into the L2 cache: a scatter reads values from L1, and
 * the prefetcher of the processor stops at each page of 4 KB. Codes are few bytes. */
PACK_FUNCTION void prefetch_values(const struct value_source *a, ptrdiff_t value)
{
    const int size = (int)(a->f == F_REAL ? sizeof(real) : sizeof(store));
    for (int b = 0; a->coding == PLAIN && b < SLICE * size; b += 64)
        __builtin_prefetch((const char *)a->number + value * size + b, 0, 2);
}

PACK_FUNCTION void scatter_columns(struct pack_rows p, const pack *z, acc *u)
{
    const struct slice *slice = p.slice;
    const int implicit = slice->implicit[LOWER], width = slice->width[LOWER];
    const int *offset = p.layout->offset + slice->offset_start[LOWER],
              *col = p.layout->col[LOWER] + slice->index_start[LOWER];
    const struct value_source a =
        value_source(&p.layout->val[LOWER], p.coding, p.values);
    const ptrdiff_t stride = slice->stride, next_slice = width * stride;
    ptrdiff_t value = (ptrdiff_t)slice->value_start[LOWER];
    int k = 0;
    for (; k < implicit; k++, value += stride) {
        acc *to = u + slice->base + offset[k];
        prefetch_values(&a, value + next_slice);
        FOR_VECTORS(v)
            store_lanes(F_ACC, to, v * LANES,
                        load_lanes(F_ACC, to, v * LANES) +
                            load_values(&a, value, v) * z->v[v]);
    }
    for (; k < width; k++, value += stride, col += stride)
        FOR_VECTORS(v) {
            const vec number = load_values(&a, value, v), added = number * z->v[v];
            for (int l = 0; l < LANES; l++)
                if (number[l] != 0)
                    u[col[v * LANES + l]] += added[l];
        }
}

/* The same for a partial slice and for codes of 8 bits, not inlined. */
PACK_FUNCTION void scatter_rows(struct pack_rows p, const pack *z, acc *u)
{
    const struct slice *slice = p.slice;
    const struct values *a = &p.layout->val[LOWER];
    const int implicit = slice->implicit[LOWER], width = slice->width[LOWER];
    const int *offset = p.layout->offset + slice->offset_start[LOWER],
              *col = p.layout->col[LOWER] + slice->index_start[LOWER];
    const ptrdiff_t stride = slice->stride;
    for (int r = 0; r < p.count; r++) {
        const acc z_r = ((const acc *)z)[r];
        for (int k = 0; k < width; k++) {
            const acc number =
                value_number(a, a->coding, p.values,
                             (ptrdiff_t)slice->value_start[LOWER] + k * stride + r);
            if (number != 0)
                u[k < implicit ? slice->base + offset[k] + r
                               : col[(k - implicit) * stride + r]] += number * z_r;
        }
    }
}

PACK_OUTLINE void scatter_outline(const struct layout *layout,
                                  const struct slice *slice, enum format values,
                                  const pack *z, acc *u)
{
    struct pack_rows p = pack_of(layout, slice, 0, F_STORE);
    if (F_REAL != F_STORE && values == F_REAL)
        p.values = F_REAL;
    if (p.whole)
        scatter_columns(with_coding(p, CODES_8), z, u);
    else
        scatter_rows(p, z, u);
}

PACK_FUNCTION void scatter_lower(struct pack_rows p, const pack *z, acc *u)
{
    const enum coding coding = p.layout->val[LOWER].coding;
    if (p.whole && coding == PLAIN)
        scatter_columns(with_coding(p, PLAIN), z, u);
    else if (p.whole && coding == CODES_4)
        scatter_columns(with_coding(p, CODES_4), z, u);
    else
        scatter_outline(p.layout, p.slice, p.values, z, u);
}

/* Chunks of one batch: they write to different rows. */
struct chunks {
    const struct chunk *chunk;
    int count;
};

static inline struct chunks chunks_of(const struct half_part *half, int batch)
{
    const int first = half->batch[batch];
    return (struct chunks){half->chunk + first, half->batch[batch + 1] - first};
}

/* The batches of range c of layout->color_start. */
#define FOR_BATCHES(b, half, c) \
    for (int b = (half)->color_batch[c]; b < (half)->color_batch[(c) + 1]; b++)

/* The packs of some chunks: the chunks in parallel, the slices of a chunk in order. */
#define FOR_CHUNK_PACKS(p, A, chunks, values)             \
    FOR_TEAMS(p##_c, (chunks).count)                      \
        for (int p##_s = (chunks).chunk[p##_c].first;     \
             p##_s < (chunks).chunk[p##_c].last; p##_s++) \
            FOR_PACK(p, pack_at(&(A), p##_s - (A).first, values))

/* The part of A x that the layout does not store, or that is known already. */
static inline acc *upper_of(const struct matrix *A)
{
    return (acc *)A->layout->half.upper;
}
#endif
