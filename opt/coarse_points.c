/* opt/coarse_points.c - lists the rows that restriction by injection needs. */
#include <layout.h>
#include "device.h"
#include "kernels.h"
#include "memory.h"
#include <string.h>

/* The coarse points in each slice; point_of[i]: coarse point of row i, or -1. */
static void list_points(struct layout *layout, const struct slice *slice,
                        const int *row_order, const int *point_of)
{
    struct coarse_part *coarse = &layout->coarse;
    int count = 0;
    for (int s = 0; s < layout->slices; s++, slice++) {
        const int before = count;
        for (int r = 0; r < slice->rows; r++) {
            const int position = slice->row + r,
                      c = point_of[row_order ? row_order[position] : position];
            if (c >= 0) {
                coarse->slice_row[count] = r;
                coarse->point[count++] = c;
            }
        }
        if (count == before)
            continue;
        coarse->start[coarse->slices] = before;
        coarse->slice[coarse->slices++] = s;
        const int width = slice->width[UPPER], rows = slice->rows;
        coarse->values += (size_t)width * (size_t)rows;
        coarse->indices += (size_t)(width - slice->implicit[UPPER]) * (size_t)rows;
    }
    coarse->start[coarse->slices] = count;
}

/* The rows of H that are coarse points. */
static void list_halo_points(struct layout *layout, const int *row,
                             const int *point_of)
{
    struct coarse_part *coarse = &layout->coarse;
    for (int b = 0; b < layout->halo.rows; b++) {
        const int c = point_of[row[b]];
        if (c >= 0) {
            coarse->halo_row[coarse->halo_rows] = b;
            coarse->halo_point[coarse->halo_rows++] = c;
        }
    }
}

/* Half storage: if the slices with coarse points have entries in L, their product with
 * the correction is needed (half_sweep.h). */
static void prepare_correction(struct layout *layout, size_t points)
{
    struct half_part *half = &layout->half;
    for (int k = 0; k < layout->coarse.slices; k++) {
        const struct slice *slice = &layout->slice[layout->coarse.slice[k]];
        half->coarse_values += (size_t)slice->width[LOWER] * (size_t)slice->rows;
    }
    if (half->coarse_values > 0)
        half->correction = NEW(double, points, "corrections of z");
}

static void upload_list(int **list, size_t count)
{
    *list = device_upload(*list, count, sizeof(int), "coarse points");
}

void layout_link(struct level *level)
{
    const struct matrix *A = &level->A;
    struct layout *layout = A->layout;
    struct coarse_part *coarse = &layout->coarse;
    const size_t n = (size_t)A->n, slices = (size_t)layout->slices,
                 rows = (size_t)layout->halo.rows, points = (size_t)level->coarse_n,
                 most = points < slices ? points : slices;
    int *point_of = NEW(int, n, "coarse points");
    memset(point_of, 0xff, n * sizeof(int));
    for (int c = 0; c < level->coarse_n; c++)
        point_of[level->coarse_row[c]] = c;
    coarse->slice = NEW(int, most, "slices with coarse points");
    coarse->start = NEW(int, most + 1, "slices with coarse points");
    coarse->slice_row = NEW(int, points, "coarse points by slice");
    coarse->point = NEW(int, points, "coarse points by slice");
    coarse->halo_row = NEW(int, rows, "coarse points at the halo");
    coarse->halo_point = NEW(int, rows, "coarse points at the halo");

    struct slice *slice =
        device_download(layout->slice, slices + 1, sizeof *slice, "slices");
    int *row_order =
            device_download(layout->row_order, n, sizeof(int), "order of rows"),
        *row =
            device_download(layout->halo.row, rows, sizeof(int), "boundary rows");
    list_points(layout, slice, row_order, point_of);
    list_halo_points(layout, row, point_of);
    device_download_end(slice);
    device_download_end(row_order);
    device_download_end(row);
    mem_free(point_of);

    upload_list(&coarse->slice, most);
    upload_list(&coarse->start, most + 1);
    upload_list(&coarse->slice_row, points);
    upload_list(&coarse->point, points);
    upload_list(&coarse->halo_row, rows);
    upload_list(&coarse->halo_point, rows);
    if (layout->half.on)
        prepare_correction(layout, points);
    if (!A->options.fuse)
        layout->product = device_alloc(n, sizeof(double), "product A z");
}
