/* tests/labs/reading-answer/layout.c - CSR rows with the entries of L first. */
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

/* Moves the entries of L to the start of their rows, and returns their number for
 * each row. Within both parts the entries keep their order. */
static int *move_lower_first(struct csr *A)
{
    int *lower = NEW(int, (size_t)A->n, "entries of L");
    for (int i = 0; i < A->n; i++) {
        lower[i] = 0;
        for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++) {
            if (A->col[e] >= i)
                continue;
            const int column = A->col[e];
            const double value = A->val[e];
            const size_t place = A->ptr[i] + (size_t)lower[i]++;
            for (size_t k = e; k > place; k--) {
                A->col[k] = A->col[k - 1];
                A->val[k] = A->val[k - 1];
            }
            A->col[place] = column;
            A->val[place] = value;
        }
    }
    return lower;
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
        int *lower = move_lower_first(&entries);
        for (size_t i = 0; i < n; i++)
            L->lower_nonzeros += (size_t)lower[i];
        L->lower = device_upload(lower, n, sizeof *lower, "entries of L");
    }
    store_in_formats(L->value, entries.val, nonzeros, need, "matrix values");
    L->ptr = device_upload(entries.ptr, n + 1, sizeof *L->ptr, "matrix rows");
    L->col = device_upload(entries.col, nonzeros, sizeof *L->col, "matrix columns");
    mem_free(entries.remote);
    return L;
}

void layout_link(struct level *level)
{
    (void)level; /* restriction needs nothing but the rows of the coarse points */
}

void layout_free(struct layout *L)
{
    for (int f = 0; f < FORMATS; f++) {
        device_free(L->value[f]);
        device_free(L->diagonal[f]);
    }
    device_free(L->ptr);
    device_free(L->col);
    mem_free(L->wavefront_start);
    device_free(L->wavefront_row);
    device_free(L->lower);
    mem_free(L);
}

void layout_describe(const struct matrix *A, char *text, size_t length)
{
    if (A->sweeps)
        snprintf(text, length, "CSR, %d wavefronts", A->layout->wavefronts);
    else
        snprintf(text, length, "CSR");
}

struct memory_model layout_cost(int n, size_t nonzeros, int has_coarser,
                                format_set need)
{
    (void)has_coarser;
    const size_t rows = (size_t)n;
    /* ptr, col, wavefront_row and lower; value[f] and diagonal[f] */
    size_t kept = mem_cost(rows + 1, sizeof(size_t)) +
                  mem_cost(nonzeros, sizeof(int)) + 2 * mem_cost(rows, sizeof(int));
    for (int f = 0; f < FORMATS; f++)
        if (need >> f & 1)
            kept += mem_cost(nonzeros, format_bytes((enum format)f)) +
                    mem_cost(rows, format_bytes((enum format)f));
    /* If the values are not kept in f64, they are freed after the conversion. */
    size_t peak = kept;
    if (!(need >> F64 & 1))
        peak += mem_cost(nonzeros, sizeof(double)) + mem_cost(rows, sizeof(double));
    return (struct memory_model){kept, peak};
}
