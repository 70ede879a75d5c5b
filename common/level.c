/* common/level.c - builds the hierarchy: matrix, halo plan, order, layout per level. */
#include "level.h"
#include "device.h"
#include "error.h"
#include "kernels.h"
#include "memory.h"
#include "phase.h"
#include "words.h"
#include <string.h>

/* Row (2i, 2j, 2k) of the fine box for coarse point (i, j, k), in natural order. */
static int *natural_coarse_rows(const struct grid *fine, const struct grid *coarse)
{
    int n = grid_rows(coarse);
    int *row = NEW(int, (size_t)n, "coarse points");
#pragma omp parallel for schedule(static)
    for (int c = 0; c < n; c++) {
        int i = c % coarse->n[0], j = c / coarse->n[0] % coarse->n[1],
            k = c / coarse->n[0] / coarse->n[1];
        row[c] = (2 * k * fine->n[1] + 2 * j) * fine->n[0] + 2 * i;
    }
    return row;
}

/* Renames the coarse points of `fine` after both levels were reordered. */
static void rename_coarse_rows(struct level *fine, const int *fine_inverse,
                               const int *coarse_order)
{
    int *renamed = NEW(int, (size_t)fine->coarse_n, "coarse points");
    for (int c = 0; c < fine->coarse_n; c++) {
        int natural = fine->coarse_row[coarse_order ? coarse_order[c] : c];
        renamed[c] = fine_inverse ? fine_inverse[natural] : natural;
    }
    mem_free(fine->coarse_row);
    fine->coarse_row = renamed;
}

static void coarse_rows_to_device(struct level *A)
{
    A->coarse_row = device_take(A->coarse_row, (size_t)A->coarse_n, sizeof *A->coarse_row,
                                "coarse points");
}

/* The right-hand side b = A 1, in the order of the stored rows. */
static struct vector row_sums(const struct csr *A)
{
    double *sum = NEW(double, (size_t)A->n, "right-hand side");
    csr_row_sums(A, sum);
    return (struct vector){
        F64, A->n, device_take(sum, (size_t)A->n, sizeof *sum, "right-hand side")};
}

/* The matrix as the tree keeps it. */
static void level_store(struct level *A, struct csr matrix, format_set need,
                        const enum format matrix_format[FORMATS])
{
    memcpy(A->matrix, matrix_format, sizeof A->matrix);
    A->partial = device_alloc((size_t)tiles(A->n), sizeof(double), "sums per tile");
    A->layout = layout_create(A, matrix, need);
}

static void level_create(struct hierarchy *h, struct level *A, const struct grid *g,
                         int depth, enum stencil_values values, enum row_order order,
                         format_set need, const enum format matrix_format[FORMATS],
                         int **inverse)
{
    double start = now();
    struct csr matrix = stencil_create(g, values);
    double generated = now();
    *A = (struct level){.depth = depth,
                        .n = matrix.n,
                        .columns = matrix.n,
                        .square = 1,
                        .sweeps = 1,
                        .nonzeros = matrix.ptr[matrix.n],
                        .global_rows = grid_global_rows(g),
                        .global_nonzeros = grid_global_nonzeros(g),
                        .grid = *g};
    A->halo = halo_build(&matrix, h->comm, depth, g, grid_owner, grid_local);
    A->halo_n = matrix.halo;
    double planned = now();
    if (depth + 1 < h->levels) {
        struct grid coarse = grid_coarsen(g);
        A->coarse_n = grid_rows(&coarse);
        A->coarse_row = natural_coarse_rows(g, &coarse);
    }
    *inverse = NULL;
    if (order == ORDER_COLOR) {
        A->order = order_by_color(&matrix, A->coarse_row, A->coarse_n, &A->colors);
        *inverse = permutation_invert(A->n, A->order);
    }
    halo_permute(&A->halo, *inverse);
    matrix = csr_permute(matrix, A->order);
    if (depth == 0)
        h->b = row_sums(&matrix);
    double ordered = now();
    level_store(A, matrix, need, matrix_format);
    h->generate_seconds += generated - start;
    h->halo_seconds += planned - generated;
    h->order_seconds += ordered - planned;
    h->layout_seconds += now() - ordered;
}

struct hierarchy *hierarchy_create(const struct grid *grid, int levels,
                                   enum stencil_values values, enum row_order order,
                                   const format_set need[],
                                   const enum format matrix[FORMATS], MPI_Comm comm)
{
    double start = now();
    struct hierarchy *h = mem_zero(1, sizeof *h, "hierarchy");
    h->levels = levels;
    h->comm = comm;
    int *finer_inverse = NULL;
    struct grid g = *grid;
    for (int l = 0; l < levels; l++) {
        int *inverse;
        level_create(h, &h->level[l], &g, l, values, order, need[l], matrix, &inverse);
        if (l > 0) {
            rename_coarse_rows(&h->level[l - 1], finer_inverse, h->level[l].order);
            layout_link(&h->level[l - 1]);
            coarse_rows_to_device(&h->level[l - 1]);
        }
        mem_free(finer_inverse);
        finer_inverse = inverse;
        g = grid_coarsen(&g);
    }
    mem_free(finer_inverse);
    h->setup_seconds = now() - start;
    return h;
}

struct level level_from_csr(struct csr matrix, int square, const void *columns,
                            int (*owner)(const void *columns, int64_t id),
                            int (*local)(const void *columns, int64_t id),
                            format_set need, const enum format matrix_format[FORMATS],
                            int depth, int tag, MPI_Comm comm)
{
    struct level A = {.depth = depth,
                      .n = matrix.n,
                      .columns = matrix.columns,
                      .square = square,
                      .nonzeros = matrix.ptr[matrix.n]};
    int64_t sum[2] = {A.n, (int64_t)A.nonzeros};
    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, sum, 2, MPI_INT64_T, MPI_SUM, comm));
    A.global_rows = sum[0];
    A.global_nonzeros = sum[1];
    A.halo = halo_build(&matrix, comm, tag, columns, owner, local);
    A.halo_n = matrix.halo;
    level_store(&A, matrix, need, matrix_format);
    return A;
}

void level_free(struct level *A)
{
    layout_free(A->layout);
    halo_free(&A->halo);
    mem_free(A->order);
    mem_free(A->colors.first);
    device_free(A->coarse_row);
    device_free(A->partial);
    *A = (struct level){0};
}

struct hierarchy *hierarchy_of(struct level A, struct vector b, MPI_Comm comm)
{
    struct hierarchy *h = mem_zero(1, sizeof *h, "hierarchy");
    h->levels = 1;
    h->level[0] = A;
    h->b = b;
    h->comm = comm;
    return h;
}

void hierarchy_free(struct hierarchy *h)
{
    for (int l = 0; l < h->levels; l++)
        level_free(&h->level[l]);
    for (int l = 0; h->P && l + 1 < h->levels; l++) {
        level_free(&h->P[l]);
        level_free(&h->R[l]);
    }
    mem_free(h->P);
    mem_free(h->R);
    vector_free(&h->b);
    mem_free(h);
}

struct memory_model hierarchy_cost(const struct grid *grid, int levels,
                                   enum row_order order, const format_set need[])
{
    struct memory_model sum = {0, 0};
    struct grid g = *grid;
    for (int l = 0; l < levels; l++, g = grid_coarsen(&g)) {
        size_t n = (size_t)grid_rows(&g), nonzeros = (size_t)grid_local_nonzeros(&g);
        size_t coarse_n = l + 1 < levels ? n / 8 : 0;
        size_t matrix = mem_cost(n + 1, sizeof(size_t)) +
                        mem_cost(nonzeros, sizeof(int)) +
                        mem_cost(nonzeros, sizeof(double));
        struct memory_model layout = layout_cost((int)n, nonzeros, coarse_n > 0, need[l]);
        size_t kept = halo_cost(grid_halo(&g)) + mem_cost(coarse_n, sizeof(int)) +
                      mem_cost((size_t)tiles((int)n), sizeof(double)) +
                      (l == 0 ? mem_cost(n, sizeof(double)) : 0);
        size_t peak = kept + layout.peak;
        if (order == ORDER_COLOR) {
            kept += mem_cost(n, sizeof(int));
            size_t permuting = kept + 2 * matrix + 2 * mem_cost(n, sizeof(int));
            peak = permuting > peak ? permuting : peak;
        }
        if (sum.kept + peak > sum.peak)
            sum.peak = sum.kept + peak;
        sum.kept += kept + layout.kept;
    }
    return sum;
}
