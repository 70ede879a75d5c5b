/* common/matrix/order.c - two algorithms that color rows; the order of rows by color.
 *
 * The neighbors of row i are the rows j with a_ij != 0 in the pattern of the local
 * columns, which must be symmetric. */
#include "order.h"
#include "csr.h"
#include "error.h"
#include "memory.h"
#include "mix_bits.h"
#include <sched.h>
#include <stdint.h>

/* Returns the smallest color that is not in the set of those that neighbors of row i have:
 * bit c stands for color c. */
static int smallest_free_color(uint64_t used, int i)
{
    enum { MAX_COLORS = 64 };
    for (int c = 0; c < MAX_COLORS; c++)
        if (!(used >> c & 1))
            return c;
    die("row %d needs more than %d colors; use --order=natural", i, MAX_COLORS);
}

/* Waits until a row has a color and returns it. */
static int wait_for_color(const int *color)
{
    for (;;) {
        int c;
#pragma omp atomic read
        c = *color;
        if (c >= 0)
            return c;
        sched_yield();
    }
}

/* Greedy coloring: each row, in order, gets the smallest color that no previous
 * neighbor has. Stores the color of row i in color[i] and returns the number of colors.
 *
 * Threads color blocks of consecutive rows in turn: with T threads, thread t the blocks t,
 * t + T, t + 2 T, ... A row waits until its previous neighbors have their colors. So each
 * color depends on the same colors as in a sequential loop, whatever the threads and blocks
 * are; and of the rows without a color the first one never waits, so that the loop ends.
 * (The schedule is monotonic: a thread colors its blocks in ascending order.) Threads are
 * busy at the same time if the first row of a block needs only rows near the beginning of the
 * block before it. Planes of a grid are such blocks. */
static int color_greedy(const struct csr *A, int block, int *color)
{
    int count = 0;
#pragma omp parallel for schedule(static)
    for (int i = 0; i < A->n; i++)
        color[i] = -1;
#pragma omp parallel for schedule(static, block) reduction(max : count)
    for (int i = 0; i < A->n; i++) {
        uint64_t used = 0;
        for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++)
            if (A->col[e] < i)
                used |= UINT64_C(1) << wait_for_color(&color[A->col[e]]);
        const int c = smallest_free_color(used, i);
#pragma omp atomic write
        color[i] = c;
        count = c >= count ? c + 1 : count;
    }
    return count;
}

/* The weight of row i: random bits, with the row number in the low ones, so that no two
 * rows have the same weight. */
static uint64_t weight(int i)
{
    return mix_bits((uint64_t)i + SPLITMIX_STEP) << 32 | (uint64_t)i;
}

/* Returns 1 if row i has the largest weight among its uncolored neighbors and
 * itself. */
static int is_largest(const struct csr *A, const int *color, int i)
{
    uint64_t own = weight(i);
    for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++) {
        const int j = A->col[e];
        if (j < A->n && j != i && color[j] < 0 && weight(j) > own)
            return 0;
    }
    return 1;
}

/* The set of the colors of the neighbors of row i; a row without a color has -1. */
static uint64_t colors_of_neighbors(const struct csr *A, const int *color, int i)
{
    uint64_t used = 0;
    for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++) {
        const int j = A->col[e];
        if (j < A->n && j != i && color[j] >= 0)
            used |= UINT64_C(1) << color[j];
    }
    return used;
}

/* The algorithm of Jones, Plassmann and Luby, which colors rows in parallel. Each row has
 * a pseudo-random weight. In each round, every uncolored row whose weight is larger than
 * the weights of its uncolored neighbors gets the smallest color that no neighbor has.
 * No two of these rows are neighbors. The weights depend only on the row numbers, so the
 * colors do not depend on the number of threads or on the computer. Sources:
 *
 * Luby, "A simple parallel algorithm for the maximal independent set problem", SIAM
 * J. Comput. 15 (1986); Jones, Plassmann, "A parallel graph coloring heuristic",
 * SIAM J. Sci. Comput. 14 (1993). */
static int color_jpl(const struct csr *A, int *color)
{
    int *uncolored = NEW(int, (size_t)A->n, "uncolored rows");
    char *selected = NEW(char, (size_t)A->n, "rows of a round");
    int remaining = A->n, count = 0;
#pragma omp parallel for schedule(static)
    for (int i = 0; i < A->n; i++) {
        color[i] = -1;
        uncolored[i] = i;
    }
    while (remaining > 0) {
#pragma omp parallel for schedule(static)
        for (int k = 0; k < remaining; k++)
            selected[k] = (char)is_largest(A, color, uncolored[k]);
#pragma omp parallel for schedule(static) reduction(max : count)
        for (int k = 0; k < remaining; k++)
            if (selected[k]) {
                const int i = uncolored[k];
                color[i] = smallest_free_color(colors_of_neighbors(A, color, i), i);
                count = color[i] >= count ? color[i] + 1 : count;
            }
        int kept = 0;
        for (int k = 0; k < remaining; k++)
            if (!selected[k])
                uncolored[kept++] = uncolored[k];
        remaining = kept;
    }
    mem_free(selected);
    mem_free(uncolored);
    return count;
}

/* Returns the color with the most coarse points, the smallest one if there are
 * several. */
static int color_of_most_points(const int *color, int count,
                                const struct coarse_points *coarse)
{
    int *points = mem_zero((size_t)count, sizeof(int), "coarse points per color");
    for (int i = 0; i < coarse->count; i++)
        points[color[coarse->row[i]]]++;
    int best = 0;
    for (int c = 1; c < count; c++)
        if (points[c] > points[best])
            best = c;
    mem_free(points);
    return best;
}

/* Returns the new number of color c after color `from` has become color `to` and
 * the other colors have remained in their order. Exchanging `from` and `to` gives the
 * inverse. */
static int renumber(int c, int from, int to)
{
    if (c == from)
        return to;
    int rest = c - (c > from);
    return rest + (rest >= to);
}

int *order_by_color(const struct csr *A, const struct coarse_points *coarse,
                    struct coloring_rule rule, int block, struct coloring *colors)
{
    int *color = NEW(int, (size_t)A->n, "colors");
    int *order = NEW(int, (size_t)A->n, "order of rows");
    const int count = rule.kind == COLORING_JPL ? color_jpl(A, color)
                                                : color_greedy(A, block, color),
              from = color_of_most_points(color, count, coarse);
    const int position[] = {
        [COARSE_FIRST] = 0, [COARSE_MIDDLE] = count / 2, [COARSE_LAST] = count - 1};
    const int to = position[rule.coarse];
    int *first = mem_zero((size_t)count + 1, sizeof(int), "colors");
#pragma omp parallel for schedule(static)
    for (int c = 0; c < count; c++) {
        const int old = renumber(c, to, from);
        for (int i = 0; i < A->n; i++)
            first[c + 1] += color[i] == old;
    }
    for (int c = 0; c < count; c++)
        first[c + 1] += first[c];
#pragma omp parallel for schedule(static)
    for (int c = 0; c < count; c++) {
        const int old = renumber(c, to, from);
        for (int i = 0, k = first[c]; i < A->n; i++)
            if (color[i] == old)
                order[k++] = i;
    }
    *colors = (struct coloring){count, first};
    mem_free(color);
    return order;
}
