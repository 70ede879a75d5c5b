/* docs/labs/overlap/layout.c - stores a matrix as CSR, and lists its boundary rows. */
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

/* Whether row i has an entry in a halo column. */
static int needs_halo(const struct csr *entries, int i)
{
    for (size_t e = entries->ptr[i]; e < entries->ptr[i + 1]; e++)
        if (entries->col[e] >= entries->columns)
            return 1;
    return 0;
}

static void list_rows(struct layout *L, const struct csr *entries)
{
    const size_t n = (size_t)entries->n;
    int *interior = mem_alloc(n, sizeof *interior, "interior rows");
    int *boundary = mem_alloc(n, sizeof *boundary, "boundary rows");
    for (int i = 0; i < entries->n; i++)
        if (needs_halo(entries, i))
            boundary[L->boundary_rows++] = i;
        else
            interior[L->interior_rows++] = i;
    L->interior_row = device_upload(interior, n, sizeof(int), "interior rows");
    L->boundary_row = device_upload(boundary, n, sizeof(int), "boundary rows");
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
    list_rows(L, &entries);
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
    device_free(L->ptr);
    device_free(L->col);
    mem_free(L->wavefront_start);
    device_free(L->wavefront_row);
    device_free(L->product);
    device_free(L->interior_row);
    device_free(L->boundary_row);
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
    const size_t rows = (size_t)n;
    /* ptr, col, wavefront_row and both lists; product; value[f] and diagonal[f] */
    size_t kept = mem_cost(rows + 1, sizeof(size_t)) +
                  mem_cost(nonzeros, sizeof(int)) + 3 * mem_cost(rows, sizeof(int));
    if (has_coarser)
        kept += mem_cost(rows, sizeof(double));
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
