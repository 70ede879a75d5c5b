/* common/matrix/order.c - greedy coloring; the order of rows by color. */
#include "order.h"
#include "csr.h"
#include "error.h"
#include "memory.h"
#include <stdint.h>

/* Greedy coloring: each row, in order, obtains the smallest color that no previous
 * row j with an entry a_ij has. The pattern of the local columns is symmetric.
 * Stores the color of row i in color[i] and returns the number of colors. */
static int color_greedy(const struct csr *A, int *color)
{
    enum { MAX_COLORS = 64 };
    int count = 0;
    for (int i = 0; i < A->n; i++) {
        uint64_t used = 0;
        for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++)
            if (A->col[e] < i)
                used |= UINT64_C(1) << color[A->col[e]];
        int c = 0;
        while (c < MAX_COLORS && (used >> c & 1))
            c++;
        if (c == MAX_COLORS)
            die("row %d needs more than %d colors; use --order=natural", i,
                MAX_COLORS);
        color[i] = c;
        if (c >= count)
            count = c + 1;
    }
    return count;
}

/* Ends the program if two rows i and j of one color have an entry a_ij. */
static void color_check(const struct csr *A, const int *color)
{
    int bad = -1;
#pragma omp parallel for schedule(static) reduction(max : bad)
    for (int i = 0; i < A->n; i++)
        for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++) {
            const int j = A->col[e];
            if (j < A->n && j != i && color[j] == color[i])
                bad = i;
        }
    if (bad >= 0)
        die("row %d has an entry in the column of another row of its color %d", bad,
            color[bad]);
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
 * the other colors have remained in their order. */
static int renumber(int c, int from, int to)
{
    if (c == from)
        return to;
    int rest = c - (c > from);
    return rest + (rest >= to);
}

int *order_by_color(const struct csr *A, const struct coarse_points *coarse,
                    struct coloring_rule rule, struct coloring *colors)
{
    int *color = NEW(int, (size_t)A->n, "colors");
    int *order = NEW(int, (size_t)A->n, "order of rows");
    int count =
        rule.kind == COLORING_JPL ? color_jpl(A, color) : color_greedy(A, color);
    color_check(A, color);
    int from = color_of_most_points(color, count, coarse);
    const int position[] = {
        [COARSE_FIRST] = 0, [COARSE_MIDDLE] = count / 2, [COARSE_LAST] = count - 1};
    int to = position[rule.coarse];
    for (int i = 0; i < A->n; i++)
        color[i] = renumber(color[i], from, to);

    colors->count = count;
    colors->first = mem_zero((size_t)count + 1, sizeof(int), "colors");
    for (int i = 0; i < A->n; i++)
        colors->first[color[i] + 1]++;
    for (int c = 0; c < count; c++)
        colors->first[c + 1] += colors->first[c];
    for (int i = 0; i < A->n; i++)
        order[colors->first[color[i]]++] = i;
    for (int c = count; c > 0; c--)
        colors->first[c] = colors->first[c - 1];
    colors->first[0] = 0;
    mem_free(color);
    return order;
}
