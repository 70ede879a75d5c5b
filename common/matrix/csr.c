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

size_t csr_nonzeros(const struct csr *A)
{
    size_t sum = 0;
#pragma omp parallel for schedule(static) reduction(+ : sum)
    for (int i = 0; i < A->n; i++)
        sum += (size_t)csr_stored_row(A, i).count;
    return sum;
}

int *permutation_invert(int n, const int *order)
{
    int *inverse = NEW(int, (size_t)n, "inverse permutation");
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++)
        inverse[order[i]] = i;
    return inverse;
}

/* Computes ptr[] of the matrix whose row i is row order[i] of A. */
static void count_rows(const struct csr *A, const int *order, size_t *ptr)
{
    ptr[0] = 0;
    for (int i = 0; i < A->n; i++)
        ptr[i + 1] = ptr[i] + (size_t)csr_stored_row(A, order ? order[i] : i).count;
}

struct csr csr_permute(struct csr A, const int *order)
{
    if (!order && !A.repeated)
        return A;
    int *own = order && !A.inverse ? permutation_invert(A.n, order) : NULL;
    const int *inverse = A.inverse ? A.inverse : own;
    size_t *ptr = NEW(size_t, (size_t)A.n + 1, "row pointers");
    count_rows(&A, order, ptr);
    struct csr B = {.n = A.n,
                    .columns = A.columns,
                    .halo = A.halo,
                    .ptr = ptr,
                    .col = NEW(int, ptr[A.n], "columns"),
                    .val = NEW(double, ptr[A.n], "matrix values")};
    A.order = order;
    A.inverse = inverse;
#pragma omp parallel for schedule(static)
    for (int i = 0; i < A.n; i++) {
        const struct stored_row row = csr_row(&A, i);
        for (int k = 0; k < row.count; k++) {
            B.col[B.ptr[i] + (size_t)k] = csr_column(&A, &row, k);
            B.val[B.ptr[i] + (size_t)k] = row.val[k];
        }
    }
    B.remote = A.remote;
    B.remotes = A.remotes;
    A.remote = NULL;
    mem_free(own);
    csr_free(&A);
    return B;
}

/* The values of the repeated row. Its sum and its diagonal are computed once. */
static struct stored_row repeated_row(const struct csr *A)
{
    const size_t first = A->ptr[A->n];
    return (struct stored_row){A->repeated, 0, A->col + first, A->val + first};
}

/* The value in stored column j. */
static double entry_in(const struct stored_row *row, int j)
{
    double value = 0;
    for (int k = 0; k < row->count; k++)
        if (row->col[k] + row->shift == j)
            value += row->val[k];
    return value;
}

double *csr_diagonal(const struct csr *A, const char *needed)
{
    double *d = NEW(double, (size_t)A->n, "diagonal");
    const struct stored_row repeated = repeated_row(A);
    const double repeated_diagonal = entry_in(&repeated, 0);
    int missing = -1;
#pragma omp parallel for schedule(static) reduction(max : missing)
    for (int i = 0; i < A->n; i++) {
        const int stored = A->order ? A->order[i] : i;
        const struct stored_row row = csr_stored_row(A, stored);
        d[i] = row.val == repeated.val ? repeated_diagonal : entry_in(&row, stored);
        if (d[i] == 0)
            missing = i;
    }
    if (missing >= 0 && needed)
        die("row %d has no diagonal entry, and %s divides by it", missing, needed);
    return d;
}

static double sum_of(const struct stored_row *row)
{
    double sum = 0;
    for (int k = 0; k < row->count; k++)
        sum += row->val[k];
    return sum;
}

void csr_row_sums(const struct csr *A, double *b)
{
    const struct stored_row repeated = repeated_row(A);
    const double repeated_sum = sum_of(&repeated);
#pragma omp parallel for schedule(static)
    for (int i = 0; i < A->n; i++) {
        const struct stored_row row = csr_row(A, i);
        b[i] = row.val == repeated.val ? repeated_sum : sum_of(&row);
    }
}
