/* docs/labs/07-bits/start/layout.c - stores a matrix as CSR, in each format that is needed. */
#include <layout.h>
#include "device.h"
#include "kernels.h"
#include "memory.h"
#include <schedule.h>
#include <stdio.h>

/* The row of each entry. */
static int *rows_of_entries(const struct csr *A)
{
    int *row = NEW(int, A->ptr[A->n], "rows of the entries");
#pragma omp parallel for schedule(static)
    for (int i = 0; i < A->n; i++)
        for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++)
            row[e] = i;
    return row;
}

/* In 8 bits: for each entry the exponent of the scale of its row (row_scale.h). */
static type_i8 *store_exponents(const struct csr *A, const type_i8 *exponent)
{
    if (!exponent)
        return NULL;
    type_i8 *of_entry = NEW(type_i8, A->ptr[A->n], "scales");
#pragma omp parallel for schedule(static)
    for (int i = 0; i < A->n; i++)
        for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++)
            of_entry[e] = exponent[i];
    return device_upload(of_entry, A->ptr[A->n], sizeof *of_entry, "scales");
}

struct layout *layout_create(const struct matrix *A, struct csr entries,
                             format_set need)
{
    struct layout *L = mem_zero(1, sizeof *L, "layout");
    const size_t n = (size_t)entries.n, nonzeros = entries.ptr[n];
    type_i8 *exponent = row_exponents(&entries, need);
    int *row = exponent ? rows_of_entries(&entries) : NULL;
    L->exponent = store_exponents(&entries, exponent);
    if (A->square)
        L->diagonal = values_store(
            csr_diagonal(&entries, A->sweeps ? "Gauss-Seidel" : NULL), n, need,
            &(struct scales){exponent, &(int){0}, A->n}, "diagonal");
    L->value = values_store(entries.val, nonzeros, need,
                            &(struct scales){exponent, row, 1}, "matrix values");
    mem_free(row);
    mem_free(exponent);
    if (A->sweeps) {
        int *by_wavefront;
        schedule_create(&entries, &L->wavefronts, &L->wavefront_start,
                        &by_wavefront);
        L->wavefront_row =
            device_upload(by_wavefront, n, sizeof(int), "rows by wavefront");
    }
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
    values_free(&L->value);
    values_free(&L->diagonal);
    device_free(L->exponent);
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
