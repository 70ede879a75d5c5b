/* tests/unit/unit_order.c - coloring of a graph that is not a box, and the permutation that
 * follows from it. The checker (tests/checker/rows.c) recomputes sweeps in the colors of a box. */
#include "numbers.h"
#include "tap.h"
#include <omp.h>

/* perm names each of 0 .. n-1 once. */
static int is_permutation(int n, const int *perm)
{
    int *seen = mem_zero((size_t)n, sizeof(int), "seen");
    int good = 1;
    for (int i = 0; i < n; i++)
        good = good && perm[i] >= 0 && perm[i] < n && !seen[perm[i]]++;
    mem_free(seen);
    return good;
}

/* No two coupled rows have the same color, and C->first covers all rows. */
static int is_coloring(const struct csr *A, const int *order,
                       const struct coloring *C)
{
    int *color = NEW(int, (size_t)A->n, "color of each row");
    int good = C->first[0] == 0 && C->first[C->count] == A->n;
    for (int c = 0; c < C->count; c++) {
        good &= C->first[c] < C->first[c + 1];
        for (int k = C->first[c]; k < C->first[c + 1]; k++) {
            color[order[k]] = c;
            good &= k == C->first[c] || order[k] > order[k - 1];
        }
    }
    for (int i = 0; i < A->n; i++)
        for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++)
            good &=
                A->col[e] == i || A->col[e] >= A->n || color[A->col[e]] != color[i];
    mem_free(color);
    return good;
}

/* A symmetric graph: each row is coupled to `degree` random
 * rows. */
static struct csr random_graph(int n, int degree)
{
    char *coupled = mem_zero((size_t)n * (size_t)n, 1, "graph");
    struct csr A = {
        .n = n, .columns = n, .ptr = NEW(size_t, (size_t)n + 1, "row pointers")};
    for (int i = 0; i < n; i++) {
        coupled[i * n + i] = 1;
        for (int k = 0; k < degree; k++) {
            int j = (int)((noise(5, i * degree + k) + 1) / 2 * (n - 1));
            coupled[i * n + j] = coupled[j * n + i] = 1;
        }
    }
    A.ptr[0] = 0;
    A.col = NEW(int, (size_t)n *(size_t)n, "columns");
    A.val = NEW(double, (size_t)n *(size_t)n, "matrix values");
    size_t e = 0;
    for (int i = 0; i < n; i++) {
        for (int j = n - 1; j >= 0; j--) /* descending: any order is allowed */
            if (coupled[i * n + j]) {
                A.val[e] = noise(6, (int)e);
                A.col[e++] = j;
            }
        A.ptr[i + 1] = e;
    }
    mem_free(coupled);
    return A;
}

/* Whether row i of `copy` is row order[i] of A, with renumbered columns. */
static int is_permuted(const struct csr *A, const struct csr *copy,
                       const int *order, const int *inverse)
{
    double *d[2] = {csr_diagonal(A, NULL), csr_diagonal(copy, NULL)},
           *sum[2] = {NEW(double, (size_t)A->n, "row sums"),
                      NEW(double, (size_t)A->n, "row sums")};
    csr_row_sums(A, sum[0]);
    csr_row_sums(copy, sum[1]);
    int same = 1;
    for (int i = 0; i < A->n; i++) {
        const int from = order[i];
        size_t e = copy->ptr[i];
        for (size_t k = A->ptr[from]; k < A->ptr[from + 1]; k++, e++)
            same &= inverse[A->col[k]] == copy->col[e] && A->val[k] == copy->val[e];
        same &= e == copy->ptr[i + 1] && d[0][from] == d[1][i] &&
                sum[0][from] == sum[1][i];
    }
    for (int k = 0; k < 2; k++) {
        arrays_free(d[k], sum[k]);
    }
    return same;
}

static void test_graph(int n, int degree)
{
    struct csr A = random_graph(n, degree);
    struct coloring C;
    const int row[3] = {n - 1, n / 2, n - 1};
    const struct coarse_points coarse = {row, 3};
    int *order = order_by_color(&A, &coarse, (struct coloring_rule){0}, n, &C);
    int has_coarse = 0;
    for (int k = 0; k < C.first[1]; k++)
        has_coarse |= order[k] == n - 1 || order[k] == n / 2;
    ok(is_permutation(n, order), "random graph of %d rows: a permutation", n);
    ok(is_coloring(&A, order, &C), "no coupled rows share a color");
    ok(has_coarse, "the color with most coarse points is first");
    int *inverse = permutation_invert(n, order);
    struct csr copy = csr_permute(random_graph(n, degree), order, inverse);
    ok(is_permuted(&A, &copy, order, inverse), "the permuted matrix");
    csr_free(&copy);
    arrays_free(inverse, order, C.first);
    csr_free(&A);
}

/* Each row has the smallest color that no previous neighbor has. */
static int is_greedy(const struct csr *A, const int *order,
                     const struct coloring *C)
{
    int *color = NEW(int, (size_t)A->n, "color of each row"), good = 1;
    for (int c = 0; c < C->count; c++)
        for (int k = C->first[c]; k < C->first[c + 1]; k++)
            color[order[k]] = c;
    for (int i = 0; i < A->n; i++) {
        uint64_t used = 0;
        int smallest = 0;
        for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++)
            if (A->col[e] < i)
                used |= UINT64_C(1) << color[A->col[e]];
        while (used >> smallest & 1)
            smallest++;
        good &= color[i] == smallest;
    }
    mem_free(color);
    return good;
}

static void test_threads(int n, int degree)
{
    struct csr A = random_graph(n, degree);
    const int usual = omp_get_max_threads(), row = 0;
    const struct coarse_points coarse = {&row,
                                         1}; /* the first color remains first */
    for (int threads = 1; threads <= 8; threads++)
        for (int block = 1; block <= n; block *= 10) {
            struct coloring C;
            omp_set_num_threads(threads);
            int *order =
                order_by_color(&A, &coarse, (struct coloring_rule){0}, block, &C);
            ok(is_greedy(&A, order, &C), "%d threads, blocks of %d rows", threads,
               block);
            arrays_free(order, C.first);
        }
    omp_set_num_threads(usual);
    csr_free(&A);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    test_graph(1, 0);
    test_graph(100, 1);
    test_graph(300, 5);
    test_threads(1000, 5);
    return done();
}
