/* common/matrix/csr.c - operations on a matrix in CSR format (csr.h). */
#include "csr.h"
#include "error.h"
#include "memory.h"

void csr_free(struct csr *A)
{
    mem_free(A->ptr);
    mem_free(A->col);
    mem_free(A->val);
    mem_free(A->remote);
    *A = (struct csr){0};
}

size_t csr_cost(size_t n, size_t nonzeros)
{
    return mem_cost(n + 1, sizeof(size_t)) + mem_cost(nonzeros, sizeof(int)) +
           mem_cost(nonzeros, sizeof(double));
}

int *permutation_invert(int n, const int *order)
{
    int *inverse = NEW(int, (size_t)n, "inverse permutation");
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++)
        inverse[order[i]] = i;
    return inverse;
}

struct csr csr_permute(struct csr A, const int *order)
{
    if (!order)
        return A;
    const int known = A.inverse && A.order == order;
    int *own = known ? NULL : permutation_invert(A.n, order);
    const int *inverse = known ? A.inverse : own;
    size_t nonzeros = A.ptr[A.n];
    struct csr B = {.n = A.n,
                    .columns = A.columns,
                    .halo = A.halo,
                    .ptr = NEW(size_t, (size_t)A.n + 1, "row pointers"),
                    .col = NEW(int, nonzeros, "columns"),
                    .val = NEW(double, nonzeros, "matrix values")};
    B.ptr[0] = 0;
    for (int i = 0; i < A.n; i++)
        B.ptr[i + 1] = B.ptr[i] + (A.ptr[order[i] + 1] - A.ptr[order[i]]);
#pragma omp parallel for schedule(static)
    for (int i = 0; i < A.n; i++) {
        size_t k = B.ptr[i];
        for (size_t e = A.ptr[order[i]]; e < A.ptr[order[i] + 1]; e++, k++) {
            B.col[k] = A.col[e] < A.n ? inverse[A.col[e]] : A.col[e];
            B.val[k] = A.val[e];
        }
    }
    B.remote = A.remote;
    B.remotes = A.remotes;
    A.remote = NULL;
    mem_free(own);
    csr_free(&A);
    return B;
}

/* The row that is stored as this row. */
static int row_of(const struct csr *A, int stored)
{
    return A->inverse ? A->inverse[stored] : stored;
}

double *csr_diagonal(const struct csr *A, const char *needed)
{
    double *d = NEW(double, (size_t)A->n, "diagonal");
    int missing = -1;
#pragma omp parallel for schedule(static) reduction(max : missing)
    for (int row = 0; row < A->n; row++) {
        const int i = row_of(A, row);
        d[i] = 0;
        for (size_t e = A->ptr[row]; e < A->ptr[row + 1]; e++)
            if (A->col[e] == row)
                d[i] += A->val[e];
        if (d[i] == 0)
            missing = i;
    }
    if (missing >= 0 && needed)
        die("row %d has no diagonal entry, and %s divides by it", missing, needed);
    return d;
}

void csr_row_sums(const struct csr *A, double *b)
{
#pragma omp parallel for schedule(static)
    for (int row = 0; row < A->n; row++) {
        const int i = row_of(A, row);
        b[i] = 0;
        for (size_t e = A->ptr[row]; e < A->ptr[row + 1]; e++)
            b[i] += A->val[e];
    }
}
