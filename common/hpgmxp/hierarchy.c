/* common/hpgmxp/hierarchy.c - sets up the levels of the HPG-MxP hierarchy. */
#include "hierarchy.h"
#include "csr.h"
#include "device.h"
#include "error.h"
#include "memory.h"
#include "clock.h"
#include "kernel_macros.h"
#include <string.h>

/* For each coarse grid point (i, j, k) the row of the fine grid point (2i, 2j,
 * 2k), both in natural order. */
static int *natural_coarse_rows(const struct box *fine, const struct box *coarse)
{
    int n = box_rows(coarse);
    int *row = NEW(int, (size_t)n, "rows of the coarse grid points");
#pragma omp parallel for schedule(static)
    for (int c = 0; c < n; c++) {
        int i = c % coarse->n[0], j = c / coarse->n[0] % coarse->n[1],
            k = c / coarse->n[0] / coarse->n[1];
        row[c] = (2 * k * fine->n[1] + 2 * j) * fine->n[0] + 2 * i;
    }
    return row;
}

/* Replaces row indices in natural order by row indices in the stored order, after
 * both levels were reordered. NULL means the natural order. */
static void renumber_coarse_rows(struct level *fine, const int *fine_inverse,
                                 const int *coarse_order)
{
    int *renumbered =
        NEW(int, (size_t)fine->coarse_n, "rows of the coarse grid points");
    for (int c = 0; c < fine->coarse_n; c++) {
        int natural = fine->coarse_row[coarse_order ? coarse_order[c] : c];
        renumbered[c] = fine_inverse ? fine_inverse[natural] : natural;
    }
    mem_free(fine->coarse_row);
    fine->coarse_row = renumbered;
}

/* The right-hand side b = A 1, in the order of the stored rows. */
static struct vector row_sums(const struct csr *A)
{
    double *sum = NEW(double, (size_t)A->n, "right-hand side");
    csr_row_sums(A, sum);
    return (struct vector){
        F64, A->n,
        device_upload(sum, (size_t)A->n, sizeof *sum, "right-hand side")};
}

/* Sets up level l on the grid g. Sets *inverse to the row of each grid point in the stored
 * order, or to NULL for the natural order; the caller frees it. coarse_row[] remains in
 * natural order on the host until the next level is set up. */
static void level_create(struct hierarchy *h, int l, const struct box *g,
                         const struct hierarchy_config *config, int **inverse)
{
    struct level *level = &h->level[l];
    struct matrix *A = &level->A;
    double start = now();
    const size_t allocated = mem_live();
    struct csr entries = stencil_create(g, config->values);
    double generated = now();
    h->grid[l] = *g;
    const struct partition owners = box_partition(g);
    const struct matrix_config square = {.level = l, .square = 1, .sweeps = 1};
    *A = matrix_begin(&entries, &square, &owners, l, h->comm);
    double planned = now();
    if (l + 1 < h->levels) {
        struct box coarse = box_coarsen(g);
        level->coarse_n = box_rows(&coarse);
        level->coarse_row = natural_coarse_rows(g, &coarse);
        for (int c = 0; c < level->coarse_n; c++) {
            const size_t *row = entries.ptr + level->coarse_row[c];
            level->coarse_nonzeros += row[1] - row[0];
        }
    }
    *inverse = NULL;
    if (config->order == ORDER_COLOR) {
        const struct coarse_points points = {level->coarse_row, level->coarse_n};
        A->order = order_by_color(&entries, &points, config->coloring,
                                  g->n[0] * g->n[1], &A->colors);
        *inverse = permutation_invert(A->n, A->order);
        entries = csr_permute(entries, A->order, *inverse);
        halo_permute(&A->halo, *inverse);
    }
    if (l == 0)
        h->b = row_sums(&entries);
    double ordered = now();
    matrix_store(A, entries, config->need[l]);
    h->times.generate += generated - start;
    h->times.halo += planned - generated;
    h->times.order += ordered - planned;
    h->times.layout += now() - ordered;
    h->bytes[l] = mem_live() - allocated;
}

struct hierarchy *hierarchy_create(const struct box *grid,
                                   const struct hierarchy_config *config,
                                   MPI_Comm comm)
{
    double start = now();
    struct hierarchy *h = mem_zero(1, sizeof *h, "hierarchy");
    h->levels = config->levels;
    h->values = config->values;
    h->comm = comm;
    int *finer_inverse = NULL;
    struct box g = *grid;
    for (int l = 0; l < h->levels; l++) {
        int *inverse;
        level_create(h, l, &g, config, &inverse);
        if (l > 0) {
            struct level *fine = &h->level[l - 1];
            renumber_coarse_rows(fine, finer_inverse, h->level[l].A.order);
            layout_link(fine);
            fine->coarse_row = device_upload(
                fine->coarse_row, (size_t)fine->coarse_n, sizeof *fine->coarse_row,
                "rows of the coarse grid points");
        }
        mem_free(finer_inverse);
        finer_inverse = inverse;
        g = box_coarsen(&g);
    }
    mem_free(finer_inverse);
    h->times.all = now() - start;
    return h;
}

struct hierarchy *hierarchy_view(const struct hierarchy *h,
                                 const enum format formats[FORMATS])
{
    struct hierarchy *view = mem_alloc(1, sizeof *view, "hierarchy");
    *view = *h;
    for (int l = 0; l < h->levels; l++)
        memcpy(view->level[l].A.formats, formats, sizeof view->level[l].A.formats);
    return view;
}

void hierarchy_free(struct hierarchy *h)
{
    for (int l = 0; l < h->levels; l++) {
        matrix_free(&h->level[l].A);
        device_free(h->level[l].coarse_row);
    }
    vector_free(&h->b);
    mem_free(h);
}
