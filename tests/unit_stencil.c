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

    MPI_OK(MPI_Allreduce(MPI_IN_PLACE, &nonzeros, 1, MPI_DOUBLE, MPI_SUM,
                         MPI_COMM_WORLD));
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

/* All entries of two matrices that store all rows. */
static int same_entries(const struct csr *A, const struct csr *B)
{
    int same = A->n == B->n && A->repeated == 0 && B->repeated == 0;
    for (int i = 0; same && i <= A->n; i++)
        same = A->ptr[i] == B->ptr[i];
    for (size_t e = 0; same && e < A->ptr[A->n]; e++)
        same = A->col[e] == B->col[e] && A->val[e] == B->val[e];
    return same;
}

/* The rows of A against those of B, which stores all of them. */
static int same_rows(const struct csr *A, const struct csr *B)
{
    int same = csr_nonzeros(A) == B->ptr[B->n];
    for (int i = 0; same && i < B->n; i++) {
        const struct stored_row row = csr_row(A, i);
        size_t e = B->ptr[i];
        same = (size_t)row.count == B->ptr[i + 1] - e;
        for (int k = 0; same && k < row.count; k++, e++)
            same = csr_column(A, &row, k) == B->col[e] && row.val[k] == B->val[e];
    }
    return same;
}

/* A matrix with a repeated row is the same matrix in less memory, also in another
 * order. */
static void test_repeated(const struct grid *g, enum stencil_values values)
{
    const size_t before = mem_live();
    struct csr A = stencil_rows(g, values);
    const size_t remote = mem_cost((size_t)A.remotes, sizeof *A.remote),
                 bytes = mem_live() - before - remote;
    struct csr B = stencil_create(g, values);
    ok(same_rows(&A, &B), "%s: the same rows, one of them repeated", names[values]);
    ok(bytes == stencil_rows_cost(g, values), "%s: its bytes", names[values]);
    int *order = NEW(int, (size_t)A.n, "reverse order");
    for (int i = 0; i < A.n; i++)
        order[i] = A.n - 1 - i;
    A.remotes = B.remotes = 0;
    for (size_t e = 0; e < A.ptr[A.n]; e++) /* remote columns: any halo column */
        A.col[e] = A.col[e] < 0 ? A.n : A.col[e];
    for (size_t e = 0; e < B.ptr[B.n]; e++)
        B.col[e] = B.col[e] < 0 ? B.n : B.col[e];
    A.order = A.inverse = order;
    B = csr_permute(B, order);
    double *sum[2] = {NEW(double, (size_t)A.n, "row sums"),
                      NEW(double, (size_t)A.n, "row sums")},
           *d[2] = {csr_diagonal(&A, NULL), csr_diagonal(&B, NULL)};
    csr_row_sums(&A, sum[0]);
    csr_row_sums(&B, sum[1]);
    int same = same_rows(&A, &B);
    for (int i = 0; i < A.n; i++)
        same &= sum[0][i] == sum[1][i] && d[0][i] == d[1][i];
    ok(same, "%s: the same rows, sums and diagonal in another order",
       names[values]);
    A = csr_permute(A, order);
    ok(same_entries(&A, &B), "%s: all rows stored", names[values]);
    for (int k = 0; k < 2; k++) {
        mem_free(sum[k]);
        mem_free(d[k]);
    }
    mem_free(order);
    csr_free(&A);
    csr_free(&B);
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
        test_repeated(&g, (enum stencil_values)v);
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
