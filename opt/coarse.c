/* opt/coarse.c - which rows of which slices restriction wants. */
#include <layout.h>
#include "device.h"
#include "kernels.h"
#include "memory.h"
#include <string.h>

/* Lists the rows that are coarse points, slice by slice; point_of[row] or -1. */
static void list_points(struct layout *L, const struct slice *slice, const int *natural,
                        const int *point_of)
{
    struct coarse_part *P = &L->coarse;
    int count = 0;
    for (int s = 0; s < L->slices; s++) {
        const struct slice *S = &slice[s];
        int before = count;
        for (int r = 0; r < S->rows; r++) {
            int c = point_of[natural ? natural[S->row + r] : S->row + r];
            if (c >= 0) {
                P->lane[count] = r;
                P->point[count++] = c;
            }
        }
        if (count == before)
            continue;
        P->first[P->slices] = before;
        P->slice[P->slices++] = s;
        L->coarse_values += (size_t)S->slots[UPPER] * (size_t)S->rows;
        L->coarse_indices += (size_t)(S->slots[UPPER] - S->runs[UPPER]) * (size_t)S->rows;
    }
    P->first[P->slices] = count;
}

static void list_halo_points(struct layout *L, const int *row, const int *point_of)
{
    struct coarse_part *P = &L->coarse;
    for (int b = 0; b < L->halo.rows; b++) {
        int c = point_of[row[b]];
        if (c >= 0) {
            P->halo_row[P->halo_rows] = b;
            P->halo_point[P->halo_rows++] = c;
        }
    }
}

static int *to_device(int *host, size_t count, size_t size)
{
    return device_take(host, count, size, "coarse points");
}

void layout_link(struct level *A)
{
    struct layout *L = A->layout;
    struct coarse_part *P = &L->coarse;
    const size_t n = (size_t)A->n, slices = (size_t)L->slices,
                 rows = (size_t)L->halo.rows, points = (size_t)A->coarse_n,
                 most = points < slices ? points : slices;
    int *point_of = NEW(int, n, "coarse points");
    memset(point_of, 0xff, n * sizeof(int));
    for (int c = 0; c < A->coarse_n; c++)
        point_of[A->coarse_row[c]] = c;
    P->slice = NEW(int, most, "slices with coarse points");
    P->first = NEW(int, most + 1, "slices with coarse points");
    P->lane = NEW(int, points, "coarse points by slice");
    P->point = NEW(int, points, "coarse points by slice");
    P->halo_row = NEW(int, rows, "coarse points at the halo");
    P->halo_point = NEW(int, rows, "coarse points at the halo");
    struct slice *slice = device_borrow(L->slice, slices + 1, sizeof *slice, "slices");
    int *natural = device_borrow(L->natural, n, sizeof(int), "rows by front"),
        *row = device_borrow(L->halo.row, rows, sizeof(int), "boundary rows");
    list_points(L, slice, natural, point_of);
    list_halo_points(L, row, point_of);
    device_return(slice);
    device_return(natural);
    device_return(row);
    mem_free(point_of);
    P->slice = to_device(P->slice, most, sizeof(int));
    P->first = to_device(P->first, most + 1, sizeof(int));
    P->lane = to_device(P->lane, points, sizeof(int));
    P->point = to_device(P->point, points, sizeof(int));
    P->halo_row = to_device(P->halo_row, rows, sizeof(int));
    P->halo_point = to_device(P->halo_point, rows, sizeof(int));
}
