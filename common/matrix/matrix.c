/* common/matrix/matrix.c - creates and frees distributed matrices (matrix.h). */
#include "matrix.h"
#include "csr.h"
#include "device.h"
#include "error.h"
#include "kernel_macros.h"
#include "memory.h"
#include "row_range.h"

void matrix_store(struct matrix *A, struct csr entries, format_set need)
{
    A->partial = device_alloc((size_t)tiles(A->n), sizeof(double), "sums per tile");
    for (int f = 0; f < FORMATS; f++)
        A->formats[f] = (enum format)f;
    A->terms = rows_examine(&entries, need, A->sweeps,
                            A->what ? A->what : "the matrix", A->comm);
    if (need >> I8 & 1)
        A->rounding = rounding_of_rows(&entries, A->comm);
    A->layout = layout_create(A, entries, need);
}

struct matrix matrix_begin(struct csr *entries, const struct matrix_config *config,
                           const struct partition *columns, int tag, MPI_Comm comm)
{
    struct matrix A = {.what = config->what,
                       .level = config->level,
                       .n = entries->n,
                       .columns = entries->columns,
                       .square = config->square,
                       .sweeps = config->sweeps,
                       .nonzeros = entries->ptr[entries->n]};
    int64_t sum[2] = {A.n, (int64_t)A.nonzeros};
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, sum, 2, MPI_INT64_T, MPI_SUM, comm));
    A.global_rows = sum[0];
    A.global_nonzeros = sum[1];
    A.comm = comm;
    A.halo = halo_build(entries, columns, tag, comm);
    A.halo_n = entries->halo;
    return A;
}

struct matrix matrix_create(struct csr entries, const struct matrix_config *config,
                            const struct partition *columns, int tag, MPI_Comm comm)
{
    struct matrix A = matrix_begin(&entries, config, columns, tag, comm);
    matrix_store(&A, entries, config->need);
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
