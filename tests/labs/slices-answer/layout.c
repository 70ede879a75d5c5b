/* tests/labs/slices-answer/layout.c - stores a matrix as CSR and as sliced ELL. */
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

/* Stores the rows of each slice side by side, padded to the longest of them. */
static void store_slices(struct layout *L, const struct csr *A, format_set need)
{
    L->slices = (A->n + SLICE - 1) / SLICE;
    const size_t slices = (size_t)L->slices;
    size_t *start = NEW(size_t, slices + 1, "slices");
    start[0] = 0;
    for (size_t s = 0; s < slices; s++) {
        size_t width = 0;
        for (int i = (int)s * SLICE; i < A->n && i < (int)(s + 1) * SLICE; i++)
            width = A->ptr[i + 1] - A->ptr[i] > width ? A->ptr[i + 1] - A->ptr[i]
                                                      : width;
        start[s + 1] = start[s] + width * SLICE;
    }
    const size_t count = L->ell_entries = start[slices];
    int *col = mem_zero(count, sizeof *col, "columns of slices");
    double *value = mem_zero(count, sizeof *value, "values of slices");
    for (int i = 0; i < A->n; i++) {
        const size_t s = (size_t)(i / SLICE), lane = (size_t)(i % SLICE);
        const size_t length = A->ptr[i + 1] - A->ptr[i];
        for (size_t k = 0; k < (start[s + 1] - start[s]) / SLICE; k++) {
            const size_t e = start[s] + k * SLICE + lane;
            if (k < length) {
                col[e] = A->col[A->ptr[i] + k];
                value[e] = A->val[A->ptr[i] + k];
            } else if (k > 0) { /* a column that the row reads anyway, times zero */
                col[e] = col[e - SLICE];
            }
        }
    }
    L->slice_start = device_upload(start, slices + 1, sizeof *start, "slices");
    L->ell_col = device_upload(col, count, sizeof *col, "columns of slices");
    store_in_formats(L->ell_value, value, count, need, "values of slices");
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
    device_free(L->slice_start);
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
        snprintf(text, length, "CSR and sliced ELL, %d wavefronts",
                 A->layout->wavefronts);
    else
        snprintf(text, length, "CSR and sliced ELL");
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
