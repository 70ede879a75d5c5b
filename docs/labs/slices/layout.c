/* docs/labs/slices/layout.c - stores a matrix as CSR, and its rows side by side. */
#include <layout.h>
#include "device.h"
#include "kernels.h"
#include "memory.h"
#include <schedule.h>
#include <stdio.h>

void store_in_formats(void *stored[FORMATS], double *number, size_t count,
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
    side_by_side_create(&L->product_rows, &entries, need);
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
    }
    side_by_side_free(&L->product_rows);
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
        snprintf(text, length, "CSR and %s, %d wavefronts", SIDE_BY_SIDE,
                 A->layout->wavefronts);
    else
        snprintf(text, length, "CSR and %s", SIDE_BY_SIDE);
}

struct memory_model layout_cost(int n, size_t nonzeros, int has_coarser,
                                format_set need)
{
    const size_t rows = (size_t)n;
    /* The padding is not known here: it counts as no entries.
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
