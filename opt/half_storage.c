/* opt/half_storage.c - divides slices into batches that scatter to different rows. */
#include <half_storage.h>
#include "memory.h"
#include <string.h>

/* Largest number of chunks in a color, and so of its batches. With few chunks the
 * matrix and the vectors are read in long consecutive pieces; each thread needs some. */
enum { CHUNKS = 32 };
_Static_assert(CHUNKS <= 64, "the batches of a color are the bits of a uint64_t");

/* The batches of the current color that write to a row, as a set of bits. */
struct written {
    int color;
    uint64_t batches;
};

struct search {
    const struct csr *A;
    const struct slicing *slicing;
    const struct layout *layout;
    struct written *row; /* [n] */
    int color;
    uint64_t found, mark; /* batches found so far; batch that is to be marked */
};

static void visit(struct search *S, int row)
{
    struct written *w = &S->row[row];
    if (w->color != S->color)
        *w = (struct written){S->color, 0};
    S->found |= w->batches;
    w->batches |= S->mark;
}

/* Visits the rows to which a slice writes: its own, those of its entries in L, and
 * those that padding in implicit slice columns touches. */
static void visit_slice(struct search *S, const struct slice *slice)
{
    const int start = wavefront_start(S->slicing, slice);
    for (int r = 0; r < slice->rows; r++) {
        const int i = row_at(S->slicing, slice->row + r);
        visit(S, i);
        const struct stored_row row = entries_of(S->A, S->slicing, slice, r);
        for (int k = 0; k < row.count; k++) {
            const int j = csr_column(S->A, &row, k);
            if (part_of(S->slicing, i, start, j) == LOWER)
                visit(S, j);
        }
    }
    const int *offset = S->layout->offset + slice->offset_start[LOWER];
    for (int k = 0; k < slice->implicit[LOWER]; k++)
        for (int r = 0; r < slice->rows; r++)
            visit(S, slice->base + offset[k] + r);
}

static void visit_chunk(struct search *S, struct chunk chunk, uint64_t mark)
{
    S->mark = mark;
    for (int s = chunk.first; s < chunk.last; s++)
        visit_slice(S, &S->layout->slice[s]);
}

/* The first batch that writes to no row of this chunk. */
static int choose_batch(struct search *S, struct chunk chunk)
{
    S->found = 0;
    visit_chunk(S, chunk, 0);
    int b = 0;
    while (S->found >> b & 1)
        b++;
    visit_chunk(S, chunk, (uint64_t)1 << b);
    return b;
}

/* The chunks of one color, sorted by batch; returns the number of batches. */
static int divide_color(struct search *S, struct half_part *half, int *batch_of)
{
    const int first = S->layout->color_start[S->color],
              last = S->layout->color_start[S->color + 1],
              slices = (last - first + CHUNKS - 1) / CHUNKS;
    const int before = half->chunks;
    int batches = 0;
    for (int s = first; s < last; s += slices) {
        const struct chunk chunk = {s, s + slices < last ? s + slices : last};
        const int b = choose_batch(S, chunk);
        batch_of[half->chunks - before] = b;
        half->chunk[half->chunks++] = chunk;
        batches = b + 1 > batches ? b + 1 : batches;
    }
    return batches;
}

static void sort_by_batch(struct half_part *half, int first_chunk, int batches,
                          const int *batch_of)
{
    const int count = half->chunks - first_chunk;
    struct chunk *sorted = mem_alloc((size_t)count, sizeof *sorted, "chunks");
    int done = 0;
    for (int b = 0; b < batches; b++) {
        half->batch[half->batches++] = first_chunk + done;
        for (int k = 0; k < count; k++)
            if (batch_of[k] == b)
                sorted[done++] = half->chunk[first_chunk + k];
    }
    memcpy(half->chunk + first_chunk, sorted, (size_t)count * sizeof *sorted);
    mem_free(sorted);
}

void half_storage_create(struct layout *layout, const struct csr *entries,
                         const struct slicing *slicing)
{
    struct half_part *half = &layout->half;
    const size_t n = (size_t)entries->n, slices = (size_t)layout->slices;
    const int colors = 2 * layout->colors;
    struct search S = {.A = entries, .slicing = slicing, .layout = layout};
    S.row = mem_alloc(n, sizeof *S.row, "rows written by a batch");
    memset(S.row, 0xff, n * sizeof *S.row);
    int *batch_of = NEW(int, slices, "batches");
    half->chunk = mem_alloc(slices, sizeof *half->chunk, "chunks");
    half->batch = NEW(int, slices + 1, "batches");
    half->color_batch = NEW(int, (size_t)colors + 1, "batches by color");
    for (S.color = 0; S.color < colors; S.color++) {
        const int first = half->chunks;
        half->color_batch[S.color] = half->batches;
        sort_by_batch(half, first, divide_color(&S, half, batch_of), batch_of);
    }
    half->color_batch[colors] = half->batches;
    half->batch[half->batches] = half->chunks;
    half->upper = mem_alloc(n, sizeof(double), "product with U");
    half->on = 1;
    mem_free(batch_of);
    mem_free(S.row);
}

void half_storage_free(struct layout *layout)
{
    struct half_part *half = &layout->half;
    mem_free(half->chunk);
    mem_free(half->batch);
    mem_free(half->color_batch);
    mem_free(half->upper);
    mem_free(half->correction);
}

size_t half_storage_kept(size_t rows, size_t slices)
{
    return mem_cost(slices, sizeof(struct chunk)) +
           2 * mem_cost(slices, sizeof(int)) + mem_cost(rows, sizeof(double));
}

size_t half_storage_peak(size_t rows)
{
    return mem_cost(rows, sizeof(struct written));
}
