/* ref/layout.c - keeps the matrix as CSR in the formats needed, and schedules its sweep. */
#include <layout.h>
#include "device.h"
#include "kernels.h"
#include "memory.h"
#include "schedule.h"
#include <stdio.h>

/* A copy of val[count] in another format, for kernels. */
static void *narrowed(const double *val, size_t count, enum format f, const char *what)
{
    void *copy = mem_alloc(count, format_bytes(f), what);
    format_narrow(f, val, count, copy);
    return device_take(copy, count, format_bytes(f), what);
}

static void take_diagonal(const struct csr *A, int sweeps, struct layout *L,
                          format_set need)
{
    size_t n = (size_t)A->n;
    double *diag = csr_diagonal(A, sweeps ? "Gauss-Seidel" : NULL);
    for (int f = 0; f < FORMATS; f++)
        if (f != F64 && (need >> f & 1))
            L->diag[f] = narrowed(diag, n, (enum format)f, "diagonal");
    if (need >> F64 & 1)
        L->diag[F64] = device_take(diag, n, sizeof *diag, "diagonal");
    else
        mem_free(diag);
}

static void take_schedule(const struct csr *A, struct layout *L)
{
    int *row;
    schedule_create(A, &L->fronts, &L->front_first, &row);
    L->front_row = device_take(row, (size_t)A->n, sizeof *row, "rows by front");
}

struct layout *layout_create(const struct level *level, struct csr A, format_set need)
{
    struct layout *L = mem_zero(1, sizeof *L, "layout");
    size_t nonzeros = A.ptr[A.n], n = (size_t)A.n;
    if (level->square)
        take_diagonal(&A, level->sweeps, L, need);
    if (level->sweeps)
        take_schedule(&A, L);
    for (int f = 0; f < FORMATS; f++)
        if (f != F64 && (need >> f & 1))
            L->val[f] = narrowed(A.val, nonzeros, (enum format)f, "matrix values");
    if (need >> F64 & 1)
        L->val[F64] = device_take(A.val, nonzeros, sizeof(double), "matrix values");
    else
        mem_free(A.val);
    L->ptr = device_take(A.ptr, n + 1, sizeof(size_t), "matrix rows");
    L->col = device_take(A.col, nonzeros, sizeof(int), "matrix columns");
    mem_free(A.remote);
    if (level->coarse_n > 0)
        L->product = device_alloc(n, sizeof(double), "product A z");
    return L;
}

void layout_link(struct level *level)
{
    (void)level; /* restriction takes coarse_row[] as it is */
}

void layout_describe(const struct level *level, char *text, size_t length)
{
    if (level->sweeps)
        snprintf(text, length, "CSR, %d fronts", level->layout->fronts);
    else
        snprintf(text, length, "CSR");
}

void layout_free(struct layout *L)
{
    for (int f = 0; f < FORMATS; f++) {
        device_free(L->val[f]);
        device_free(L->diag[f]);
    }
    device_free(L->ptr);
    device_free(L->col);
    mem_free(L->front_first);
    graph_free(&L->sweeps);
    device_free(L->front_row);
    device_free(L->product);
    mem_free(L);
}

struct memory_model layout_cost(int n, size_t nonzeros, int has_coarser, format_set need)
{
    size_t rows = (size_t)n;
    size_t shared = mem_cost(rows + 1, sizeof(size_t)) + mem_cost(nonzeros, sizeof(int));
    size_t in_double = mem_cost(nonzeros, 8) + mem_cost(rows, 8);
    size_t kept =
        shared + mem_cost(rows, sizeof(int)) + (has_coarser ? mem_cost(rows, 8) : 0);
    for (int f = 0; f < FORMATS; f++)
        if (need >> f & 1)
            kept += mem_cost(nonzeros, format_bytes((enum format)f)) +
                    mem_cost(rows, format_bytes((enum format)f));
    size_t while_narrowing = kept + (need >> F64 & 1 ? 0 : in_double);
    return (struct memory_model){kept, while_narrowing};
}
