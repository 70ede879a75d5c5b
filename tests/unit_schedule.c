/* tests/unit_schedule.c - a sweep by wavefronts is bitwise the sequential sweep.
 * threads.t compares sweeps of the tree on several threads. */
#include "fixture.h"
#include "tap.h"
#include <schedule.h>
#include <string.h>

/* A random matrix whose pattern is not symmetric; entries below and above mixed. */
static struct csr random_matrix(int n, int most, int seed)
{
    struct csr A = {.n = n,
                    .columns = n,
                    .ptr = NEW(size_t, (size_t)n + 1, "row pointers"),
                    .col = NEW(int, (size_t)n *(size_t)(most + 1), "columns"),
                    .val = NEW(double, (size_t)n *(size_t)(most + 1), "values")};
    char *taken = mem_zero((size_t)n, 1, "columns taken");
    size_t e = 0;
    A.ptr[0] = 0;
    for (int i = 0; i < n; i++) {
        int count = (int)((noise(seed, i) + 1) / 2 * most);
        for (int k = 0; k <= count; k++) {
            int j = k == count / 2
                        ? i /* the diagonal entry can be anywhere in the row */
                        : (int)((noise(seed + 1, i * most + k) + 1) / 2 * (n - 1));
            if (taken[j] || (j == i && k != count / 2))
                continue;
            taken[j] = 1;
            A.col[e] = j;
            A.val[e++] = j == i ? 2.0 * most : noise(seed + 2, i * most + k);
        }
        for (size_t d = A.ptr[i]; d < e; d++)
            taken[A.col[d]] = 0;
        A.ptr[i + 1] = e;
    }
    mem_free(taken);
    return A;
}

static struct csr stencil_matrix(int nx, int ny, int nz)
{
    struct box g = box_equal((int[3]){1, 1, 1}, (int[3]){nx, ny, nz}, 0);
    struct csr A = stencil_create(&g, STENCIL_NONSYMMETRIC);
    mem_free(A.remote);
    A.remote = NULL;
    return A;
}

static void relax(const struct csr *A, const double *r, double *z, int i)
{
    double sum = r[i], diagonal = 0;
    for (size_t e = A->ptr[i]; e < A->ptr[i + 1]; e++) {
        if (A->col[e] == i)
            diagonal = A->val[e];
        else
            sum -= A->val[e] * z[A->col[e]];
    }
    z[i] = sum / diagonal;
}

/* Whether a sweep of one wavefront after the other, with the rows of each in
 * reverse order, gives bitwise the result of the sequential sweep. */
static int wavefronts_equal_sequence(const struct csr *A, const double *r,
                                     const double *z0)
{
    size_t bytes = (size_t)A->n * sizeof(double);
    double *z = NEW(double, (size_t)A->n, "z"),
           *truth = NEW(double, (size_t)A->n, "z");
    int wavefronts, *first, *row;
    memcpy(z, z0, bytes);
    memcpy(truth, z0, bytes);
    schedule_create(A, &wavefronts, &first, &row);
    for (int i = 0; i < A->n; i++)
        relax(A, r, truth, i);
    int *seen = mem_zero((size_t)A->n, sizeof(int), "seen");
    int good = first[0] == 0 && first[wavefronts] == A->n;
    for (int f = 0; f < wavefronts; f++)
        for (int k = first[f + 1] - 1; k >= first[f]; k--) {
            good = good && !seen[row[k]]++;
            relax(A, r, z, row[k]);
        }
    good = good && memcmp(z, truth, bytes) == 0;
    arrays_free(seen, first, row, z, truth);
    return good;
}

static void test_matrix(struct csr A, const char *name)
{
    double *r = NEW(double, (size_t)A.n, "r"), *z0 = NEW(double, (size_t)A.n, "z");
    for (int i = 0; i < A.n; i++) {
        r[i] = noise(11, i);
        z0[i] = noise(12, i);
    }
    ok(wavefronts_equal_sequence(&A, r, z0),
       "%s: the wavefronts give the sequential sweep", name);
    arrays_free(r, z0);
    csr_free(&A);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    test_matrix(stencil_matrix(8, 8, 8), "27 points, 8 x 8 x 8");
    test_matrix(stencil_matrix(1, 1, 40), "a chain");
    test_matrix(stencil_matrix(1, 1, 1), "one row");
    test_matrix(random_matrix(400, 12, 20), "nonsymmetric pattern");
    test_matrix(random_matrix(3000, 5, 30), "sparse nonsymmetric pattern");
    test_matrix(random_matrix(50, 49, 40), "nearly dense");
    return done();
}
