/* docs/steps/regions/regions.c - divides each zone into regions, which a sweep updates one after the other.
 *
 *   region          0         1         2
 *   color 0    | 0  1  2 | 3  4  5 | 6  7  8 |     numbers of slices, in the order of
 *   color 1    | 0  1 | 2  3  4 | 5  6  7  8 |     their rows
 *   color 2    | 0 | 1  2  3 | 4  5  6  7  8 |
 *
 * A region has an equal part of the slices of each color, but a slice waits for those that
 * it reads: it is in no earlier region than the slices of earlier colors in whose columns
 * it has entries. A sweep updates a region color by color and then begins the next one.
 * Each row reads the numbers that it would read if all rows of a color were updated before
 * the next color, so that the result is bitwise the same. Slices that read the same part of
 * z have similar numbers. Hence this part remains in the cache until the last color of the
 * region has read it.
 *
 * complete[q], for a region q of the first zone, is the last region with columns of U of
 * region q: after it, w += U z (6.3) can be computed for the rows of region q. It is the
 * number of regions if some of these columns are halo columns. The pattern of a matrix that is
 * used for sweeps is symmetric (order.h): U of region q has a column in a slice if L of this
 * slice has one in region q.
 */
#include <region_size.h>
#include <regions.h>
#include "csr.h"
#include "memory.h"

/* What a slice reads: the last region with columns of L, the first and the last one of
 * those in the first zone (first > end: none), and whether U has halo columns. */
struct reads {
    int last, first, end, halo;
};

static struct reads reads_of(const struct matrix *A, const struct csr *E,
                             const struct slice *s, const int *region_of_row,
                             int of_first_zone)
{
    const int start = layout_color_row(A, s->color);
    struct reads reads = {-1, of_first_zone, -1, 0};
    for (size_t e = E->ptr[s->row]; e < E->ptr[s->row + s->rows]; e++) {
        reads.halo |= E->col[e] >= A->columns;
        if (E->col[e] >= start)
            continue;
        const int q = region_of_row[E->col[e]];
        reads.last = q > reads.last ? q : reads.last;
        reads.first = q < reads.first ? q : reads.first;
        if (q < of_first_zone)
            reads.end = q > reads.end ? q : reads.end;
    }
    return reads;
}

/* As many as the color with the most slices should have. */
static int regions_of_zone(const int *start, int colors)
{
    int most = 0;
    for (int c = 0; c < colors; c++)
        most = start[c + 1] - start[c] > most ? start[c + 1] - start[c] : most;
    return most / region_size() > 0 ? most / region_size() : 1;
}

/* Sorts the slices by region and, in a region, by color. */
static void sort(struct layout *layout, int regions, const int *region)
{
    const int colors = layout->colors, slices = layout->slices;
    int *start = mem_zero((size_t)regions * colors + 2, sizeof *start, "regions");
    struct slice *sorted = mem_zero((size_t)slices + 1, sizeof *sorted, "slices");
    /* start[b + 2]: slices of block b, then those before block b + 1, then before b + 2. */
    for (int s = 0; s < slices; s++)
        start[region[s] * colors + layout->slice[s].color + 2]++;
    for (int b = 0; b < regions * colors; b++)
        start[b + 1] += start[b];
    for (int s = 0; s < slices; s++)
        sorted[start[region[s] * colors + layout->slice[s].color + 1]++] =
            layout->slice[s];
    mem_free(layout->slice);
    mem_free(layout->start);
    layout->slice = sorted;
    layout->start = start;
}

void sort_by_region(const struct matrix *A, const struct csr *E,
                    struct layout *layout)
{
    const int colors = layout->colors, *start = layout->start;
    int *first_region = layout->first_region;
    for (int zone = 0; zone < ZONES; zone++)
        first_region[zone + 1] =
            first_region[zone] + regions_of_zone(start + zone * colors, colors);
    const int regions = first_region[ZONES];
    int *region_of_row = NEW(int, (size_t)A->n, "regions of rows"),
        *region = NEW(int, (size_t)layout->slices, "regions of slices"),
        *complete = NEW(int, (size_t)regions, "regions");
    struct reads *reads =
        NEW(struct reads, (size_t)layout->slices, "regions of slices");
    for (int q = 0; q < regions; q++)
        complete[q] = q;
    for (int b = 0; b < ZONES * colors; b++) {
        const int zone = b / colors, count = start[b + 1] - start[b],
                  in_zone = first_region[zone + 1] - first_region[zone];
#pragma omp parallel for schedule(static)
        for (int s = start[b]; s < start[b + 1]; s++)
            reads[s] =
                reads_of(A, E, &layout->slice[s], region_of_row, first_region[1]);
        int q = first_region[zone];
        for (int s = start[b]; s < start[b + 1]; s++) {
            const int part = first_region[zone] +
                             (int)((int64_t)(s - start[b]) * in_zone / count);
            q = part > q ? part : q;
            q = reads[s].last > q ? reads[s].last : q;
            region[s] = q;
            for (int r = 0; r < layout->slice[s].rows; r++)
                region_of_row[layout->slice[s].row + r] = q;
            for (int p = reads[s].first; p <= reads[s].end; p++)
                complete[p] = q > complete[p] ? q : complete[p];
            if (reads[s].halo)
                complete[q] = regions; /* larger than all of them */
        }
    }
    sort(layout, regions, region);
    layout->complete = complete;
    mem_free(region_of_row);
    mem_free(region);
    mem_free(reads);
}
