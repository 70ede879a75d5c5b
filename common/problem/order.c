/* common/problem/order.c - greedy colouring and the permutation that follows from it. */
#include "order.h"
#include "error.h"
#include "memory.h"
#include "tuning.h"
#include <stdint.h>

/* Greedy colouring from the graph alone: each row, in order, takes the smallest colour
 * that no coupled row before it has. The pattern of the local block is symmetric.
 * color[i] of each row; the number of colours is returned. */
static int color_greedy(const struct csr *A, int *color)
{
    enum { MOST = 64 };
    int count = 0;
    for (int i = 0; i < A->n; i++) {
        uint64_t taken = 0;
        for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++)
            if (A->col[e] < i)
                taken |= UINT64_C(1) << color[A->col[e]];
        int c = 0;
        while (c < MOST && (taken >> c & 1))
            c++;
        if (c == MOST)
            die("row %d needs more than %d colours: use --order=natural", i, MOST);
        color[i] = c;
        if (c >= count)
            count = c + 1;
    }
    return count;
}

/* Ends the run if two coupled rows share a colour. */
static void color_check(const struct csr *A, const int *color)
{
    int bad = -1;
#pragma omp parallel for schedule(static) reduction(max : bad)
    for (int i = 0; i < A->n; i++)
        for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++) {
            int j = A->col[e];
            if (j < A->n && j != i && color[j] == color[i])
                bad = i;
        }
    if (bad >= 0)
        die("row %d shares colour %d with a row it is coupled to", bad, color[bad]);
}

/* The colour with the most coarse points; the lowest of equals. */
static int richest_color(const int *color, int count, const int *coarse_row, int coarse_n)
{
    int *points = mem_zero((size_t)count, sizeof(int), "coarse points per colour");
    for (int i = 0; i < coarse_n; i++)
        points[color[coarse_row[i]]]++;
    int best = 0;
    for (int c = 1; c < count; c++)
        if (points[c] > points[best])
            best = c;
    mem_free(points);
    return best;
}

/* What colour c is called once colour `from` has been moved to place `to`. */
static int moved(int c, int from, int to)
{
    if (c == from)
        return to;
    int rest = c - (c > from);
    return rest + (rest >= to);
}

int *order_by_color(const struct csr *A, const int *coarse_row, int coarse_n,
                    struct coloring *colors)
{
    int *color = NEW(int, (size_t)A->n, "colours");
    int *order = NEW(int, (size_t)A->n, "order of rows");
    int count =
        tuning.coloring == COLORING_JPL ? color_jpl(A, color) : color_greedy(A, color);
    color_check(A, color);
    int richest = richest_color(color, count, coarse_row, coarse_n);
    int to = tuning.coarse == COARSE_MIDDLE ? count / 2 : 0;
    /* the richest colour to its place, the rest as they are */
    for (int i = 0; i < A->n; i++)
        color[i] = moved(color[i], richest, to);

    colors->count = count;
    colors->first = mem_zero((size_t)count + 1, sizeof(int), "colours");
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
