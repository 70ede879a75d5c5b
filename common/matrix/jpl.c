/* common/matrix/jpl.c - parallel coloring of rows (Jones, Plassmann, Luby).
 *
 * Each row has a pseudo-random weight. In each round, every uncolored row whose
 * weight is larger than the weights of its uncolored neighbors obtains the smallest
 * color that no neighbor has. No two of these rows are neighbors, so they are
 * colored in parallel. The weights depend only on the row numbers. Therefore the
 * colors do not depend on the number of threads or on the computer. The neighbors
 * of row i are the rows j with a_ij != 0 in the pattern of the local columns, which
 * must be symmetric.
 *
 * Luby, "A simple parallel algorithm for the maximal independent set problem", SIAM
 * J. Comput. 15 (1986); Jones, Plassmann, "A parallel graph coloring heuristic",
 * SIAM J. Sci. Comput. 14 (1993).
 */
#include "order.h"
#include "csr.h"
#include "error.h"
#include "memory.h"

/* The weight of row i: the last step of the generator splitmix64, with the row
 * number in the low bits, so that no two rows have the same weight. */
static uint64_t weight(int i)
{
    uint64_t x = (uint64_t)i + UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    x ^= x >> 31;
    return x << 32 | (uint64_t)i;
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

/* Returns the smallest color that no neighbor of row i has. */
static int smallest_free_color(const struct csr *A, const int *color, int i)
{
    enum { MAX_COLORS = 64 };
    uint64_t used = 0;
    for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++) {
        const int j = A->col[e];
        if (j < A->n && j != i && color[j] >= 0)
            used |= UINT64_C(1) << color[j];
    }
    for (int c = 0; c < MAX_COLORS; c++)
        if (!(used >> c & 1))
            return c;
    die("row %d needs more than %d colors; use --order=natural", i, MAX_COLORS);
}

int color_jpl(const struct csr *A, int *color)
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
                color[uncolored[k]] = smallest_free_color(A, color, uncolored[k]);
                count =
                    color[uncolored[k]] >= count ? color[uncolored[k]] + 1 : count;
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
