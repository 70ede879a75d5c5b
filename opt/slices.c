/* opt/slices.c - divides the rows into slices, orders these, stores the entries. */
#include <layout.h>
#include <schedule.h>
#include <slices.h>
#include "device.h"
#include "memory.h"
#include <string.h>

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

int row_at(const struct slicing *slicing, int position)
{
    return slicing->row ? slicing->row[position] : position;
}

/* In order of colors the columns of earlier colors are those before the first row of the
 * color, `start`. */
enum part part_of(const struct slicing *slicing, int i, int start, int j)
{
    if (j >= slicing->columns || (slicing->square && j == i))
        return PARTS;
    if (!slicing->sweeps)
        return UPPER;
    const int *wavefront = slicing->wavefront_of;
    return (slicing->row ? wavefront[j] < wavefront[i] : j < start) ? LOWER : UPPER;
}

int wavefront_start(const struct slicing *slicing, const struct slice *s)
{
    return slicing->start[slicing->wavefront_of[row_at(slicing, s->row)]];
}

/* Divides each wavefront into slices of `height` rows. */
static void divide(int n, struct slicing *slicing, struct layout *layout)
{
    const int height = device_warp(), *start = slicing->start;
    int slices = 0, s = 0;
    for (int w = 0; w < slicing->wavefronts; w++)
        slices += (start[w + 1] - start[w] + height - 1) / height;
    layout->slice = mem_zero((size_t)slices + 1, sizeof *layout->slice, "slices");
    slicing->wavefront_of = NEW(int, (size_t)n, "color of each row");
    slicing->slice_of = NEW(int, (size_t)n, "slice of each row");
    for (int w = 0; w < slicing->wavefronts; w++)
        for (int first = start[w]; first < start[w + 1]; first += height, s++) {
            const int left = start[w + 1] - first,
                      rows = left < height ? left : height;
            layout->slice[s] =
                (struct slice){.row = first, .rows = rows, .stride = rows};
            for (int position = first; position < first + rows; position++) {
                slicing->wavefront_of[row_at(slicing, position)] = w;
                slicing->slice_of[row_at(slicing, position)] = s;
            }
        }
    layout->slices = slices;
    layout->colors = slicing->wavefronts;
    layout->height = height;
    layout->row_order = slicing->row;
}

struct slicing slicing_create(const struct matrix *A, const struct csr *entries,
                              struct layout *layout)
{
    struct slicing slicing = {.wavefronts = A->colors.count,
                              .start = A->colors.first,
                              .columns = A->columns,
                              .sweeps = A->sweeps,
                              .square = A->square};
    if (!slicing.sweeps) { /* all rows are independent: one color */
        slicing.wavefronts = 1;
        slicing.start = slicing.own_start = mem_zero(2, sizeof(int), "one color");
        slicing.own_start[1] = A->n;
    } else if (slicing.wavefronts == 0) { /* natural order: level scheduling */
        schedule_create(entries, &slicing.wavefronts, &slicing.own_start,
                        &slicing.row);
        slicing.start = slicing.own_start;
    }
    divide(A->n, &slicing, layout);
    return slicing;
}

void slicing_free(struct slicing *slicing)
{
    mem_free(slicing->wavefront_of);
    mem_free(slicing->slice_of);
    mem_free(slicing->own_start);
}

/* boundary[s]: a row of slice s depends on a halo value, directly or through rows
 * of earlier colors. */
static void find_boundary(const struct csr *A, const struct slicing *slicing,
                          const struct layout *layout, char *boundary)
{
    const int *color = slicing->wavefront_of;
    for (int s = 0; s < layout->slices; s++) {
        const struct slice *slice = &layout->slice[s];
        boundary[s] = 0;
        for (int r = 0; r < slice->rows && !boundary[s]; r++) {
            const int i = row_at(slicing, slice->row + r);
            for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++) {
                const int j = A->col[e];
                boundary[s] |=
                    j >= A->columns || (slicing->sweeps && color[j] < color[i] &&
                                        boundary[slicing->slice_of[j]]);
            }
        }
    }
}

/* Interior slices by color, then boundary slices by color. */
void slices_order(const struct csr *A, const struct slicing *slicing,
                  struct layout *layout)
{
    const size_t count = (size_t)layout->slices;
    const int colors = layout->colors;
    char *boundary = mem_zero(count, 1, "boundary slices");
    if (A->halo > 0)
        find_boundary(A, slicing, layout, boundary);
    struct slice *sorted = mem_zero(count + 1, sizeof *sorted, "slices");
    layout->color_start =
        mem_zero(2 * (size_t)colors + 1, sizeof(int), "slices by color");
    int done = 0;
    for (int kind = 0; kind < 2; kind++)
        for (int c = 0, s = 0; c < colors; c++) {
            layout->color_start[kind * colors + c] = done;
            for (;
                 s < layout->slices && layout->slice[s].row < slicing->start[c + 1];
                 s++)
                if (boundary[s] == kind)
                    sorted[done++] = layout->slice[s];
        }
    layout->color_start[2 * colors] = done;
    layout->interior = layout->color_start[colors];
    mem_free(boundary);
    mem_free(layout->slice);
    layout->slice = sorted;
}

/* Where the values and indices of each slice start. Slices of ELL share the arrays
 * of their color: the slice columns of all rows of the color are contiguous. */
static void assign_starts(struct layout *layout, const struct slicing *slicing)
{
    const int ell = layout->kind == LAYOUT_ELL;
    size_t(*block)[PARTS] =
        mem_alloc((size_t)slicing->wavefronts, sizeof *block, "ELL blocks");
    memset(block, 0xff, (size_t)slicing->wavefronts * sizeof *block);
    for (int s = 0; s < layout->slices; s++) {
        struct slice *slice = &layout->slice[s];
        const int color = slicing->wavefront_of[row_at(slicing, slice->row)];
        for (int p = 0; p < PARTS; p++) {
            const int explicit = slice->width[p] - slice->implicit[p];
            layout->implicit_columns += (size_t)slice->implicit[p];
            layout->slice_columns += (size_t)slice->width[p];
            if (!ell || block[color][p] == (size_t)-1) {
                block[color][p] = slice->value_start[p] = layout->values[p];
                slice->index_start[p] = layout->indices[p];
                layout->values[p] +=
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

/* A value of one part, in every format that is stored. */
static inline void put_value(struct layout *layout, int part, size_t i,
                             double value)
{
    void *const *val = layout->val[part];
    if (val[F64])
        ((double *)val[F64])[i] = value;
    if (val[F32])
        ((float *)val[F32])[i] = (float)value;
    for (int f = F16; f <= BF16; f++)
        if (val[f])
            format_put((enum format)f, val[f], i, value);
}

/* Where the value of slice row r in slice column k is stored, and its index, if k
 * is not implicit. */
static size_t value_at(const struct slice *slice, int part, int k, int r)
{
    return slice->value_start[part] + (size_t)k * (size_t)slice->stride + (size_t)r;
}

static size_t index_at(const struct slice *slice, int part, int k, int r)
{
    return slice->index_start[part] +
           (size_t)(k - slice->implicit[part]) * (size_t)slice->stride + (size_t)r;
}

/* Zeros everywhere, in columns that may be read at any time. */
static void pad_slice(struct layout *layout, const struct slicing *slicing, int n,
                      const struct slice *slice)
{
    const int safe[PARTS] = {row_at(slicing, 0),
                             slicing->sweeps ? row_at(slicing, n - 1) : 0};
    for (int p = 0; p < PARTS; p++)
        for (int k = 0; k < slice->width[p]; k++)
            for (int r = 0; r < slice->rows; r++) {
                put_value(layout, p, value_at(slice, p, k, r), 0);
                if (k >= slice->implicit[p])
                    layout->col[p][index_at(slice, p, k, r)] = safe[p];
            }
}

/* Each entry goes to the implicit slice column of its offset, otherwise to the next
 * explicit one of its row. */
static void fill_slice(struct layout *layout, const struct csr *A,
                       const struct slicing *slicing, const struct slice *slice)
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
                layout->col[p][index_at(slice, p, k, r)] = j;
            }
            put_value(layout, p, value_at(slice, p, k, r), A->val[e]);
        }
    }
}

void slices_fill(struct layout *layout, const struct csr *A,
                 const struct slicing *slicing, format_set need)
{
    assign_starts(layout, slicing);
    for (int p = 0; p < PARTS; p++) {
        layout->col[p] = NEW(int, layout->indices[p], "columns");
        for (int f = 0; f < FORMATS; f++)
            if (need >> f & 1)
                layout->val[p][f] =
                    mem_alloc(layout->values[p], format_bytes((enum format)f),
                              "matrix values");
    }
#pragma omp parallel for schedule(static)
    for (int s = 0; s < layout->slices; s++) {
        pad_slice(layout, slicing, A->n, &layout->slice[s]);
        fill_slice(layout, A, slicing, &layout->slice[s]);
    }
}
