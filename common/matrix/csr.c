/* common/matrix/csr.c - operations on a matrix in CSR format (csr.h). */
#include "csr.h"
#include "error.h"
#include "memory.h"
#include <string.h>

struct csr csr_generate(int n, int columns,
                        int (*row)(const void *data, int i,
                                   struct csr_entry *entry),
                        const void *data)
{
    enum { ROW_ENTRIES = 27 };
    struct csr A = {.n = n,
                    .columns = columns,
                    .ptr = NEW(size_t, (size_t)n + 1, "row pointers")};
    int *remote_ptr = NEW(int, (size_t)n + 1, "remote entries per row");
    A.ptr[0] = 0;
    remote_ptr[0] = 0;
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++) { /* first pass: count the entries of each row */
        struct csr_entry entry[ROW_ENTRIES];
        int count = row(data, i, entry), remotes = 0;
        for (int k = 0; k < count; k++)
            remotes += entry[k].column < 0;
        A.ptr[i + 1] = (size_t)count;
        remote_ptr[i + 1] = remotes;
    }
    for (int i = 0; i < n; i++) {
        A.ptr[i + 1] += A.ptr[i];
        remote_ptr[i + 1] += remote_ptr[i];
    }
    A.remotes = remote_ptr[n];
    A.col = NEW(int, A.ptr[n], "columns");
    A.remote = NEW(int64_t, (size_t)A.remotes, "remote columns");
    A.val = NEW(double, A.ptr[n], "matrix values");
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++) { /* second pass: store them */
        struct csr_entry entry[ROW_ENTRIES];
        int count = row(data, i, entry), remote = remote_ptr[i];
        for (int k = 0; k < count; k++) {
            size_t e = A.ptr[i] + (size_t)k;
            A.val[e] = entry[k].value;
            A.col[e] = entry[k].column >= 0 ? entry[k].column : -1 - remote;
            if (entry[k].column < 0)
                A.remote[remote++] = entry[k].id;
        }
    }
    mem_free(remote_ptr);
    return A;
}

void csr_free(struct csr *A)
{
    mem_free(A->ptr);
    mem_free(A->col);
    mem_free(A->val);
    mem_free(A->remote);
    *A = (struct csr){0};
}

int *permutation_invert(int n, const int *order)
{
    int *inverse = NEW(int, (size_t)n, "inverse permutation");
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++)
        inverse[order[i]] = i;
    return inverse;
}

struct csr csr_permute(struct csr A, const int *order, const int *inverse)
{
    const int n = A.n;
    size_t *ptr = NEW(size_t, (size_t)n + 1, "row pointers");
    ptr[0] = 0;
    for (int i = 0; i < n; i++)
        ptr[i + 1] = ptr[i] + (A.ptr[order[i] + 1] - A.ptr[order[i]]);
    int *col = NEW(int, ptr[n], "columns");
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++) {
        const int *from = A.col + A.ptr[order[i]];
        const size_t count = ptr[i + 1] - ptr[i];
        for (size_t k = 0; k < count; k++)
            col[ptr[i] + k] = from[k] < n ? inverse[from[k]] : from[k];
    }
    mem_free(A.col);
    double *val = NEW(double, ptr[n], "matrix values");
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++)
        memcpy(val + ptr[i], A.val + A.ptr[order[i]],
               (ptr[i + 1] - ptr[i]) * sizeof(double));
    mem_free(A.val);
    mem_free(A.ptr);
    A.ptr = ptr;
    A.col = col;
    A.val = val;
    return A;
}

double *csr_diagonal(const struct csr *A, const char *needed)
{
    double *d = NEW(double, (size_t)A->n, "diagonal");
    int missing = -1;
#pragma omp parallel for schedule(static) reduction(max : missing)
    for (int i = 0; i < A->n; i++) {
        double sum = 0;
        for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++)
            if (A->col[e] == i)
                sum += A->val[e];
        d[i] = sum;
        if (sum == 0)
            missing = i;
    }
    if (missing >= 0 && needed)
        die("row %d has no diagonal entry, and %s divides by it", missing, needed);
    return d;
}

void csr_row_sums(const struct csr *A, double *b)
{
#pragma omp parallel for schedule(static)
    for (int i = 0; i < A->n; i++) {
        double sum = 0;
        for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++)
            sum += A->val[e];
        b[i] = sum;
    }
}
