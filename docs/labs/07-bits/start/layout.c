/* docs/labs/07-bits/start/layout.c - stores a matrix as CSR, in each format that is needed. */
#include <layout.h>
#include "device.h"
#include "kernels.h"
#include "memory.h"
#include <schedule.h>
#include <stdio.h>

/* The integers in 8 bits, and for each entry the scale of its row (row_scale.h). */
static void store_in_i8(struct layout *L, const struct csr *A,
                        const double *diagonal)
{
    const size_t n = (size_t)A->n, nonzeros = A->ptr[n];
    void *value = mem_alloc(nonzeros, 1, "matrix values"),
         *d = mem_alloc(n, 1, "diagonal"), *scale = mem_alloc(nonzeros, 2, "scales");
#pragma omp parallel for schedule(static)
    for (int i = 0; i < A->n; i++) {
        const double unit = row_scale(A, i);
        for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++) {
            format_put(I8, value, e, A->val[e] / unit);
            format_put(BF16, scale, e, unit);
        }
        format_put(I8, d, (size_t)i, diagonal ? diagonal[i] / unit : 0);
    }
    L->value[I8] = device_upload(value, nonzeros, 1, "matrix values");
    L->diagonal[I8] = device_upload(d, n, 1, "diagonal");
    L->scale = device_upload(scale, nonzeros, 2, "scales");
}

/* stored[f] = the numbers in format f, for each f of `need` but i8. Consumes `number`. */
static void store_in_formats(void *stored[FORMATS], double *number, size_t count,
                             format_set need, const char *what)
{
    for (int f = 0; f < FORMATS; f++)
        if (f != F64 && f != I8 && (need >> f & 1)) {
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
    double *diagonal =
        A->square ? csr_diagonal(&entries, A->sweeps ? "Gauss-Seidel" : NULL)
                  : NULL;
    if (need >> I8 & 1)
        store_in_i8(L, &entries, diagonal);
    if (A->square)
        store_in_formats(L->diagonal, diagonal, n, need, "diagonal");
    if (A->sweeps) {
        int *row;
        schedule_create(&entries, &L->wavefronts, &L->wavefront_start, &row);
        L->wavefront_row = device_upload(row, n, sizeof *row, "rows by wavefront");
    }
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
    device_free(L->scale);
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
        snprintf(text, length, "CSR, %d wavefronts", A->layout->wavefronts);
    else
        snprintf(text, length, "CSR");
}
