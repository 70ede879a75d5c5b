/* common/problem/jpl.c - colouring in parallel rounds (Jones-Plassmann, Luby).
 *
 * Each row draws a number from its name. In each round the rows whose number is the
 * greatest among their uncoloured neighbours take the smallest colour that no coloured
 * neighbour has. Such rows are not coupled to each other, so a round is a loop over
 * independent rows, and the colours depend on the names alone: not on the number of
 * threads, the machine or its libc.
 *
 * Luby, "A simple parallel algorithm for the maximal independent set problem", SIAM J.
 * Comput. 15 (1986); Jones, Plassmann, "A parallel graph coloring heuristic", SIAM J.
 * Sci. Comput. 14 (1993). The pattern of the local block is symmetric.
 */
#include "order.h"
#include "error.h"
#include "memory.h"

/* A number for row i: the finaliser of splitmix64, with the row itself in the low bits,
 * so that no two rows draw the same. */
static uint64_t draw(int i)
{
    uint64_t x = (uint64_t)i + UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    x ^= x >> 31;
    return x << 32 | (uint64_t)i;
}

/* Row i is the greatest of those that have no colour yet. */
static int wins(const struct csr *A, const int *color, int i)
{
    uint64_t mine = draw(i);
    for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++) {
        int j = A->col[e];
        if (j < A->n && j != i && color[j] < 0 && draw(j) > mine)
            return 0;
    }
    return 1;
}

static int free_color(const struct csr *A, const int *color, int i)
{
    enum { MOST = 64 };
    uint64_t taken = 0;
    for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++) {
        int j = A->col[e];
        if (j < A->n && j != i && color[j] >= 0)
            taken |= UINT64_C(1) << color[j];
    }
    for (int c = 0; c < MOST; c++)
        if (!(taken >> c & 1))
            return c;
    die("row %d needs more than %d colours: use --order=natural", i, MOST);
}

int color_jpl(const struct csr *A, int *color)
{
    int *left = NEW(int, (size_t)A->n, "rows without colour");
    char *won = NEW(char, (size_t)A->n, "rows that win a round");
    int lefts = A->n, count = 0;
#pragma omp parallel for schedule(static)
    for (int i = 0; i < A->n; i++) {
        color[i] = -1;
        left[i] = i;
    }
    while (lefts > 0) {
#pragma omp parallel for schedule(static)
        for (int k = 0; k < lefts; k++)
            won[k] = (char)wins(A, color, left[k]);
#pragma omp parallel for schedule(static) reduction(max : count)
        for (int k = 0; k < lefts; k++)
            if (won[k]) {
                color[left[k]] = free_color(A, color, left[k]);
                count = color[left[k]] >= count ? color[left[k]] + 1 : count;
            }
        int kept = 0;
        for (int k = 0; k < lefts; k++)
            if (!won[k])
                left[kept++] = left[k];
        lefts = kept;
    }
    mem_free(won);
    mem_free(left);
    return count;
}
