/* docs/steps/regions/zones.c - divides each zone into regions, which a sweep updates one after the other.
 *
 *   region          0         1         2
 *   color 0    | 0  1  2 | 3  4  5 | 6  7  8 |     numbers of slices, in the order of
 *   color 1    | 0  1 | 2  3  4 | 5  6  7  8 |     their rows
 *   color 2    | 0 | 1  2  3 | 4  5  6  7  8 |
 *
 * A region has an equal part of the slices of each color, but a slice waits for those that
 * it reads: it is in no earlier region than the slices of earlier colors in whose columns
 * it has entries, and in no earlier one than BOUNDARY if it reads halo values. A sweep
 * updates a region color by color and then begins the next one. Each row reads the numbers
 * that it would read if all rows of a color were updated before the next color, so that the
 * result is bitwise the same. Slices that read the same part of z have similar numbers.
 * Hence this part remains in the cache until the last color of the region has read it.
 *
 * complete[q], for a region q of the interior zone, is the last region with columns of U
 * of region q: after it, w += U z (6.3) can be computed for the rows of region q. The
 * pattern of a matrix that is used for sweeps is symmetric (order.h): U of region q has a
 * column in a slice if L of this slice has one in region q.
 *
 * Differs from opt: a zone is many regions, each with a number of its own (regions.h), and
 * `start` also contains complete[ZONES], behind the first slices of the regions and colors.
 */
#include <layout.h>
#include "csr.h"
#include "memory.h"

/* The slices of a color in a region. */
static int slices_per_color(const struct matrix *A, const struct layout *layout)
{
    int most = 0, regions = 1;
    for (int c = 0; c < layout->colors; c++)
        if (layout->start[c + 1] - layout->start[c] > most)
            most = layout->start[c + 1] - layout->start[c];
    if (A->sweeps && most > REGION_SLICES)
        regions = most / REGION_SLICES;
    regions = regions < REGIONS ? regions : REGIONS;
    return (most + regions - 1) / regions;
}

/* The last region that a slice waits for, and the first and the last one of the interior
 * zone in which L has columns (first > end: none). */
struct reads {
    int last, first, end;
};

static struct reads reads_of(const struct matrix *A, const struct csr *E,
                             const struct slice *s, const int *region_of_row)
{
    const int start = layout_color_row(A, s->color);
    struct reads reads = {INTERIOR, BOUNDARY, INTERIOR - 1};
    for (size_t e = E->ptr[s->row]; e < E->ptr[s->row + s->rows]; e++) {
        if (E->col[e] >= start && E->col[e] < A->columns)
            continue;
        const int q = E->col[e] < start ? region_of_row[E->col[e]] : BOUNDARY;
        reads.last = q > reads.last ? q : reads.last;
        reads.first = q < reads.first ? q : reads.first;
        if (q < BOUNDARY)
            reads.end = q > reads.end ? q : reads.end;
    }
    return reads;
}

/* Finds the region of each slice, and complete[]. */
static void find_regions(const struct matrix *A, const struct csr *E,
                         const struct layout *layout, int *region, int *complete)
{
    const int size = slices_per_color(A, layout);
    int *region_of_row = NEW(int, (size_t)A->n, "regions of rows");
    struct reads *reads =
        NEW(struct reads, (size_t)layout->slices, "regions of slices");
    for (int q = 0; q < ZONES; q++)
        complete[q] = q;
    for (int c = 0; c < layout->colors; c++) {
        int interior = 0, boundary = 0; /* slices of this color before slice s */
#pragma omp parallel for schedule(static)
        for (int s = layout->start[c]; s < layout->start[c + 1]; s++)
            reads[s] = reads_of(A, E, &layout->slice[s], region_of_row);
        for (int s = layout->start[c]; s < layout->start[c + 1]; s++) {
            const int part = reads[s].last < BOUNDARY
                                 ? INTERIOR + interior++ / size
                                 : BOUNDARY + boundary++ / size;
            region[s] = part > reads[s].last ? part : reads[s].last;
            for (int r = 0; r < layout->slice[s].rows; r++)
                region_of_row[layout->slice[s].row + r] = region[s];
            for (int q = reads[s].first; q <= reads[s].end; q++)
                if (region[s] > complete[q])
                    complete[q] = region[s];
        }
    }
    mem_free(region_of_row);
    mem_free(reads);
}

void sort_by_zone(const struct matrix *A, const struct csr *E,
                  struct layout *layout)
{
    const int colors = layout->colors, blocks = ZONES * colors;
    int *region = NEW(int, (size_t)layout->slices, "regions of slices"),
        *start = NEW(int, (size_t)blocks + 1 + ZONES, "regions"), done = 0;
    struct slice *sorted =
        mem_zero((size_t)layout->slices + 1, sizeof *sorted, "slices");
    find_regions(A, E, layout, region, start + blocks + 1);
    for (int b = 0; b < blocks; b++) {
        start[b] = done;
        for (int s = layout->start[b % colors]; s < layout->start[b % colors + 1];
             s++)
            if (region[s] == b / colors)
                sorted[done++] = layout->slice[s];
    }
    start[blocks] = done;
    mem_free(region);
    mem_free(layout->slice);
    mem_free(layout->start);
    layout->slice = sorted;
    layout->start = start;
}
