/* tests/unit_stencil.c - the generated matrix, entry by entry, against the
 * oracle. */
#include "stencil.h"
#include "oracle.h"
#include "tap.h"

static const char *const names[] = {"symmetric", "convection", "nonsymmetric"};

/* Entries of this rank's rows against a_ij of the equations, and their order. */
static void test_entries(const struct grid *g, const struct oracle *A,
                         enum stencil_values values)
{
    const double u = 0x1p-53;
    struct csr M = stencil_create(g, values);
    int columns = 1;
    double error = 0, nonzeros = (double)M.ptr[M.n];
    for (int i = 0; i < M.n; i++) {
        int id = oracle_id(A, tap_rank, i);
        size_t entries = A->first[id + 1] - A->first[id];
        columns &= M.ptr[i + 1] - M.ptr[i] == entries;
        for (size_t k = 0; columns && k < entries; k++) {
            size_t e = M.ptr[i] + k;
            int j = A->col[A->first[id] + k];
            columns &= M.col[e] < 0
                           ? M.remote[-1 - M.col[e]] == j && A->owner[j] != tap_rank
                           : oracle_id(A, tap_rank, M.col[e]) == j;
            big a = oracle_entry(A, id, j);
            double wrong = (double)fabsl((big)M.val[e] - a);
            if (!(wrong <= error))
                error = wrong;
        }
    }
    const char *name = names[values];
    ok(columns, "%s: columns, z outermost, then y, then x", name);
    /* B: 5 roundings under the root, 3 of products, 1 of a sum; entries are at most
     * 26 * 8 */
    small(error, values == STENCIL_NONSYMMETRIC ? 10 * u * 26 * 8 : 0, "%s: values",
          name);

    nonzeros = over_ranks(nonzeros, MPI_SUM);
    double z = 1;
    for (int d = 0; d < 3; d++)
        z *= 3 * A->extent[d] - 2;
    ok(nonzeros == z && z == (double)grid_global_nonzeros(g),
       "%s: number of entries", name);

    double *b = NEW(double, (size_t)M.n, "row sums");
    csr_row_sums(&M, b);
    error = 0;
    for (int i = 0; i < M.n; i++) {
        int id = oracle_id(A, tap_rank, i);
        big sum = 0, size = 0;
        for (int j = 0; j < A->n; j++) { /* dense: all pairs */
            sum += oracle_entry(A, id, j);
            size += fabsl(oracle_entry(A, id, j));
        }
        if (values == STENCIL_SYMMETRIC) {
            size = 0;
            sum = 27 - (big)(M.ptr[i + 1] - M.ptr[i]);
        }
        double wrong = (double)(fabsl((big)b[i] - sum) - (27 + 10) * u * size);
        if (!(wrong <= error))
            error = wrong;
    }
    small(error, 0, "%s: b = A 1%s", name,
          values == STENCIL_SYMMETRIC ? ", 27 less the entries of the row" : "");
    mem_free(b);
    csr_free(&M);
}

static void test_box(int nx, int ny, int nz)
{
    const int n[3] = {nx, ny, nz};
    int p[3];
    grid_factor(tap_ranks, p);
    struct grid g = grid_create(p, n, tap_rank);
    for (int v = 0; v < 3; v++) {
        struct oracle A[ORACLE_LEVELS];
        oracle_create(A, 1, p, n, (enum oracle_values)v, ORACLE_NATURAL);
        test_entries(&g, &A[0], (enum stencil_values)v);
        oracle_free(A);
    }
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    test_box(8, 8, 8);
    test_box(5, 3, 2);
    test_box(1, 1, 4);
    return done();
}
