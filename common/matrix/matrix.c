/* common/matrix/matrix.c - creates and frees distributed matrices (matrix.h). */
#include "matrix.h"
#include "csr.h"
#include "device.h"
#include "error.h"
#include "kernel_macros.h"
#include "memory.h"
#include "row_range.h"
#include <math.h>

/* Returns s of (11.6): s^2 = sum_i (m_i sum_j |a_ij|)^2, where row i has m_i entries. In a long
 * double the squares do not leave the range, even if the entries are near 1e200 or 1e-200. */
static double size_of_terms(const struct csr *A, MPI_Comm comm)
{
    long double squares = 0;
#pragma omp parallel for schedule(static) reduction(+ : squares)
    for (int i = 0; i < A->n; i++) {
        double sum = 0;
        for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++)
            sum += fabs(A->val[e]);
        sum *= (double)(A->ptr[i + 1] - A->ptr[i]);
        squares += (long double)sum * sum;
    }
    MPI_OK(
        MPI_Allreduce(MPI_IN_PLACE, &squares, 1, MPI_LONG_DOUBLE, MPI_SUM, comm));
    return (double)sqrtl(squares);
}

void matrix_store(struct matrix *A, struct csr entries, format_set need)
{
    A->partial = device_alloc((size_t)tiles(A->n), sizeof(double), "sums per tile");
    for (int f = 0; f < FORMATS; f++)
        A->formats[f] = (enum format)f;
    row_range_check(&entries, need, A->sweeps, A->what ? A->what : "the matrix",
                    A->comm);
    if (need >> I8 & 1)
        A->rounding = rounding_of_rows(&entries, A->comm);
    A->terms = size_of_terms(&entries, A->comm);
    A->layout = layout_create(A, entries, need);
}

struct matrix matrix_create(struct csr entries, const struct matrix_setup *setup,
                            const struct partition *columns, int tag, MPI_Comm comm)
{
    struct matrix A = {.what = setup->what,
                       .depth = setup->depth,
                       .n = entries.n,
                       .columns = entries.columns,
                       .square = setup->square,
                       .nonzeros = entries.ptr[entries.n]};
    int64_t sum[2] = {A.n, (int64_t)A.nonzeros};
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, sum, 2, MPI_INT64_T, MPI_SUM, comm));
    A.global_rows = sum[0];
    A.global_nonzeros = sum[1];
    A.comm = comm;
    A.halo = halo_build(&entries, columns, tag, comm);
    A.halo_n = entries.halo;
    matrix_store(&A, entries, setup->need);
    return A;
}

void matrix_free(struct matrix *A)
{
    layout_free(A->layout);
    halo_free(&A->halo);
    mem_free(A->order);
    mem_free(A->colors.first);
    device_free(A->partial);
    *A = (struct matrix){0};
}
