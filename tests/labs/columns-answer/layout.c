/* tests/labs/columns-answer/layout.c - CSR, and slices with implicit columns. */
#include <layout.h>
#include "device.h"
#include "kernels.h"
#include "memory.h"
#include <schedule.h>
#include <stdio.h>

/* stored[f] = the numbers in format f, for each f of `need`. Consumes `number`. */
static void store_in_formats(void *stored[FORMATS], double *number, size_t count,
                             format_set need, const char *what)
{
    for (int f = 0; f < FORMATS; f++)
        if (f != F64 && (need >> f & 1)) {
            const size_t size = format_bytes((enum format)f);
            void *copy = mem_alloc(count, size, what);
            format_narrow((enum format)f, number, count, copy);
            stored[f] = device_upload(copy, count, size, what);
        }
    if (need >> F64 & 1)
        stored[F64] = device_upload(number, count, sizeof *number, what);
    else
        mem_free(number);
}

enum { MOST_OFFSETS = 128 };

/* The slice columns of one slice: numbers of both kinds, and the offsets. */
struct choice {
    int implicit, offset[MOST_OFFSETS], explicit;
};

/* The index of x in list[0 .. count-1], or -1. */
static int find(const int *list, int count, int x)
{
    for (int k = 0; k < count; k++)
        if (list[k] == x)
            return k;
    return -1;
}

/* An offset (column - row) becomes implicit if at least half of the rows of the
 * slice have an entry there, and all columns that it touches exist. Only indices
 * are considered, so any matrix is allowed. */
static struct choice choose(const struct csr *A, int first)
{
    int seen[MOST_OFFSETS], rows[MOST_OFFSETS], count = 0;
    const int last = first + SLICE < A->n ? first + SLICE : A->n;
    struct choice c = {0};
    for (int i = first; i < last; i++)
        for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++) {
            int k = find(seen, count, A->col[e] - i);
            if (k < 0 && count < MOST_OFFSETS) {
                k = count++;
                seen[k] = A->col[e] - i;
                rows[k] = 0;
            }
            if (k >= 0)
                rows[k]++;
        }
    for (int k = 0; k < count; k++)
        if (2 * rows[k] >= last - first && first + seen[k] >= 0 &&
            first + SLICE + seen[k] <= A->columns + A->halo)
            c.offset[c.implicit++] = seen[k];
    for (int i = first; i < last; i++) {
        int rest = 0;
        for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++)
            rest += find(c.offset, c.implicit, A->col[e] - i) < 0;
        c.explicit = rest > c.explicit ? rest : c.explicit;
    }
    return c;
}

/* Stores the rows of each slice side by side, padded with zeros. */
static void store_slices(struct layout *L, const struct csr *A, format_set need)
{
    L->slices = (A->n + SLICE - 1) / SLICE;
    const size_t slices = (size_t)L->slices;
    int *offset_start = mem_zero(slices + 1, sizeof(int), "slices");
    int *col_start = mem_zero(slices + 1, sizeof(int), "slices");
    for (int s = 0; s < L->slices; s++) {
        const struct choice c = choose(A, s * SLICE);
        offset_start[s + 1] = offset_start[s] + c.implicit;
        col_start[s + 1] = col_start[s] + c.explicit;
    }
    L->offsets = (size_t)offset_start[slices];
    L->indices = (size_t)col_start[slices] * SLICE;
    L->ell_entries = L->offsets * SLICE + L->indices;
    int *offset = NEW(int, L->offsets + 1, "offsets");
    int *col = mem_zero(L->indices + 1, sizeof(int), "columns of slices");
    double *value = mem_zero(L->ell_entries + 1, sizeof *value, "values of slices");
    for (int s = 0; s < L->slices; s++) {
        const struct choice c = choose(A, s * SLICE);
        const size_t start = (size_t)(offset_start[s] + col_start[s]) * SLICE;
        for (int k = 0; k < c.implicit; k++)
            offset[offset_start[s] + k] = c.offset[k];
        for (int i = s * SLICE; i < A->n && i < (s + 1) * SLICE; i++) {
            const size_t lane = (size_t)(i % SLICE);
            int rest = 0;
            for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++) {
                int k = find(c.offset, c.implicit, A->col[e] - i);
                if (k < 0) {
                    col[(size_t)(col_start[s] + rest) * SLICE + lane] = A->col[e];
                    k = c.implicit + rest++;
                }
                value[start + (size_t)k * SLICE + lane] = A->val[e];
            }
            for (; rest < c.explicit;
                 rest++) /* padding reads a column of the row */
                col[(size_t)(col_start[s] + rest) * SLICE + lane] =
                    A->ptr[i] < A->ptr[i + 1] ? A->col[A->ptr[i]] : 0;
        }
    }
    L->offset_start =
        device_upload(offset_start, slices + 1, sizeof(int), "slices");
    L->col_start = device_upload(col_start, slices + 1, sizeof(int), "slices");
    L->offset = device_upload(offset, L->offsets + 1, sizeof(int), "offsets");
    L->ell_col =
        device_upload(col, L->indices + 1, sizeof(int), "columns of slices");
    store_in_formats(L->ell_value, value, L->ell_entries + 1, need,
                     "values of slices");
}

struct layout *layout_create(const struct matrix *A, struct csr entries,
                             format_set need)
{
    struct layout *L = mem_zero(1, sizeof *L, "layout");
    const size_t n = (size_t)entries.n, nonzeros = entries.ptr[n];
    if (A->square) {
        const char *needed = A->sweeps ? "Gauss-Seidel" : NULL;
        store_in_formats(L->diagonal, csr_diagonal(&entries, needed), n, need,
                         "diagonal");
    }
    if (A->sweeps) {
        int *row;
        schedule_create(&entries, &L->wavefronts, &L->wavefront_start, &row);
        L->wavefront_row = device_upload(row, n, sizeof *row, "rows by wavefront");
    }
    store_slices(L, &entries, need);
    store_in_formats(L->value, entries.val, nonzeros, need, "matrix values");
    L->ptr = device_upload(entries.ptr, n + 1, sizeof *L->ptr, "matrix rows");
    L->col = device_upload(entries.col, nonzeros, sizeof *L->col, "matrix columns");
    mem_free(entries.remote);
    return L;
}

void layout_link(struct level *level)
{
    const size_t n = (size_t)level->A.n;
    level->A.layout->product = device_alloc(n, sizeof(double), "product A z");
}

void layout_free(struct layout *L)
{
    for (int f = 0; f < FORMATS; f++) {
        device_free(L->value[f]);
        device_free(L->diagonal[f]);
        device_free(L->ell_value[f]);
    }
    device_free(L->ell_col);
    device_free(L->offset);
    device_free(L->offset_start);
    device_free(L->col_start);
    device_free(L->ptr);
    device_free(L->col);
    mem_free(L->wavefront_start);
    device_free(L->wavefront_row);
    device_free(L->product);
    mem_free(L);
}

void layout_describe(const struct matrix *A, char *text, size_t length)
{
    if (A->sweeps)
        snprintf(text, length, "CSR and implicit columns, %d wavefronts",
                 A->layout->wavefronts);
    else
        snprintf(text, length, "CSR and implicit columns");
}

struct memory_model layout_cost(int n, size_t nonzeros, int has_coarser,
                                format_set need, const struct tree_options *options)
{
    (void)options; /* ref stores every matrix in the same way */
    const size_t rows = (size_t)n;
    /* The padding of ELL is not known here: it counts as no entries.
     * ptr, col and wavefront_row; product; value[f] and diagonal[f] */
    size_t kept = mem_cost(rows + 1, sizeof(size_t)) +
                  2 * mem_cost(nonzeros, sizeof(int)) + mem_cost(rows, sizeof(int));
    if (has_coarser)
        kept += mem_cost(rows, sizeof(double));
    for (int f = 0; f < FORMATS; f++)
        if (need >> f & 1)
            kept += 2 * mem_cost(nonzeros, format_bytes((enum format)f)) +
                    mem_cost(rows, format_bytes((enum format)f));
    /* If the values are not kept in f64, they are freed after the conversion. */
    size_t peak = kept;
    if (!(need >> F64 & 1))
        peak += mem_cost(nonzeros, sizeof(double)) + mem_cost(rows, sizeof(double));
    return (struct memory_model){kept, peak};
}
