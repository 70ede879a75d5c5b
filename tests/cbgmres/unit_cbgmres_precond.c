/* tests/cbgmres/unit_cbgmres_precond.c - preconditioners of general matrices against dense algebra.
 *
 * Every rank can compute any entry of the matrix. The oracle factors the dense matrix in long
 * double; ILU(0) drops the entries outside the pattern, which consists of the entries in the
 * diagonal blocks of the ranks. Row i of M_L must be zero outside the pattern of L, with
 * (M_L L)_ij = delta_ij on this pattern; M_U is defined in the same way.
 */
#include "numbers.h"
#include "ilu.h"
#include "linear_system.h"
#include "tap.h"
#include <string.h>

enum { N = 61 };

static int is_entry(int i, int j)
{
    int d = i - j;
    return d == 0 || d == 1 || d == -1 || d == 9 || d == -7 ||
           noise(31, i * N + j) > 0.93;
}

/* Rows i and j belong to the same rank. */
static int in_block(int i, int j)
{
    const struct partition owners =
        blocks_partition(&(struct blocks){N, tap_ranks});
    return owners.owner(owners.data, i) == owners.owner(owners.data, j);
}

/* The entry is in the pattern of the factors. */
static int is_factored(int i, int j)
{
    return is_entry(i, j) && in_block(i, j);
}

static double value(int i, int j)
{
    return i == j ? 4 + noise(32, i) : noise(33, i * N + j);
}

/* The rows of this rank; the values of row `zero_row` are zero (-1: of no row). Remote columns
 * are written as halo_build expects them (csr.h). */
static struct csr local_rows(const struct blocks *R, int zero_row)
{
    const int first = (int)blocks_first(R, tap_rank), n = blocks_rows(R, tap_rank);
    struct csr A = {.n = n,
                    .columns = n,
                    .ptr = NEW(size_t, (size_t)n + 1, "row pointers"),
                    .col = NEW(int, (size_t)n *N, "columns"),
                    .val = NEW(double, (size_t)n *N, "values"),
                    .remote = NEW(int64_t, (size_t)n * N, "remote columns")};
    size_t e = 0;
    A.ptr[0] = 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < N; j++) {
            if (!is_entry(first + i, j))
                continue;
            const int mine = j >= first && j < first + n;
            A.col[e] = mine ? j - first : -1 - A.remotes;
            if (!mine)
                A.remote[A.remotes++] = j;
            A.val[e++] = first + i == zero_row ? 0 : value(first + i, j);
        }
        A.ptr[i + 1] = e;
    }
    return A;
}

/* L (unit) and U in one array, by the definition. */
static void dense_ilu(big F[N][N])
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            F[i][j] = is_factored(i, j) ? (big)value(i, j) : 0;
    for (int k = 0; k < N; k++) /* outer products, restricted to the pattern */
        for (int i = k + 1; i < N; i++) {
            if (!is_factored(i, k))
                continue;
            F[i][k] /= F[k][k];
            for (int j = k + 1; j < N; j++)
                if (is_factored(i, j) && is_factored(k, j))
                    F[i][j] -= F[i][k] * F[k][j];
        }
}

static int in_factor(int i, int j, int upper)
{
    return is_factored(i, j) && (upper ? j >= i : j <= i);
}

static big factor_entry(big F[N][N], int i, int j, int upper)
{
    if (!in_factor(i, j, upper))
        return 0;
    return !upper && i == j ? 1 : F[i][j];
}

/* The largest number of entries in a row. */
static int row_length(void)
{
    int most = 0;
    for (int i = 0; i < N; i++) {
        int length = 0;
        for (int j = 0; j < N; j++)
            length += is_entry(i, j);
        most = length > most ? length : most;
    }
    return most;
}

/* Two roundings a term in the rows of the factors, of their inverses (both are computed without
 * growth: the diagonal outweighs any other entry) and of the two products. */
static double roundings(void)
{
    return 2 * 2 * 3 * (row_length() + 1) * 0x1p-53;
}

/* M[0] = M_L and M[1] = M_U, of all ranks, against their definition. */
static void test_inverses(big F[N][N], double M[2][N][N])
{
    const struct blocks R = {N, tap_ranks};
    struct csr factor[2], A = local_rows(&R, -1);
    const int first = (int)blocks_first(&R, tap_rank);
    ok(ilu_inverses(&A, factor) == -1, "every pivot is finite and not zero");
    for (int upper = 0; upper < 2; upper++) {
        const struct csr *own = &factor[upper];
        for (int i = 0; i < own->n; i++)
            for (size_t e = own->ptr[i]; e < own->ptr[i + 1]; e++) {
                M[upper][first + i][first + own->col[e]] = own->val[e];
            }
        MPI_OK(MPI_Allreduce(MPI_IN_PLACE, M[upper], N * N, MPI_DOUBLE, MPI_SUM,
                             MPI_COMM_WORLD));
        double error = 0;
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) {
                big sum = -(i == j), size = 0;
                for (int k = 0; k < N; k++) {
                    const big term = M[upper][i][k] * factor_entry(F, k, j, upper);
                    sum += term;
                    size += fabsl(term);
                }
                if (in_factor(i, j, upper))
                    error = larger((double)(fabsl(sum) / size), error);
                else
                    error = larger(M[upper][i][j] != 0, error);
            }
        small(error, roundings(), "%s",
              upper ? "M_U U = I on its pattern" : "M_L L = I on its pattern");
        csr_free(&factor[upper]);
    }
    csr_free(&A);
}

static void test_kind(enum precond_kind kind, const char *name, double M[2][N][N])
{
    struct blocks R = {N, tap_ranks};
    const int first = (int)blocks_first(&R, tap_rank);
    struct policy P;
    policy_find("double", &P);
    const struct system_config config = {&R, "sine", kind, &P};
    struct linear_system S =
        linear_system_create(local_rows(&R, -1), &config, MPI_COMM_WORLD);
    const struct matrix *A = &S.A;
    struct vector r = vector_create(F64, A->n, 0, "r"),
                  z = vector_create(F64, A->n, A->halo_n, "z");
    big Z[N], size[N];
    for (int i = 0; i < N; i++) {
        Z[i] = noise(34, i) / (kind == PRECOND_JRIGHT ? value(i, i) : 1);
        size[i] = fabsl(Z[i]);
    }
    for (int i = 0; i < r.n; i++)
        vector_set(&r, i, noise(34, first + i));
    precond_apply(&S.M, &r, &z, NULL, NULL);
    for (int upper = 0; upper < 2 && kind == PRECOND_ILU; upper++) {
        big product[N] = {0}, sizes[N] = {0};
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) {
                product[i] += M[upper][i][j] * Z[j];
                sizes[i] += fabsl(M[upper][i][j] * size[j]);
            }
        memcpy(Z, product, sizeof Z);
        memcpy(size, sizes, sizeof size);
    }
    double error = 0;
    for (int i = 0; i < r.n; i++)
        error = larger(fabs(vector_get(&z, i) - (double)Z[first + i]) /
                           (double)size[first + i],
                       error);
    small(error, roundings(), "%s: z = M^-1 r", name);

    /* b = A x with the reported solution x of norm 1. Roundings:
     * a sum of N squares, the sum of a row, three divisions, two in sin */
    double x[N], squares = 0, wrong = 0, wrong_x = 0;
    for (int i = 0; i < N; i++)
        squares += sin(i + 1) * sin(i + 1);
    for (int i = 0; i < N; i++)
        x[i] = sin(i + 1) / sqrt(squares);
    for (int i = 0; i < A->n; i++) {
        big sum = 0, sum_size = 0;
        for (int j = 0; j < N; j++)
            if (is_entry(first + i, j)) {
                sum += (big)value(first + i, j) * x[j];
                sum_size += fabsl((big)value(first + i, j) * x[j]);
            }
        wrong =
            larger((double)(fabsl(vector_get(&S.b, i) - sum) / sum_size), wrong);
        wrong_x =
            larger(fabs(S.exact[i] - x[first + i]) / fabs(x[first + i]), wrong_x);
    }
    small(wrong_x, (N + 5) * 0x1p-53, "%s: the solution", name);
    small(wrong, (N + row_length() + 5) * 0x1p-53, "%s: right-hand side", name);
    vectors_free(&r, &z);
    precond_free(&S.M);
    linear_system_free(&S);
}

static void test_zero_pivot(void)
{
    struct blocks R = {N, tap_ranks};
    const int zero_row = N / 2, local = zero_row - (int)blocks_first(&R, tap_rank);
    struct csr factor[2], A = local_rows(&R, zero_row);
    ok(ilu_inverses(&A, factor) == (local >= 0 && local < A.n ? local : -1),
       "a zero pivot is found, in its row, only by its rank");
    for (int upper = 0; upper < 2; upper++)
        csr_free(&factor[upper]);
    csr_free(&A);
}

int main(int argc, char **argv)
{
    static big F[N][N];
    static double M[2][N][N];
    start(&argc, &argv);
    dense_ilu(F);
    test_inverses(F, M);
    test_kind(PRECOND_NONE, "none", M);
    test_kind(PRECOND_JRIGHT, "jright", M);
    test_kind(PRECOND_ILU, "ilu", M);
    test_zero_pivot();
    return done();
}
